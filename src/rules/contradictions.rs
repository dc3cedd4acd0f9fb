//! Contradictions: what a rule file says that can never have an effect, and forms that no hand fills.
//!
//! None of them keeps a rule set from being used; who writes one wants to know them.

use super::fault::{Faults, Origin};
use super::form::{Count, Form};
use super::tree::Reader;
use super::{RuleSet, fault::RulesError, overrides::Overrides, read};
use crate::size::HandSize;
use crate::tile::Tile;

/// Reads a rule file and finds contradictions as well. `may_be_filled` says whether some hand of the
/// rule set's tiles, with so many concealed tiles and called melds, has a form.
///
/// # Errors
/// [`RulesError::Faults`] with every fault, or else every contradiction, each with its place.
pub(crate) fn free_of_contradictions(
    text: &str,
    may_be_filled: &dyn Fn(&RuleSet, &Form, usize, usize) -> bool,
) -> Result<RuleSet, RulesError> {
    let overrides = Overrides::default();
    let (rules, table) = read::read_with_table(text, &overrides)?;
    let faults = Faults::default();
    let inherited = table.value("extends").map(|(_, origin)| origin);
    let root = &Reader::root(&table, &faults);
    Examiner { rules: &rules, root, inherited, may_be_filled }.examine();
    faults.finish(text, &[])?;
    Ok(rules)
}

/// Looks through one rule file.
struct Examiner<'a> {
    rules: &'a RuleSet,
    root: &'a Reader<'a>,
    /// Where the keys stand that the file has from another.
    inherited: Option<Origin>,
    may_be_filled: &'a dyn Fn(&RuleSet, &Form, usize, usize) -> bool,
}

