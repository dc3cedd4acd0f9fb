//! A problem as an exact cover with multiplicities and colours, in the text that Knuth's program
//! DLX3 reads.

use super::{ColumnId, ConstraintId, Entry, Problem};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::fmt;

/// The colours of a secondary item, a character each.
const COLORS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// The most characters that an item's name may have.
const NAME: usize = 8;
/// What a reader of the text wants to know of its items.
const LEGEND: &str = "\
| a tile, as 6s: covered as often as the hand holds it
| g1 g2 ...: the groups; each option of one is a column, which its x item names
| g1.2 g1.3 ...: the second, third tile alike of group g1; the colour of g1~0 tells which
| o1 o2 ...: groups of one pattern come in the order of their columns";

impl Problem {
    /// Writes the problem as an exact cover with multiplicities and colours, the text that Knuth's
    /// program DLX3 reads: comment lines begin with `|`; the first other line names the primary
    /// items, `low:high|` before one that is not covered just once, then, behind a `|`, the
    /// secondary ones; each further line is an option.
    ///
    /// The text has exactly the solutions of the problem, each once. In such a text an option names
    /// an item once at most and is chosen once at most; so a solution's groups stand in numbered
    /// places, and tiles of which a group takes several are taken by further options:
    ///
    /// | item | meaning |
    /// |---|---|
    /// | `6s` | a tile of the hand, to be covered as often as the hand holds it |
    /// | `open`, `alike_5m` | a side constraint; a secondary item where it says "at most one" |
    /// | `g1` `g2` … | the place of a group, filled by one option: one column, or none where groups may lack |
    /// | `g1.2` `g1.3` … | the second, third … of the tiles that the group in `g1` takes several of |
    /// | `g1~0` | secondary; by its colour the options of `g1`, `g1.2` … agree which tiles those are |
    /// | `o1` `o2` … | secondary; they keep neighbouring places of one pattern in the columns' order, so that equal choices are not told twice |
    /// | `x7` | secondary; an option of this column; its one colour excludes nothing |
    /// | `suits`, `need_m`, `suit_m` | where suits are limited: the option of `suits` says which are used (`suit_m:1`) and which are not (`suit_m:0`); a suit said to be used needs a group of it |
    ///
    /// To read a solution, take the item `x…` of each option that has one: those are the chosen
    /// columns, as often as they are chosen, and [`Problem::column_by_name`] knows them.
    ///
    /// # Errors
    /// Those of the writer alone.
    ///
    /// ```
    /// use ginga::{Hand, RuleSet};
    /// let riichi = RuleSet::builtin("riichi")?;
    /// let model = &ginga::models(&Hand::parse("66s", &riichi)?, &riichi)?[0];
    /// let mut text = String::new();
    /// model.write_dlx(&mut text)?;
    /// let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('|')).collect();
    /// assert_eq!(lines, ["2:2|6s g1 g1.2 | x0 g1~0", "g1 6s x0:= g1~0:0", "g1.2 6s g1~0:0"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_dlx(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let cover = Cover::of(self);
        writeln!(out, "| {}\n{LEGEND}", self.title())?;
        writeln!(out, "{} | {}", cover.primary().join(" "), cover.secondary().join(" "))?;
        for pattern in &cover.patterns {
            cover.write_columns(out, pattern)?;
            pattern.write_empty(out)?;
            pattern.write_repeats(out, &cover)?;
        }
        cover.write_suits(out)
    }
}

/// The items of which a column takes several, with how many.
type Repeats = Vec<Entry>;

/// The columns that one side constraint counts, and the places that they fill.
struct Pattern {
    item: ConstraintId,
    columns: Vec<ColumnId>,
    /// What the columns take several of, each once; the index is the colour.
    repeats: Vec<Repeats>,
    places: usize,
    /// True when places may stay empty; empty ones come last.
    may_be_empty: bool,
    /// How many places and order items other patterns have before this one.
    places_before: usize,
    orders_before: usize,
}

