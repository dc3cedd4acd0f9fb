//! The rule variants, each said twice: as assignments for the crate, and in the test's own terms.

use super::brute::{Copies, Form, IsRun, Meaning, Part, Rule};
use ginga::{GroupType, Kind, Suit, Tile};
use std::collections::{BTreeMap, BTreeSet};

const MELD: [GroupType; 2] = [GroupType::Triplet, GroupType::Run];

/// A rule set in the making.
#[derive(Clone)]
pub struct Variant {
    pub set: Vec<String>,
    pub rule: Rule,
    deck: Vec<Kind>,
    plain: usize,
    blue: usize,
    copies: Vec<(Tile, usize)>,
    turned_up: Option<Tile>,
    jokers_drawn: bool,
    laizi: Vec<Kind>,
    laizi_kinds: Option<Vec<Kind>>,
    joker_kinds: Option<Vec<Kind>>,
    laizi_own: bool,
    groups: fn(GroupType) -> bool,
    called_groups: fn(GroupType) -> bool,
    blue_kinds: Option<Vec<Kind>>,
    blue_own: bool,
    blue_groups: fn(GroupType) -> bool,
    classes: Vec<Class>,
    joker_classes: Vec<JokerClass>,
}

/// The letter, how many there are and whether they are drawn, what they stand for and in which groups.
type JokerClass = (char, usize, bool, Vec<Kind>, fn(GroupType) -> bool);

#[derive(Clone)]
struct Class {
    kind: Kind,
    /// `None` for the wild kinds.
    kinds: Option<Vec<Kind>>,
    own: bool,
    groups: fn(GroupType) -> bool,
    counts: bool,
}

/// One thing that rules may say; two of one topic do not go together.
pub struct Feature {
    pub name: &'static str,
    pub topic: &'static str,
    pub deck: &'static str,
    pub apply: fn(&mut Variant),
}

/// Kinds of the notation, read by the test itself.
pub fn kinds(text: &str) -> Vec<Kind> {
    let mut numbers = Vec::new();
    let mut kinds = Vec::new();
    for letter in text.chars() {
        match (letter.to_digit(10), Suit::from_letter(letter)) {
            (Some(digit), _) => numbers.push(digit as u8),
            (_, Some(suit)) => {
                kinds.extend(numbers.drain(..).map(|number| Kind::new(suit, number).unwrap()));
            }
            _ => panic!("{text}"),
        }
    }
    kinds
}

fn kind(text: &str) -> Kind {
    kinds(text)[0]
}

fn anywhere(_: GroupType) -> bool {
    true
}

fn part(types: &[GroupType], count: Option<usize>) -> Part {
    Part {
        types: types.to_vec(),
        count,
        kinds: |_| true,
        wilds: true,
        runs: None,
        apart: |_, _| true,
        least_wilds: 0,
    }
}

fn form(name: &'static str, parts: Vec<Part>) -> Form {
    Form {
        name,
        parts,
        twins: false,
        suits: None,
        most: None,
        own: None,
        called: None,
        least_called: 0,
    }
}

fn melds_and_pair() -> Vec<Part> {
    vec![part(&MELD, None), part(&[GroupType::Pair], Some(1))]
}

fn number(kind: Kind) -> i8 {
    kind.number() as i8
}

fn is_numbered(kind: Kind) -> bool {
    kind.suit() != Suit::Honour
}

fn one_suit(run: [Kind; 3]) -> bool {
    is_numbered(run[0]) && run.iter().all(|kind| kind.suit() == run[0].suit())
}

fn suit_run(run: [Kind; 3]) -> bool {
    one_suit(run) && number(run[1]) == number(run[0]) + 1 && number(run[2]) == number(run[0]) + 2
}

fn knitted_run(run: [Kind; 3]) -> bool {
    one_suit(run) && [1, 2, 3].contains(&number(run[0])) && {
        number(run[1]) == number(run[0]) + 3 && number(run[2]) == number(run[0]) + 6
    }
}