impl Examiner<'_> {
    fn examine(&self) {
        self.wild_keys();
        self.blue_and_jokers();
        self.classes();
        for (place, form) in self.rules.forms().iter().enumerate() {
            self.form(form);
            let before = &self.rules.forms()[..place];
            if let Some(same) = before.iter().find(|other| says_the_same(other, form)) {
                let message = format!("the form {:?} is {:?} again", form.name(), same.name());
                self.form_fault(form, None, message);
            }
        }
    }

    /// Reports keys of a table that the file itself says.
    fn no_effect(&self, table: &Reader<'_>, keys: &[&str], why: &str) {
        for key in keys.iter().filter(|key| table.has(key)) {
            let origin = table.origin_of(key);
            if Some(origin) != self.inherited {
                table.fault(origin, format!("{} has no effect: {why}", table.dotted(key)));
            }
        }
    }

    /// Reports keys of a table that the file itself says, and says otherwise than they are anyway.
    fn changes_nothing(&self, table: &Reader<'_>, keys: &[&str], why: &str) {
        for key in keys.iter().filter(|key| table.says_other_than_default(key)) {
            self.no_effect(table, &[key], why);
        }
    }

    fn wild_keys(&self) {
        let Some(wild) = self.root.table("wild") else { return };
        let rules = self.rules;
        let jokers = rules.copies(Tile::JOKER) > 0;
        if rules.laizi.is_empty() && !rules.flips {
            let why = "nothing is wild; name kinds by wild.kinds, or a flip by wild.flip";
            self.changes_nothing(&wild, &["stands_for", "own_kind"], why);
            // The groups of [wild] are those of jokers, too.
            if !jokers {
                self.changes_nothing(&wild, &["groups", "called_groups"], why);
            }
        }
        if !self.anything_wild() {
            let why = "no tile of the set is wild";
            self.changes_nothing(&wild, &["most", "fifth_copy"], why);
        }
        if !rules.flips {
            let why = "no tile is turned up; say how it names a wild kind by wild.flip";
            self.changes_nothing(&wild, &["cycles", "flip_out"], why);
        }
        if !jokers {
            let why = "the set has no jokers; say how many by tiles.jokers";
            self.changes_nothing(&wild, &["joker_stands_for"], why);
        }
    }

    fn anything_wild(&self) -> bool {
        self.rules.flips || Tile::all().any(|tile| self.rules.is_wild(tile))
    }

    fn blue_and_jokers(&self) {
        let rules = self.rules;
        let blue = Tile::all().any(|tile| tile.is_galaxy() && rules.copies(tile) > 0);
        if let Some(table) = self.root.table("blue").filter(|_| !blue) {
            let why = "the set has no blue tile; say how many by tiles.blue or tiles.copies";
            self.no_effect(&table, &["stands_for", "own_kind", "groups", "called_groups"], why);
        }
        let Some(tiles) = self.root.table("tiles") else { return };
        if rules.copies(Tile::JOKER) == 0 {
            let why = "the set has no jokers; say how many by tiles.jokers";
            self.changes_nothing(&tiles, &["jokers_drawn"], why);
        }
    }

    fn classes(&self) {
        let Some(classes) = self.root.table("classes") else { return };
        for (name, table) in classes.tables() {
            let kinds = read::named_kinds_of(&table, "kinds", self.rules.kinds());
            let meant = read::named_kinds_of(&table, "stands_for", self.rules.kinds());
            let waits_for_flip =
                table.text("stands_for").is_some_and(|(text, _)| text.contains("wild"));
            if !kinds.is_empty() && kinds.without(self.rules.laizi).is_empty() {
                let why = format!("all kinds of the class {name} are wild by wild.kinds");
                self.no_effect(&table, &["kinds"], &why);
            } else if !waits_for_flip && kinds.len() == 1 && meant == kinds {
                let why = format!("the kinds of the class {name} stand for themselves anyway");
                self.no_effect(&table, &["stands_for"], &why);
            }
        }
    }

    fn form_fault(&self, form: &Form, key: Option<&str>, message: String) {
        let table = self.root.table("forms").and_then(|forms| forms.table_named(form.name()));
        let Some(table) = table else { return };
        let origin =
            key.filter(|key| table.has(key)).map_or(table.origin, |key| table.origin_of(key));
        table.fault(origin, message);
    }

    fn form(&self, form: &Form) {
        let name = form.name();
        self.form_keys(form);
        let most_melds = usize::from(self.rules.melds());
        let largest = HandSize::Complete.tiles(most_melds);
        let called = usize::from(form.called().unwrap_or(0));
        let sizes = (0..=most_melds).map(|melds| HandSize::Complete.tiles(melds));
        let Some(tiles) = sizes.rev().find(|&tiles| form.counts(tiles, called).is_some()) else {
            let message = format!(
                "no hand is of the size of the form {name:?}: hands have 3n+2 tiles, at most {largest}"
            );
            return self.form_fault(form, Some("groups"), message);
        };
        if HandSize::melds_of(tiles) + called > most_melds {
            let message = format!(
                "the form {name:?} has {tiles} tiles beside {called} called melds; a hand has at most {largest}"
            );
            return self.form_fault(form, Some("called"), message);
        }
        if !(self.may_be_filled)(self.rules, form, tiles, called) {
            let message = format!("no hand of this tile set fills the form {name:?}");
            self.form_fault(form, Some("groups"), message);
        }
    }

    fn form_keys(&self, form: &Form) {
        let table = self.root.table("forms").and_then(|forms| forms.table_named(form.name()));
        let Some(table) = table else { return };
        let pairs = form.patterns().iter().filter(|pattern| pattern.is_of_pairs());
        let pairs = pairs.map(|pattern| match pattern.count {
            Count::Exactly(count) => count.into(),
            Count::Melds => usize::MAX,
        });
        if form.quads_as_two_pairs() && pairs.fold(0, usize::saturating_add) < 2 {
            let why = "the form has no two pairs that could be alike";
            self.no_effect(&table, &["quads_as_two_pairs"], why);
        }
        if !self.anything_wild() {
            let why = "no tile of the set is wild";
            self.no_effect(&table, &["own_kind"], why);
            if form.most_wilds().is_some() {
                self.no_effect(&table, &["most_wilds"], why);
            }
        }
    }
}

/// Whether two forms say the same but for their names and the order of their groups.
fn says_the_same(one: &Form, other: &Form) -> bool {
    // All that is not taken away here is compared, a key that forms will have one day included.
    let bare = |form: &Form| {
        let mut form = form.clone();
        form.name = "".into();
        form.patterns.sort_by_cached_key(|pattern| format!("{pattern:?}"));
        form
    };
    bare(one) == bare(other)
}