impl Pattern {
    fn of(problem: &Problem, item: ConstraintId) -> Pattern {
        let counted = problem.columns_with_ids().filter(|(_, column)| column.pattern() == item);
        let columns: Vec<ColumnId> = counted.map(|(id, _)| id).collect();
        let super::Constraint { bound, exact } = problem.constraints()[item.index()];
        let of_columns = columns.iter().map(|&id| repeats(problem, id));
        let repeats = of_columns.chain((!exact).then(Repeats::new)).unique().collect();
        let (places, may_be_empty) = (bound.into(), !exact);
        Pattern { item, columns, repeats, places, may_be_empty, places_before: 0, orders_before: 0 }
    }

    /// The numbers of its places.
    fn place_numbers(&self) -> std::ops::Range<usize> {
        self.places_before + 1..self.places_before + self.places + 1
    }

    /// How often, at most, one column takes one item.
    fn most_alike(&self) -> u8 {
        self.repeats.iter().flatten().map(|entry| entry.amount).max().unwrap_or(1)
    }

    /// How many things can be in a place: the columns and, behind them, nothing.
    fn ranks(&self) -> usize {
        self.columns.len() + usize::from(self.may_be_empty)
    }

    /// How many order items stand between two neighbouring places.
    fn orders(&self) -> usize {
        self.ranks() - 1
    }

    /// How many characters say which repeats a column has; none where no column has any.
    fn digits(&self) -> u32 {
        if self.most_alike() == 1 {
            return 0;
        }
        (1..).find(|&digits| COLORS.len().pow(digits) >= self.repeats.len()).unwrap_or(1)
    }

    /// The secondary items of a place, coloured to say which repeats its column has.
    fn colored(&self, place: usize, repeats: &Repeats) -> impl Iterator<Item = String> {
        let mut color = self.repeats.iter().position(|other| other == repeats).unwrap_or(0);
        (0..self.digits()).map(move |digit| {
            let character = char::from(COLORS[color % COLORS.len()]);
            color /= COLORS.len();
            format!("g{place}~{digit}:{character}")
        })
    }

    /// The order items of a column in a place: it excludes all earlier columns from the next place
    /// and all later ones from the place before.
    ///
    /// Knuth's pairwise ordering: halve the columns again and again. One half-way mark parts two
    /// columns, and both name its item just when the earlier place has the later column.
    fn ordered(&self, place: usize, rank: usize) -> impl Iterator<Item = String> {
        let at = place - self.places_before - 1;
        let item = move |boundary: usize, mark: usize| {
            format!("o{}", self.orders_before + boundary * self.orders() + mark)
        };
        let turns = turns(rank, self.ranks()).into_iter();
        turns.filter_map(move |(mark, is_late)| match is_late {
            true if at + 1 < self.places => Some(item(at, mark)),
            false if at > 0 => Some(item(at - 1, mark)),
            _ => None,
        })
    }

    /// The options of places that stay empty.
    fn write_empty(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        for place in self.place_numbers().filter(|_| self.may_be_empty) {
            let none = Repeats::new();
            let ordered = self.ordered(place, self.columns.len());
            let agreed = self.colored(place, &none).chain(ordered).join(" ");
            writeln!(out, "g{place} {agreed}")?;
        }
        Ok(())
    }

    /// The options of `g1.2`, `g1.3` …: one more of each tile that the group takes so many of.
    fn write_repeats(&self, out: &mut dyn fmt::Write, cover: &Cover<'_>) -> fmt::Result {
        for (place, nth) in self.place_numbers().cartesian_product(2..=self.most_alike()) {
            for repeats in &self.repeats {
                let further = repeats.iter().filter(|entry| entry.amount >= nth);
                let names = further.map(|entry| cover.name(entry.constraint));
                let option = names.chain(self.colored(place, repeats)).join(" ");
                writeln!(out, "g{place}.{nth} {option}")?;
            }
        }
        Ok(())
    }
}

/// Where the half-way marks lie that lead to a rank among so many, and whether it is beyond each.
fn turns(rank: usize, len: usize) -> Vec<(usize, bool)> {
    let (mut low, mut high) = (0, len);
    let mut turns = Vec::new();
    while high - low > 1 {
        let mark = low.midpoint(high);
        turns.push((mark, rank >= mark));
        if rank >= mark { low = mark } else { high = mark }
    }
    turns
}

fn repeats(problem: &Problem, id: ColumnId) -> Repeats {
    let entries = problem.column_at(id).entries().iter();
    entries.copied().filter(|entry| entry.amount > 1).collect()
}

