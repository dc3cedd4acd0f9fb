//! The forms of a rule file: `[forms.NAME]` and their groups.

use super::kinds::kinds;
use super::{is_name, read_runs};
use crate::group::{GroupType, WaitShape};
use crate::rules::form::{Count, Form, Pattern, PatternSort, REST_TILES, RestSize, SORTS, Spacing};
use crate::rules::run::RunSort;
use crate::rules::tree::Reader;
use crate::tile::{Kind, KindSet};
use itertools::Itertools;

/// The forms that are enabled, in the file's order; `runs` are the rule set's, `wild` its wild kinds.
pub(super) fn read(root: &Reader<'_>, runs: &[RunSort], wild: KindSet) -> Vec<Form> {
    let Some(forms) = root.table("forms") else {
        if !root.has("forms") {
            root.fault(root.origin, "a rule set needs a table [forms]: what wins".to_owned());
        }
        return Vec::new();
    };
    let all: Vec<_> =
        forms.tables().into_iter().map(|(name, form)| read_form(name, form, runs, wild)).collect();
    let origin = forms.origin;
    forms.finish();
    let enabled: Vec<Form> =
        all.into_iter().filter(|(enabled, _)| *enabled).map(|(_, form)| form).collect();
    if enabled.is_empty() {
        root.fault(origin, "no form is enabled: no hand could ever win".to_owned());
    }
    enabled
}

fn read_form(name: &str, form: Reader<'_>, runs: &[RunSort], wild: KindSet) -> (bool, Form) {
    let enabled = form.boolean("enabled");
    let groups = form.array_of_tables("groups").unwrap_or_default();
    if !is_name(name) {
        let message = format!("a form's name has letters, digits, - and _ alone, not {name:?}");
        form.fault(form.origin, message);
    }
    if groups.is_empty() {
        let message = format!(
            "the form {name:?} has no groups; the built-in files call theirs standard, seven-pairs \
             and thirteen-orphans"
        );
        form.fault(form.origin_of("groups"), message);
    }
    let patterns: Vec<Pattern> =
        groups.into_iter().filter_map(|group| read_pattern(group, runs, wild)).collect();
    check_together(name, &form, &patterns, runs);
    let read = Form {
        name: name.into(),
        patterns,
        quads_as_two_pairs: form.boolean("quads_as_two_pairs"),
        // What a form says stands in the place of what the rule set says: `any` lifts its limit.
        max_suits: form.limit("max_suits"),
        most_wilds: form.limit("most_wilds"),
        own_kind: form.said_boolean("own_kind"),
        called: form.said_integer("called"),
        least_called: form.integer("least_called"),
    };
    form.finish();
    (enabled, read)
}

/// Reports groups that cannot stand beside each other in one form.
fn check_together(name: &str, form: &Reader<'_>, patterns: &[Pattern], runs: &[RunSort]) {
    let fault = |message: String| form.fault(form.origin_of("groups"), message);
    let large_rest = |pattern: &Pattern| matches!(pattern.sort, PatternSort::Rest { size, .. } if size != RestSize::Exactly(1));
    if patterns.len() > 1 && patterns.iter().any(large_rest) {
        fault("a group of type \"rest\" stands alone in its form, or is of size 1".to_owned());
    }
    if patterns.iter().filter(|pattern| pattern.count == Count::Melds).count() > 1 {
        fault(format!("two groups of the form {name:?} count \"melds\": how many of each is open"));
    }
    if let Some(shared) = shared_groups(patterns, runs) {
        fault(format!("two groups of the form {name:?} could both be the same {shared}"));
    }
}

/// A type of group that two patterns accept, read as the same kinds: every decomposition with one
/// would come twice.
fn shared_groups(patterns: &[Pattern], runs: &[RunSort]) -> Option<&'static str> {
    let run_sets = |pattern: &Pattern| -> Vec<[Kind; 3]> {
        let all = pattern.run_sorts(runs).iter().flat_map(|sort| sort.runs());
        all.filter(|run| run.iter().all(|&kind| pattern.kinds.contains(kind))).collect()
    };
    patterns.iter().array_combinations().find_map(|[one, other]| {
        let kinds = one.kinds.intersection(other.kinds);
        let shared = |group: &&GroupType| match group {
            GroupType::Run => {
                let others = run_sets(other);
                run_sets(one).iter().any(|run| others.contains(run))
            }
            group => types(other.sort).contains(group) && !kinds.is_empty(),
        };
        let rests = types(one.sort).is_empty() && types(other.sort).is_empty();
        let group = types(one.sort).iter().find(shared).map(|group| group.name());
        group.or((rests && !kinds.is_empty()).then_some(GroupType::Rest.name()))
    })
}

/// The types of groups that a pattern accepts; none for a free rest.
fn types(sort: PatternSort) -> &'static [GroupType] {
    match sort {
        PatternSort::Groups(types) => types,
        PatternSort::Rest { .. } => &[],
    }
}