fn are_honours(run: [Kind; 3], numbers: std::ops::RangeInclusive<u8>) -> bool {
    run.iter().all(|kind| !is_numbered(*kind) && numbers.contains(&kind.number()))
}

/// Knitted tiles: tiles of a suit are alike when divided by three, those of two suits are not.
fn knitted(one: Kind, other: Kind) -> bool {
    !is_numbered(one) || !is_numbered(other) || {
        (one.suit() == other.suit()) == ((number(one) - number(other)) % 3 == 0)
    }
}

fn knitted_runs_apart(one: Kind, other: Kind) -> bool {
    one.suit() != other.suit() && number(one) % 3 != number(other) % 3
}

fn three_apart(one: Kind, other: Kind) -> bool {
    !is_numbered(one) || one.suit() != other.suit() || (number(one) - number(other)).abs() >= 3
}

impl Variant {
    /// Five kinds of wild tiles or none: one laizi, two jokers, any kind.
    pub fn new(features: &[&Feature]) -> Variant {
        const SMALL: &str = "12345m123s1234567z";
        let deck = features.iter().map(|feature| feature.deck).find(|deck| !deck.is_empty());
        let deck = deck.unwrap_or(SMALL);
        let mut variant = Variant {
            set: vec![
                format!("tiles.kinds={deck}"),
                "tiles.jokers=2".into(),
                "wild.kinds=5z".into(),
            ],
            rule: Rule {
                stock: BTreeMap::new(),
                meaning: BTreeMap::new(),
                runs: vec![suit_run],
                forms: vec![form("standard", melds_and_pair())],
                most: None,
                fifth: true,
                calls: anywhere,
                absent: |_| false,
                suits: 3,
                dead_count: false,
            },
            deck: kinds(deck),
            plain: 4,
            blue: 0,
            copies: Vec::new(),
            turned_up: None,
            jokers_drawn: false,
            laizi: kinds("5z"),
            laizi_kinds: None,
            joker_kinds: None,
            laizi_own: true,
            groups: anywhere,
            called_groups: anywhere,
            blue_kinds: None,
            blue_own: true,
            blue_groups: anywhere,
            classes: Vec::new(),
            joker_classes: Vec::new(),
        };
        features.iter().for_each(|feature| (feature.apply)(&mut variant));
        variant.finish();
        variant
    }

    fn say(&mut self, assignments: &[&str]) {
        self.set.extend(assignments.iter().map(|text| text.to_string()));
    }