/// The items of a text and what its options are made from.
struct Cover<'a> {
    problem: &'a Problem,
    patterns: Vec<Pattern>,
}

impl Cover<'_> {
    fn of(problem: &Problem) -> Cover<'_> {
        // A pattern without columns stays an item, one that no option covers.
        let items: BTreeSet<ConstraintId> =
            problem.columns().iter().map(|column| column.pattern()).collect();
        let mut patterns: Vec<Pattern> =
            items.into_iter().map(|item| Pattern::of(problem, item)).collect();
        let (mut places, mut orders) = (0, 0);
        for pattern in &mut patterns {
            (pattern.places_before, pattern.orders_before) = (places, orders);
            places += pattern.places;
            orders += (pattern.places - 1) * pattern.orders();
        }
        Cover { problem, patterns }
    }

    /// A tile by itself, a side constraint by its own name where that is short enough.
    fn name(&self, item: ConstraintId) -> String {
        let rows = self.problem.rows();
        match rows.get(item.index()) {
            Some(row) => row.tile.to_string(),
            None => {
                let name = self.problem.constraint_name(item);
                if name.len() <= NAME { name } else { format!("side{}", item.index() - rows.len()) }
            }
        }
    }

    /// The items that are not a pattern's, with their bounds from `low` to `high`.
    fn bounded(&self) -> impl Iterator<Item = (String, u8, u8)> {
        let counts = |item| self.patterns.iter().all(|pattern| pattern.item != item);
        let bounds = move |item: ConstraintId| {
            let super::Constraint { bound, exact } = self.problem.constraints()[item.index()];
            (self.name(item), if exact { bound } else { 0 }, bound)
        };
        // What must not be taken at all is taken by no column.
        self.problem
            .constraint_ids()
            .filter(move |&item| counts(item))
            .map(bounds)
            .filter(|item| item.2 > 0)
    }

    fn primary(&self) -> Vec<String> {
        let own = self.bounded().filter(|&(_, low, high)| (low, high) != (0, 1));
        let mut names: Vec<String> = own.map(bounded_name).collect();
        for pattern in &self.patterns {
            for place in pattern.place_numbers() {
                names.push(format!("g{place}"));
                names.extend((2..=pattern.most_alike()).map(|nth| format!("g{place}.{nth}")));
            }
        }
        if let Some(limit) = self.problem.suit_limit() {
            let groups = self.patterns.iter().map(|pattern| pattern.places).sum::<usize>().max(1);
            let need = |letter| format!("need_{letter}");
            names.push("suits".to_owned());
            names.extend(limit.free().map(|suit| bounded_name((need(suit.letter()), 1, groups))));
        }
        names
    }

    fn secondary(&self) -> Vec<String> {
        let own = self.bounded().filter(|&(_, low, high)| (low, high) == (0, 1));
        let mut names: Vec<String> = own.map(|(name, ..)| name).collect();
        let columns = self.problem.columns_with_ids();
        names.extend(columns.map(|(id, _)| self.problem.column_short_name(id)));
        for pattern in &self.patterns {
            let digits = || 0..pattern.digits();
            let places = pattern.place_numbers().cartesian_product(digits());
            names.extend(places.map(|(place, digit)| format!("g{place}~{digit}")));
            let orders = (pattern.places - 1) * pattern.orders();
            names.extend((1..=orders).map(|order| format!("o{}", pattern.orders_before + order)));
        }
        let limit = self.problem.suit_limit().into_iter();
        names.extend(
            limit.flat_map(|limit| limit.free()).map(|suit| format!("suit_{}", suit.letter())),
        );
        names
    }

    /// Each column of a pattern in each of the places.
    fn write_columns(&self, out: &mut dyn fmt::Write, pattern: &Pattern) -> fmt::Result {
        let limit = self.problem.suit_limit();
        for (rank, &id) in pattern.columns.iter().enumerate() {
            let column = self.problem.column_at(id);
            writeln!(out, "| {}, up to {}", self.problem.column_name(id), column.most())?;
            let items = column.entries().iter().map(|entry| entry.constraint);
            let items: Vec<String> =
                items.filter(|&item| item != pattern.item).map(|item| self.name(item)).collect();
            let free = limit.into_iter().flat_map(|limit| limit.free());
            let suits: Vec<String> = free
                .filter(|&suit| column.suits().contains(suit))
                .map(|suit| format!("need_{0} suit_{0}:1", suit.letter()))
                .collect();
            let repeats = repeats(self.problem, id);
            for place in pattern.place_numbers() {
                let names = items.iter().chain(&suits).cloned();
                let named = names.chain([format!("{}:=", self.problem.column_short_name(id))]);
                let agreed = pattern.colored(place, &repeats).chain(pattern.ordered(place, rank));
                writeln!(out, "g{place} {}", named.chain(agreed).join(" "))?;
            }
        }
        Ok(())
    }

    /// An option a choice of suits that are used beside those of called melds.
    fn write_suits(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let Some(limit) = self.problem.suit_limit() else { return Ok(()) };
        let free: Vec<char> = limit.free().map(|suit| suit.letter()).collect();
        let choices = free.iter().copied().powerset();
        let more = |used: &Vec<char>| used.len() + usize::from(limit.used.len());
        for used in choices.filter(|used| more(used) <= usize::from(limit.most)) {
            let says = |letter: &char| match used.contains(letter) {
                true => format!("suit_{letter}:1"),
                false => format!("need_{letter} suit_{letter}:0"),
            };
            writeln!(out, "suits {}", free.iter().map(says).join(" "))?;
        }
        Ok(())
    }
}