fn read_pattern(group: Reader<'_>, runs: &[RunSort], wild: KindSet) -> Option<Pattern> {
    if !group.has("type") {
        let known = SORTS.map(|(word, _)| word).join(", ");
        group.fault(group.origin, format!("a group needs its type: one of {known}"));
    }
    let sort = match group.word("type", &SORTS).unwrap_or(Some(&[])) {
        Some(types) => PatternSort::Groups(types),
        None => read_rest(&group),
    };
    let count = match group.word_or_integer("count") {
        Some(count) => Count::Exactly(count),
        None => Count::Melds,
    };
    let shapes = wait_shapes(sort).map(|shape| (shape.name(), shape)).collect_vec();
    let pattern = Pattern {
        sort,
        count,
        kinds: kinds(&group, "kinds").unwrap_or_default().with(KindSet::ALL, wild),
        wilds: group.boolean("wilds"),
        runs: read_runs(&group, "runs"),
        apart: read_apart(&group),
        wait: group.word("wait", &shapes),
    };
    check_pattern(&group, &pattern, runs);
    group.finish();
    Some(pattern)
}

fn read_rest(group: &Reader<'_>) -> PatternSort {
    let size = match group.word_or_integer("size") {
        Some(size) => RestSize::Exactly(size),
        None => RestSize::Hand,
    };
    PatternSort::Rest {
        size,
        blue: group.word("tiles", &REST_TILES).unwrap_or_default(),
        least_wilds: group.integer("least_wilds"),
    }
}

fn read_apart(group: &Reader<'_>) -> Spacing {
    let knitted = group.boolean("knitted");
    let gap = group.integer("gap");
    match (knitted, gap) {
        (false, 1) => Spacing::Free,
        (false, gap) => Spacing::Gap(gap),
        (true, 1) => Spacing::Knitted,
        (true, _) => {
            let message = "a group is knitted or has a gap, not both: knitted tiles of a suit \
                           differ by three at least";
            group.fault(group.origin_of("gap"), message.to_owned());
            Spacing::Knitted
        }
    }
}

/// Reports what does not go together within one group.
fn check_pattern(group: &Reader<'_>, pattern: &Pattern, runs: &[RunSort]) {
    // Wild tiles and a wait's name go with every group; runs are read with the rule set's.
    let Pattern { sort, count, kinds, apart, runs: _, wilds: _, wait: _ } = pattern;
    let PatternSort::Groups(types) = sort else {
        if *count != Count::Exactly(1) {
            let message = "there is one group of type \"rest\" or none".to_owned();
            group.fault(group.origin_of("count"), message);
        }
        if let PatternSort::Rest { size: RestSize::Exactly(size), least_wilds, .. } = sort
            && least_wilds > size
        {
            let message = format!("of {size} tiles {least_wilds} cannot be wild");
            group.fault(group.origin_of("least_wilds"), message);
        }
        for key in ["runs", "gap", "knitted"] {
            group.refuse(key, "groups of other types than \"rest\"");
        }
        return;
    };
    for key in ["size", "tiles", "least_wilds"] {
        group.refuse(key, "type = \"rest\" alone");
    }
    if *count == Count::Melds && types.first().and_then(|first| first.size()) != Some(3) {
        let message = "count = \"melds\" goes with meld, triplet and run: groups of three tiles";
        group.fault(group.origin_of("count"), message.to_owned());
    }
    if !types.contains(&GroupType::Run) {
        group.refuse("runs", "type = \"meld\" or \"run\"");
    }
    if matches!(apart, Spacing::Gap(_)) && *types != [GroupType::Single] {
        group.refuse("gap", "type = \"single\" alone");
    }
    if *apart == Spacing::Knitted && *types != [GroupType::Single] && *types != [GroupType::Run] {
        group.refuse("knitted", "type = \"single\" or \"run\" alone");
    }
    if *apart == Spacing::Knitted
        && *types == [GroupType::Run]
        && pattern.run_sorts(runs) != [RunSort::Knitted]
    {
        group.refuse("knitted", "type = \"single\", or runs = \"knitted\" in the same group");
    }
    let fits = |group: &GroupType| match group {
        GroupType::Run => {
            let mut all = pattern.run_sorts(runs).iter().flat_map(|sort| sort.runs());
            all.any(|run| run.iter().all(|&kind| kinds.contains(kind)))
        }
        _ => !kinds.is_empty(),
    };
    // Before a tile is turned up, what is said of the wild kinds is said of none.
    let names_wild = || super::kinds::kinds(group, "kinds").is_some_and(|named| named.names_wild());
    let waits_for_flip = kinds.is_empty() && names_wild();
    if !types.is_empty() && !types.iter().any(fits) && !waits_for_flip {
        let key = if group.has("kinds") { "kinds" } else { "type" };
        let message = format!("no group of this type can be made of the kinds {kinds}");
        group.fault(group.origin_of(key), message);
    }
}

/// The names that the wait of a partial group may have: those of groups with as many tiles.
fn wait_shapes(sort: PatternSort) -> impl Iterator<Item = WaitShape> {
    use WaitShape::{
        Any, Kanchan, OrphansSingle, OrphansThirteen, Penchan, RunOther, Ryanmen, SevenPairs,
        Shanpon, Tanki,
    };
    let of_type = |group: &GroupType| -> &'static [WaitShape] {
        match group {
            GroupType::Single => &[OrphansSingle],
            GroupType::Pair => &[Tanki, SevenPairs, OrphansThirteen],
            GroupType::Triplet | GroupType::Kan => &[Shanpon],
            GroupType::Run => &[Ryanmen, Kanchan, Penchan, RunOther],
            GroupType::Rest => &[Any],
        }
    };
    let rest: &[GroupType] = &[GroupType::Rest];
    let types = if types(sort).is_empty() { rest } else { types(sort) };
    types.iter().flat_map(of_type).copied()
}