    /// From what was said to what each tile may be.
    fn finish(&mut self) {
        let deck: BTreeSet<Kind> = self.deck.iter().copied().collect();
        let meaning = |kinds: BTreeSet<Kind>, groups, called, counts| Meaning {
            kinds,
            groups,
            called,
            counts,
        };
        // A list with `own_kind = false` is exactly its kinds; a word leaves the own kind out.
        let of = |listed: &Option<Vec<Kind>>, own: bool, kind: Option<Kind>| {
            let mut kinds: BTreeSet<Kind> = match listed {
                Some(kinds) => kinds.iter().copied().collect(),
                None => deck.iter().copied().filter(|&other| Some(other) != kind).collect(),
            };
            kinds.extend(kind.filter(|_| own));
            kinds
        };
        for &kind in &deck {
            let own = BTreeSet::from([kind]);
            let class = self.classes.iter().find(|class| class.kind == kind);
            let plain = if self.laizi.contains(&kind) {
                let kinds = of(&self.laizi_kinds, self.laizi_own, Some(kind));
                meaning(kinds, self.groups, self.called_groups, true)
            } else if let Some(class) = class {
                let mut kinds: BTreeSet<Kind> =
                    class.kinds.as_ref().unwrap_or(&self.laizi).iter().copied().collect();
                kinds.extend(Some(kind).filter(|_| class.own));
                meaning(kinds, class.groups, anywhere, class.counts)
            } else {
                meaning(own, anywhere, anywhere, true)
            };
            let same_class = |other: &Kind| match (is_numbered(kind), is_numbered(*other)) {
                (true, true) => number(kind) == number(*other),
                (false, false) => (number(kind) < 5) == (number(*other) < 5),
                _ => false,
            };
            let class: Vec<Kind> = deck.iter().copied().filter(same_class).collect();
            let blue = match &self.blue_kinds {
                Some(_) => of(&self.blue_kinds, self.blue_own, Some(kind)),
                None => class.into_iter().filter(|&k| self.blue_own || k != kind).collect(),
            };
            let blue = meaning(blue, self.blue_groups, anywhere, true);
            let copies =
                [(Tile::plain(kind), self.plain, plain), (Tile::galaxy(kind), self.blue, blue)];
            for (tile, count, meaning) in copies {
                let said = self.copies.iter().find(|(other, _)| *other == tile);
                let copies = said.map_or(count, |(_, count)| *count);
                let copies = copies - usize::from(self.turned_up == Some(tile));
                if copies > 0 {
                    self.rule.stock.insert(tile, Copies { copies, drawn: true });
                    self.rule.meaning.insert(tile, meaning);
                }
            }
        }
        let jokers = of(&self.joker_kinds, true, None);
        let jokers = meaning(jokers, self.groups, self.called_groups, true);
        self.rule.stock.insert(Tile::JOKER, Copies { copies: 2, drawn: self.jokers_drawn });
        self.rule.meaning.insert(Tile::JOKER, jokers);
        for (letter, copies, drawn, kinds, groups) in &self.joker_classes {
            let tile = Tile::joker_of(*letter).unwrap();
            self.rule.stock.insert(tile, Copies { copies: *copies, drawn: *drawn });
            let kinds = kinds.iter().copied().collect();
            self.rule.meaning.insert(tile, meaning(kinds, *groups, anywhere, true));
        }
    }

    fn runs(&mut self, words: &str, runs: &[IsRun]) {
        self.set.push(format!("runs={words}"));
        self.rule.runs = runs.to_vec();
    }

    fn standard(&mut self, groups: &str, parts: Vec<Part>) {
        self.set.push(format!("forms.standard.groups=[{groups}]"));
        self.rule.forms[0].parts = parts;
    }

    /// A form instead of the standard one, or beside it where both are of one size.
    fn form(&mut self, groups: &str, parts: Vec<Part>) {
        self.set.push(format!("forms.own.groups=[{groups}]"));
        self.rule.forms.push(form("own", parts));
    }

    fn class(&mut self, name: &str, sets: &[&str], class: Class) {
        self.set.extend(sets.iter().map(|set| format!("classes.{name}.{set}")));
        self.classes.push(class);
    }
}

/// Two suits of nine and the third's middle, for tiles that must be apart.
const WIDE: &str = "123456789m1245789p36912s1234567z";