/// A primary item as it is declared.
fn bounded_name<N: Into<usize>>((name, low, high): (String, N, N)) -> String {
    match (low.into(), high.into()) {
        (1, 1) => name,
        (low, high) => format!("{low}:{high}|{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::{Group, GroupType, Slot};
    use crate::problem::{ColumnMeaning, ColumnSpec, Relation, Row, SideConstraint};
    use crate::tile::{Kind, Tile};
    use std::sync::Arc;

    /// A pair of each physical tile there is: more sorts of repeats than one colour can tell.
    fn pairs_of_all_tiles() -> Problem {
        let side = |name: &str| SideConstraint {
            name: name.into(),
            relation: Relation::Exactly,
            bound: Tile::COUNT as u8,
        };
        let spec = |tile: Tile| {
            let kind = tile.kind().or(Kind::from_index(0)).unwrap();
            let pair = Group::new(GroupType::Pair, vec![Slot { kind, tile }; 2]).unwrap();
            ColumnSpec {
                meaning: ColumnMeaning::Complete(Arc::new(pair)),
                pattern: 0,
                sides: vec![(1, 1)],
            }
        };
        let rows = Tile::all().map(|tile| Row { tile, count: 2, meaning: 0 }).collect();
        let sides = vec![side("pairs"), side("a_long_name")];
        Problem::new("pairs", rows, sides, Tile::all().map(spec).collect(), None)
    }

    #[test]
    fn names_stay_short_and_colours_tell_all_repeats_apart() {
        let mut text = String::new();
        let problem = pairs_of_all_tiles();
        problem.write_dlx(&mut text).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('|')).collect();
        let names = lines[0].split(' ').map(|word| word.rsplit('|').next().unwrap());
        assert!(names.clone().all(|name| name.len() <= NAME), "{}", lines[0]);
        assert!(
            names.clone().contains("side1") && names.unique().count() > Tile::COUNT * Tile::COUNT
        );
        let of_first = lines.iter().filter(|line| line.starts_with("g1 "));
        let colors = of_first.map(|line| {
            let colored = line.split(' ').filter(|word| word.starts_with("g1~"));
            colored.collect::<Vec<_>>()
        });
        let colors: Vec<Vec<&str>> = colors.collect();
        assert!(colors.len() == Tile::COUNT && colors.iter().all_unique(), "{colors:?}");
        assert!(colors.iter().all(|colors| colors.len() == 2), "{colors:?}");
    }

    #[test]
    fn turns_part_any_two_ranks_at_one_mark() {
        for len in 1..40 {
            for (one, other) in (0..len).flat_map(|other| (0..other).map(move |one| (one, other))) {
                let (one, other) = (turns(one, len), turns(other, len));
                let parting = |&&(mark, late): &&(usize, bool)| other.contains(&(mark, !late));
                let marks: Vec<_> = one.iter().filter(parting).collect();
                assert!(matches!(marks[..], [(_, false)]), "{one:?} {other:?}");
            }
        }
    }
}
