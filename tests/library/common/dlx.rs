//! A reader of exact-cover texts with multiplicities and colours, and a naive solver of them,
//! written from the description of the format alone.

use std::collections::BTreeMap;

/// An option: its items, secondary ones with their colour if they have one.
type Choice = Vec<(usize, Option<char>)>;

/// A text as it was read; an item is its place in `names`.
#[derive(Debug, Default)]
pub struct Cover {
    names: Vec<String>,
    /// From how often to how often each primary item is covered; they come first.
    bounds: Vec<(usize, usize)>,
    options: Vec<Choice>,
}

impl Cover {
    /// Reads a text and holds it to the format's rules.
    pub fn read(text: &str) -> Cover {
        let mut cover = Cover::default();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('|'));
        for (number, line) in lines.enumerate() {
            match number {
                0 => cover.read_items(line),
                _ => cover.read_option(line),
            }
        }
        cover
    }

    fn read_items(&mut self, line: &str) {
        let mut primary = true;
        for word in line.split_whitespace() {
            if word == "|" {
                assert!(primary, "two bars: {line}");
                primary = false;
                continue;
            }
            let (bounds, name) = word.split_once('|').unwrap_or(("1", word));
            let (low, high) = bounds.split_once(':').unwrap_or((bounds, bounds));
            let (low, high) = (low.parse().unwrap(), high.parse().unwrap());
            assert!((1..=8).contains(&name.len()) && !name.contains([':', '|']), "{word}");
            assert!(!self.names.iter().any(|other| other == name), "{name} comes twice");
            self.names.push(name.to_owned());
            if primary {
                assert!(low <= high && high > 0, "{word}");
                self.bounds.push((low, high));
            } else {
                assert_eq!(word, name, "a secondary item has no bounds");
            }
        }
    }

    fn read_option(&mut self, line: &str) {
        let mut option = Choice::new();
        for word in line.split_whitespace() {
            let (name, color) = match word.split_once(':') {
                Some((name, color)) => (name, Some(color)),
                None => (word, None),
            };
            let item = self.names.iter().position(|other| other == name);
            let item = item.unwrap_or_else(|| panic!("no item {name}: {line}"));
            assert!(option.iter().all(|&(other, _)| other != item), "{name} comes twice: {line}");
            let color = color.map(|color| {
                assert!(item >= self.bounds.len(), "a primary item has no colour: {line}");
                let [color] = color.chars().collect::<Vec<_>>()[..] else { panic!("{line}") };
                color
            });
            option.push((item, color));
        }
        assert!(option.iter().any(|&(item, _)| item < self.bounds.len()), "no primary: {line}");
        self.options.push(option);
    }

    /// Every solution, each as the names of all items of its options.
    pub fn solutions(&self) -> Vec<Vec<&str>> {
        let mut descent = Descent { cover: self, chosen: Vec::new(), found: Vec::new() };
        let left = self.bounds.iter().map(|&(low, high)| (low, high)).collect();
        let state =
            State { left, colors: BTreeMap::new(), open: (0..self.options.len()).collect() };
        descent.visit(state);
        let names = |option: &usize| {
            self.options[*option].iter().map(|&(item, _)| self.names[item].as_str())
        };
        descent.found.iter().map(|chosen| chosen.iter().flat_map(names).collect()).collect()
    }
}

#[derive(Clone)]
struct State {
    /// How often each primary item must and may still be covered.
    left: Vec<(usize, usize)>,
    /// The colours that secondary items have taken.
    colors: BTreeMap<usize, Option<char>>,
    /// The options that may still be chosen.
    open: Vec<usize>,
}

struct Descent<'a> {
    cover: &'a Cover,
    chosen: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl Descent<'_> {
    /// Takes each option in turn that covers the item with fewest; what was taken once is out for
    /// those after it, so that no set of options comes twice.
    fn visit(&mut self, mut state: State) {
        let covers = |option: usize, item: usize| {
            self.cover.options[option].iter().any(|&(other, _)| other == item)
        };
        let needed = (0..state.left.len()).filter(|&item| state.left[item].0 > 0);
        let of_item = |item| {
            let options: Vec<usize> =
                state.open.iter().copied().filter(|&option| covers(option, item)).collect();
            (item, options)
        };
        let scarcest = needed.map(of_item).min_by_key(|(_, options)| options.len());
        let (need, options) = match scarcest {
            Some((item, options)) => (state.left[item].0, options),
            None => {
                self.found.push(self.chosen.clone());
                (1, state.open.clone())
            }
        };
        for (at, &option) in options.iter().enumerate() {
            if options.len() - at < need {
                return;
            }
            state.open.retain(|&other| other != option);
            if let Some(next) = self.taken(&state, option) {
                self.chosen.push(option);
                self.visit(next);
                self.chosen.pop();
            }
        }
    }

    /// What is left once an option is chosen; `None` when it cannot be.
    fn taken(&self, state: &State, option: usize) -> Option<State> {
        let mut next = state.clone();
        for &(item, color) in &self.cover.options[option] {
            match next.left.get_mut(item) {
                Some((low, high)) => (*low, *high) = (low.saturating_sub(1), high.checked_sub(1)?),
                None => match next.colors.insert(item, color) {
                    Some(before) if before.is_none() || before != color => return None,
                    _ => {}
                },
            }
        }
        let fits = |&(item, color): &(usize, Option<char>)| match next.left.get(item) {
            Some(&(_, high)) => high > 0,
            None => next.colors.get(&item).is_none_or(|&taken| taken.is_some() && taken == color),
        };
        next.open.retain(|&other| self.cover.options[other].iter().all(fits));
        Some(next)
    }
}