macro_rules! features {
    ($($topic:literal $name:literal $(in $deck:expr)? => $apply:expr;)*) => {
        pub const FEATURES: &[Feature] = &[$(Feature {
            name: $name,
            topic: $topic,
            deck: { #[allow(unused_variables)] let deck = ""; $(let deck = $deck;)? deck },
            apply: $apply,
        }),*];
    };
}

features! {
    "runs" "winds any three" => |v| v.runs("suit winds", &[suit_run, |run| are_honours(run, 1..=4)]);
    "runs" "winds in order" => |v| v.runs("suit winds-in-order", &[suit_run, |run| {
        are_honours(run, 1..=4) && number(run[2]) - number(run[0]) == 2
    }]);
    "runs" "dragons" => |v| v.runs("suit dragons", &[suit_run, |run| are_honours(run, 5..=7)]);
    "runs" "dragons alone" => |v| v.runs("dragons", &[|run| are_honours(run, 5..=7)]);
    "runs" "knitted" in WIDE => |v| v.runs("suit knitted", &[suit_run, knitted_run]);
    "runs" "listed" => |v| v.runs("1m3m5m 2m2s2z 1m2s3m suit", &[
        suit_run, |run| [kinds("135m"), kinds("2m2s2z"), kinds("13m2s")].iter().any(|r| r[..] == run),
    ]);
    "runs" "listed across suits" in "12345m123p123s123567z" => |v| v.runs("1m2m3p 1m2m3s 2m3m4m", &[
        |run| [kinds("12m3p"), kinds("12m3s"), kinds("234m")].iter().any(|r| r[..] == run),
    ]);
    "runs" "none" => |v| v.runs("none", &[]);
    "where" "in runs" => |v| { v.say(&["wild.groups=run"]); v.groups = |g| g == GroupType::Run; };
    "where" "in triplets" => |v| {
        v.say(&["wild.groups=triplet"]);
        v.groups = |g| g == GroupType::Triplet;
    };
    "where" "in no pair" => |v| {
        v.say(&["wild.groups=single triplet run"]);
        v.groups = |g| g != GroupType::Pair;
    };
    "where" "in pairs" => |v| { v.say(&["wild.groups=[\"pair\"]"]); v.groups = |g| g == GroupType::Pair; };
    "where" "nowhere" => |v| { v.say(&["wild.groups=none"]); v.groups = |_| false; };
    "where" "called in triplets" => |v| {
        v.say(&["wild.called_groups=triplet"]);
        v.called_groups = |g| g == GroupType::Triplet;
    };
    "where" "not called" => |v| {
        v.say(&["wild.called_groups=none", "wild.groups=any"]);
        v.called_groups = |_| false;
    };
    "calls" "triplets called" => |v| {
        v.say(&["calls=triplet"]);
        v.rule.calls = |g| g == GroupType::Triplet;
    };
    "calls" "one call at least" => |v| {
        v.say(&["forms.standard.least_called=1"]);
        v.rule.forms[0].least_called = 1;
    };
    "most" "no wild use" => |v| { v.say(&["wild.most=0"]); v.rule.most = Some(0); };
    "most" "one wild use" => |v| { v.say(&["wild.most=1"]); v.rule.most = Some(1); };
    "most" "two wild uses" => |v| { v.say(&["wild.most=2"]); v.rule.most = Some(2); };
    "most" "of a form" => |v| {
        v.say(&["wild.most=0", "forms.standard.most_wilds=1"]);
        v.rule.most = Some(0);
        v.rule.forms[0].most = Some(1);
    };
    "fifth" "no fifth copy" => |v| { v.say(&["wild.fifth_copy=false"]); v.rule.fifth = false; };
    "own" "not itself" => |v| { v.say(&["wild.own_kind=false"]); v.laizi_own = false; };
    "own" "itself in a form" => |v| {
        v.say(&["wild.own_kind=false", "forms.standard.own_kind=true"]);
        v.laizi_own = false;
        v.rule.forms[0].own = Some(true);
    };
    "own" "not itself in a form" => |v| {
        v.say(&["forms.standard.own_kind=false"]);
        v.rule.forms[0].own = Some(false);
    };
    "own" "listed without itself" => |v| {
        v.say(&["wild.own_kind=false", "wild.stands_for=12m5z", "wild.joker_stands_for=123s"]);
        v.laizi_own = false;
        v.laizi_kinds = Some(kinds("12m5z"));
        v.joker_kinds = Some(kinds("123s"));
    };
    "own" "kinds beyond the set" => |v| {
        v.say(&["wild.stands_for=12m 9p", "wild.joker_stands_for=89p7s"]);
        v.laizi_kinds = Some(kinds("12m9p"));
        v.joker_kinds = Some(kinds("89p7s"));
    };
    "class" "must stand in" => |v| v.class(
        "white", &["kinds=2z", "stands_for=3m", "own_kind=false", "counts_as_wild=false"],
        Class { kind: kind("2z"), kinds: Some(kinds("3m")), own: false, groups: anywhere, counts: false },
    );
    "class" "may stand in" => |v| v.class(
        "white", &["kinds=2z", "stands_for=3m1s", "counts_as_wild=false"],
        Class { kind: kind("2z"), kinds: Some(kinds("3m1s")), own: true, groups: anywhere, counts: false },
    );
    "class" "stands in for the wild kind" => |v| v.class(
        "white", &["kinds=2z", "stands_for=wild", "own_kind=false", "counts_as_wild=false"],
        Class { kind: kind("2z"), kinds: None, own: false, groups: anywhere, counts: false },
    );
    "class" "limited wilds" => |v| v.class(
        "limited", &["kinds=3z", "stands_for=12m3s", "groups=run triplet"],
        Class {
            kind: kind("3z"), kinds: Some(kinds("12m3s")), own: true,
            groups: |g| MELD.contains(&g), counts: true,
        },
    );
    "class" "a stand-in that is wild" => |v| v.class(
        "white", &["kinds=5z", "stands_for=1m", "own_kind=false"],
        Class { kind: kind("5z"), kinds: Some(kinds("1m")), own: false, groups: anywhere, counts: true },
    );
    "jokers" "a class" => |v| {
        v.say(&["jokers.a.copies=2", "jokers.a.stands_for=12m1z"]);
        v.joker_classes.push(('a', 2, true, kinds("12m1z"), anywhere));
    };
    "jokers" "a class in runs, another undrawn" => |v| {
        v.say(&["jokers.b.stands_for=12m1s", "jokers.b.groups=run"]);
        v.say(&["jokers.c.copies=1", "jokers.c.drawn=false", "jokers.c.stands_for=winds"]);
        v.joker_classes.push(('b', 4, true, kinds("12m1s"), |g| g == GroupType::Run));
        v.joker_classes.push(('c', 1, false, kinds("1234z"), anywhere));
    };
    "jokers" "drawn" => |v| { v.say(&["tiles.jokers_drawn=true"]); v.jokers_drawn = true; };
    "blue" "blue tiles" => |v| {
        v.say(&["tiles.plain=3", "tiles.blue=1"]);
        (v.plain, v.blue) = (3, 1);
    };
    "blue" "blue tiles redefined" => |v| {
        v.say(&["tiles.plain=3", "tiles.blue=1", "blue.stands_for=1m2s"]);
        (v.plain, v.blue, v.blue_kinds) = (3, 1, Some(kinds("1m2s")));
    };
    "blue" "blue tiles not themselves" => |v| {
        // 4m and 5m are alone in their classes: such tiles could be nothing.
        v.say(&["tiles.copies.4M=0", "tiles.copies.5M=0"]);
        v.say(&["tiles.plain=2", "tiles.blue=2", "blue.own_kind=false"]);
        v.copies.extend([(Tile::galaxy(kind("4m")), 0), (Tile::galaxy(kind("5m")), 0)]);
        (v.plain, v.blue, v.blue_own) = (2, 2, false);
    };
    "blue" "blue tiles in runs" => |v| {
        v.say(&["tiles.plain=3", "tiles.blue=1", "blue.groups=run"]);
        (v.plain, v.blue, v.blue_groups) = (3, 1, |g| g == GroupType::Run);
    };
    "absent" "void suit" => |v| { v.say(&["absent=sou"]); v.rule.absent = |k| k.suit() == Suit::Sou; };
    "absent" "no honours" => |v| { v.say(&["absent=honours"]); v.rule.absent = |k| !is_numbered(k); };
    "suits" "one suit" => |v| { v.say(&["max_suits=1"]); v.rule.suits = 1; };
    "suits" "one suit in a form" => |v| {
        v.say(&["forms.standard.max_suits=1"]);
        v.rule.forms[0].suits = Some(1);
    };
    "suits" "no suit in a form" => |v| {
        v.say(&["forms.standard.max_suits=0"]);
        v.rule.forms[0].suits = Some(0);
    };
    "dead" "dead waits count" => |v| { v.say(&["dead_waits=count"]); v.rule.dead_count = true; };
    "copies" "other copies" => |v| {
        v.say(&["tiles.copies={ 1m = 1, 2m = 5, 3Z = 2 }"]);
        let tiles = [Tile::plain(kind("1m")), Tile::plain(kind("2m")), Tile::galaxy(kind("3z"))];
        v.copies.extend(tiles.into_iter().zip([1, 5, 2]));
    };
    "copies" "a tile turned up" => |v| {
        v.say(&["wild.flip=next", "wild.flipped=5m", "wild.kinds="]);
        v.turned_up = Some(Tile::plain(kind("5m")));
        // After a suit's last kind in the set comes its first.
        v.laizi = if v.deck.contains(&kind("6m")) { kinds("6m") } else { kinds("1m") };
    };
    "copies" "jokers alone" => |v| { v.say(&["wild.kinds="]); v.laizi = Vec::new(); };
    "copies" "two kinds wild" => |v| { v.say(&["wild.kinds=14m"]); v.laizi = kinds("14m"); };
    "form" "no wild in the pair" => |v| v.standard(
        r#"{ type = "meld", count = "melds" }, { type = "pair", wilds = false }"#,
        vec![part(&MELD, None), Part { wilds: false, ..part(&[GroupType::Pair], Some(1)) }],
    );
    "form" "pairs of 2, 5, 8" => |v| v.standard(
        r#"{ type = "meld", count = "melds" }, { type = "pair", kinds = "258m258p258s" }"#,
        vec![part(&MELD, None), Part {
            kinds: |k| is_numbered(k) && number(k) % 3 == 2, ..part(&[GroupType::Pair], Some(1))
        }],
    );
    "form" "melds of runs, and their own" => |v| v.standard(
        r#"{ type = "run", count = "melds", runs = "suit winds" }, { type = "pair", kinds = "all -1m" }"#,
        vec![
            Part {
                runs: Some(|run| suit_run(run) || are_honours(run, 1..=4)),
                ..part(&[GroupType::Run], None)
            },
            Part { kinds: |k| k != kind("1m"), ..part(&[GroupType::Pair], Some(1)) },
        ],
    );
    "form" "a triplet without wilds, and runs" => |v| v.standard(
        r#"{ type = "triplet", wilds = false }, { type = "run", count = "melds" }, { type = "pair" }"#,
        vec![
            Part { wilds: false, ..part(&[GroupType::Triplet], Some(1)) },
            part(&[GroupType::Run], None),
            part(&[GroupType::Pair], Some(1)),
        ],
    );
    "form" "singles with a gap" in WIDE => |v| v.form(
        r#"{ type = "single", count = 5, gap = 3 }"#,
        vec![Part { apart: three_apart, ..part(&[GroupType::Single], Some(5)) }],
    );
    "form" "singles and honours without wilds" in WIDE => |v| v.form(
        r#"{ type = "single", count = 2, kinds = "honours", wilds = false },
           { type = "single", count = 3, kinds = "suited", gap = 3 }"#,
        vec![
            Part { kinds: |k| !is_numbered(k), wilds: false, ..part(&[GroupType::Single], Some(2)) },
            Part { kinds: is_numbered, apart: three_apart, ..part(&[GroupType::Single], Some(3)) },
        ],
    );
    "form" "knitted singles" in WIDE => |v| v.form(
        r#"{ type = "single", count = 8, knitted = true }"#,
        vec![Part { apart: knitted, ..part(&[GroupType::Single], Some(8)) }],
    );
    "form" "knitted runs, melds and a pair" in WIDE => |v| v.form(
        r#"{ type = "run", count = 2, runs = "knitted", knitted = true },
           { type = "meld", count = "melds" }, { type = "pair" }"#,
        [vec![Part {
            runs: Some(knitted_run), apart: knitted_runs_apart, ..part(&[GroupType::Run], Some(2))
        }], melds_and_pair()].concat(),
    );
    "form" "four pairs" => |v| v.form(
        r#"{ type = "pair", count = 4 }"#, vec![part(&[GroupType::Pair], Some(4))],
    );
    "form" "four pairs with twins" => |v| {
        v.form(r#"{ type = "pair", count = 4 }"#, vec![part(&[GroupType::Pair], Some(4))]);
        v.say(&["forms.own.quads_as_two_pairs=true", "forms.own.own_kind=true"]);
        (v.rule.forms[1].twins, v.rule.forms[1].own) = (true, Some(true));
    };
    "form" "a pair, three singles" => |v| {
        v.form(
            r#"{ type = "single", count = 3 }, { type = "pair" }"#,
            vec![part(&[GroupType::Single], Some(3)), part(&[GroupType::Pair], Some(1))],
        );
        v.say(&["forms.own.most_wilds=1"]);
        v.rule.forms[1].most = Some(1);
    };
    "form" "pairs and a triplet" => |v| v.form(
        r#"{ type = "pair", count = 4 }, { type = "triplet" }"#,
        vec![part(&[GroupType::Pair], Some(4)), part(&[GroupType::Triplet], Some(1))],
    );
    "form" "two pairs and a free tile" => |v| v.form(
        r#"{ type = "pair", count = 2 }, { type = "rest", size = 1 }"#,
        vec![part(&[GroupType::Pair], Some(2)), part(&[], Some(1))],
    );
    "form" "a free tile of some kinds" => |v| {
        v.form(
            r#"{ type = "pair", count = 2 }, { type = "rest", size = 1, kinds = "13m 2s 567z", wilds = false }"#,
            vec![part(&[GroupType::Pair], Some(2)), Part {
                kinds: |k| kinds("13m2s567z").contains(&k), wilds: false, ..part(&[], Some(1))
            }],
        );
        v.say(&["forms.own.max_suits=1"]);
        v.rule.forms[1].suits = Some(1);
    };
    "form" "a free wild tile" => |v| v.form(
        r#"{ type = "triplet" }, { type = "rest", size = 1, least_wilds = 1 }, { type = "single" }"#,
        vec![
            part(&[GroupType::Triplet], Some(1)),
            Part { least_wilds: 1, ..part(&[], Some(1)) },
            part(&[GroupType::Single], Some(1)),
        ],
    );
    "form" "any hand with two wilds" => |v| v.form(
        r#"{ type = "rest", size = "hand", least_wilds = 2 }"#,
        vec![Part { least_wilds: 2, ..part(&[], None) }],
    );
    "form" "any hand of simples, in one suit" => |v| {
        v.form(
            r#"{ type = "rest", size = "hand", kinds = "simples", least_wilds = 1 }"#,
            vec![Part {
                kinds: |k| is_numbered(k) && (2..9).contains(&number(k)), least_wilds: 1, ..part(&[], None)
            }],
        );
        v.say(&["forms.own.max_suits=1"]);
        v.rule.forms[1].suits = Some(1);
    };
    "form" "any hand in two suits" in "12345m123p123s123567z" => |v| {
        v.form(r#"{ type = "rest", size = "hand" }"#, vec![part(&[], None)]);
        v.say(&["forms.own.max_suits=2", "forms.standard.called=2"]);
        (v.rule.forms[1].suits, v.rule.forms[0].called) = (Some(2), Some(2));
    };
    "form" "one called meld" => |v| {
        v.form(
            r#"{ type = "pair", count = 1 }, { type = "run", count = 1 }"#,
            vec![part(&[GroupType::Pair], Some(1)), part(&[GroupType::Run], Some(1))],
        );
        v.say(&["forms.own.called=1", "forms.standard.called=0"]);
        (v.rule.forms[1].called, v.rule.forms[0].called) = (Some(1), Some(0));
    };
}
