//! Random hands as data that shrinks: groups and a pair of one rule set's kinds, some called, some
//! tiles exchanged for wild ones, now and then a stray tile; most are wins or one tile off.

use ginga::{Hand, Kind, Overrides, RuleSet, Suit, Tile, TileCounts};
use proptest::prelude::*;
use std::fmt;
use std::sync::LazyLock;

/// A rule set to draw hands from, closed under every renaming of the suits and the numbers.
pub struct Table {
    pub name: &'static str,
    pub set: &'static [&'static str],
    pub wild: &'static str,
    pub rules: RuleSet,
    /// How many jokers go into a hand at most.
    jokers: usize,
}

const ALL_FORMS: &[&str] =
    &["forms.seven-pairs.enabled=true", "forms.thirteen-orphans.enabled=true"];
const PAIR_OF_258: &[&str] =
    &[r#"forms.standard.groups=[{type="meld",count="melds"},{type="pair",kinds="258m258p258s"}]"#];
const GALAXY_HOUSE_RULES: &[&str] =
    &["forms.seven-pairs.quads_as_two_pairs=true", "forms.fourteen-blue.enabled=true"];
const FREE_FORM: &[&str] = &[r#"forms.free.groups=[{type="rest",size=5}]"#];

pub static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let table = |name, set, wild, jokers| Table {
        name,
        set,
        wild,
        rules: rules(name, set, &kinds(wild)),
        jokers,
    };
    vec![
        table("riichi", &[], "", 0),
        table("riichi", &["melds=5", "dead_waits=count"], "", 0),
        table("riichi", PAIR_OF_258, "", 0),
        table("galaxy", &[], "", 0),
        table("galaxy", GALAXY_HOUSE_RULES, "5m", 0),
        table("laizi", ALL_FORMS, "3p", 2),
        table("laizi", &[], "1m7z", 2),
        table("laizi", &["wild.own_kind=false"], "5s", 1),
        table("hongzhong", &[], "", 0),
        table("hongzhong", FREE_FORM, "", 0),
        table("sichuan", &[], "", 0),
        table("sichuan", &["tiles.jokers=4"], "9s", 1),
        table("chinitsu", &[], "", 0),
        table("chinitsu", &["forms.seven-pairs.enabled=true"], "", 0),
    ]
});

pub fn kinds(text: &str) -> Vec<Kind> {
    ginga::notation::parse_kinds(text).unwrap().iter().collect()
}

/// A built-in rule set with assignments such as `melds=5` and wild kinds.
pub fn rules(name: &str, set: &[&str], wild: &[Kind]) -> RuleSet {
    let mut overrides = Overrides::default();
    set.iter().for_each(|assignment| overrides.set(assignment).unwrap());
    overrides.add_wild(wild.iter().copied().collect());
    RuleSet::builtin_with(name, &overrides).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A called meld: its tiles and the kinds that they are read as.
#[derive(Clone, PartialEq, Eq)]
pub struct CalledMeld {
    pub tiles: Vec<Tile>,
    pub reading: Vec<Kind>,
    pub concealed_kan: bool,
}

impl fmt::Display for CalledMeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) = if self.concealed_kan { ('(', ')') } else { ('[', ']') };
        write!(f, "{open}")?;
        self.tiles.iter().try_for_each(|tile| write!(f, "{tile}"))?;
        write!(f, "=")?;
        self.reading.iter().try_for_each(|kind| write!(f, "{kind}"))?;
        write!(f, "{close}")
    }
}

/// A hand at a table, its tiles in some order.
#[derive(Clone, PartialEq, Eq)]
pub struct Deal {
    pub table: usize,
    pub tiles: Vec<Tile>,
    pub called: Vec<CalledMeld>,
}

impl Deal {
    pub fn table(&self) -> &'static Table {
        &TABLES[self.table]
    }

    pub fn rules(&self) -> &'static RuleSet {
        &self.table().rules
    }

    /// The hand under the table's rules.
    pub fn hand(&self) -> Hand {
        self.hand_under(self.rules())
    }

    pub fn hand_under(&self, rules: &RuleSet) -> Hand {
        Hand::parse(&self.to_string(), rules).unwrap_or_else(|error| panic!("{self}: {error}"))
    }

    /// True when the hand has 3n+2 concealed tiles.
    pub fn is_complete(&self) -> bool {
        self.tiles.len() % 3 == 2
    }

    /// The same hand with another tile in a place.
    pub fn with(&self, place: usize, tile: Tile) -> Deal {
        let mut deal = self.clone();
        deal.tiles[place] = tile;
        deal
    }

    pub fn without(&self, place: usize) -> Deal {
        let mut deal = self.clone();
        deal.tiles.remove(place);
        deal
    }

    pub fn and(&self, tile: Tile) -> Deal {
        let mut deal = self.clone();
        deal.tiles.push(tile);
        deal
    }

    /// How often the concealed hand and the called melds hold each tile.
    pub fn held(&self) -> TileCounts {
        self.called.iter().flat_map(|meld| &meld.tiles).chain(&self.tiles).copied().collect()
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tiles.iter().try_for_each(|tile| write!(f, "{tile}"))?;
        self.called.iter().try_for_each(|meld| write!(f, "{meld}"))
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { name, set, wild, .. } = self.table();
        write!(f, "{self} --rules {name} --set {set:?} --wild {wild:?}")
    }
}

/// The shape that a hand is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Standard,
    SevenPairs,
    Orphans,
    /// Blue tiles that need not fit together.
    Blue,
}

/// What a hand is made from; each number chooses among what the table offers.
#[derive(Debug, Clone)]
struct Recipe {
    shape: Shape,
    /// A bit for each suit that the kinds come from; none are all.
    suits: u8,
    /// Kind, and whether it begins a run.
    melds: Vec<(u8, bool)>,
    pairs: Vec<u8>,
    /// How many melds are called, and whether triplets among them are kans, concealed ones.
    called: usize,
    kans: (bool, bool),
    /// Places and what stands there instead: a wild tile that could be read the same.
    wilds: Vec<(u8, u8)>,
    jokers: Vec<u8>,
    stray: Option<(u8, u8)>,
    order: Vec<u8>,
    waiting: bool,
}

fn recipes() -> impl Strategy<Value = Recipe> {
    let shape = prop_oneof![
        12 => Just(Shape::Standard), 2 => Just(Shape::SevenPairs), 1 => Just(Shape::Orphans),
        1 => Just(Shape::Blue),
    ];
    let melds = prop_oneof![
        1 => prop::collection::vec(any::<(u8, bool)>(), 0..4),
        2 => prop::collection::vec(any::<(u8, bool)>(), 4..6),
    ];
    let called = prop_oneof![4 => Just(0usize), 1 => 1..3usize];
    let stray = prop_oneof![3 => Just(None), 1 => any::<(u8, u8)>().prop_map(Some)];
    let wilds = prop::collection::vec(any::<(u8, u8)>(), 0..4);
    let choices = (
        (shape, 0..16u8, melds, prop::collection::vec(any::<u8>(), 7)),
        (called, any::<(bool, bool)>(), wilds, prop::collection::vec(any::<u8>(), 0..3)),
        (stray, prop::collection::vec(any::<u8>(), 20), any::<bool>()),
    );
    choices.prop_map(
        |((shape, suits, melds, pairs), (called, kans, wilds, jokers), (stray, order, waiting))| {
            Recipe {
                shape,
                suits,
                melds,
                pairs,
                called,
                kans,
                wilds,
                jokers,
                stray,
                order,
                waiting,
            }
        },
    )
}

/// Hands of every table, of 3n+1 and 3n+2 concealed tiles.
pub fn deals() -> impl Strategy<Value = Deal> {
    (0..TABLES.len(), recipes())
        .prop_filter_map("the tile set has not so many", |(table, recipe)| recipe.deal(table))
}

/// Hands of 3n+2 concealed tiles.
pub fn complete_deals() -> impl Strategy<Value = Deal> {
    (0..TABLES.len(), recipes()).prop_filter_map("as above", |(table, recipe)| {
        Recipe { waiting: false, ..recipe }.deal(table)
    })
}

/// Hands of 3n+1 concealed tiles.
pub fn waiting_deals() -> impl Strategy<Value = Deal> {
    (0..TABLES.len(), recipes()).prop_filter_map("as above", |(table, recipe)| {
        Recipe { waiting: true, ..recipe }.deal(table)
    })
}

fn pick<T: Copy>(from: &[T], choice: u8) -> T {
    from[usize::from(choice) % from.len()]
}

impl Recipe {
    fn deal(&self, table: usize) -> Option<Deal> {
        let rules = &TABLES[table].rules;
        let mut deal = Deal { table, tiles: Vec::new(), called: Vec::new() };
        let kinds = self.kinds(rules);
        let full = rules.melds() == 4 && !rules.is_one_suit();
        match self.shape {
            Shape::SevenPairs if rules.melds() == 4 => {
                deal.tiles.extend(
                    self.pairs.iter().flat_map(|&at| [pick(&kinds, at); 2]).map(Tile::plain),
                );
            }
            Shape::Orphans if full => self.orphans(&kinds, &mut deal.tiles),
            Shape::Blue if full && rules.copies(Tile::galaxy(kinds[0])) > 0 => {
                let blue =
                    |place: u8| Tile::galaxy(pick(&kinds, self.pairs[0].wrapping_add(place)));
                deal.tiles.extend((0..14).map(blue));
            }
            _ => self.standard(rules, &kinds, &mut deal),
        }
        self.exchange(&TABLES[table], &mut deal);
        self.keep_to_copies(rules, &mut deal)?;
        let mut keyed: Vec<(u8, Tile)> =
            self.order.iter().copied().cycle().zip(deal.tiles).collect();
        keyed.sort_by_key(|(key, _)| *key);
        deal.tiles = keyed.into_iter().map(|(_, tile)| tile).collect();
        if self.waiting {
            deal.tiles.pop();
        }
        Hand::parse(&deal.to_string(), rules).ok()?;
        Some(deal)
    }

    /// The kinds that the groups come from.
    fn kinds(&self, rules: &RuleSet) -> Vec<Kind> {
        let of_set = |kind: &Kind| rules.copies(Tile::plain(*kind)) > 0;
        let chosen = |kind: &Kind| {
            if rules.is_one_suit() {
                kind.suit() == Suit::NUMBERED[usize::from(self.suits) % 3]
            } else {
                self.suits == 0 || self.suits >> kind.suit() as u8 & 1 == 1
            }
        };
        let kinds: Vec<Kind> = Kind::all().filter(of_set).filter(chosen).collect();
        if kinds.is_empty() { Kind::all().filter(of_set).collect() } else { kinds }
    }

    fn standard(&self, rules: &RuleSet, kinds: &[Kind], deal: &mut Deal) {
        let melds = self.melds.iter().take(usize::from(rules.melds()));
        for (number, &(at, run)) in melds.enumerate() {
            let first = pick(kinds, at);
            let in_set = |kind: &Kind| rules.copies(Tile::plain(*kind)) > 0;
            let run = [Some(first), first.shifted(1), first.shifted(2)]
                .map(|kind| kind.filter(|kind| run && in_set(kind)));
            let mut reading = match run {
                [Some(first), Some(second), Some(third)] => vec![first, second, third],
                _ => vec![first; 3],
            };
            if number >= self.called {
                deal.tiles.extend(reading.into_iter().map(Tile::plain));
                continue;
            }
            let kan = reading[0] == reading[2] && self.kans.0;
            if kan {
                reading.push(first);
            }
            let tiles = reading.iter().copied().map(Tile::plain).collect();
            deal.called.push(CalledMeld { tiles, reading, concealed_kan: kan && self.kans.1 });
        }
        deal.tiles.extend([Tile::plain(pick(kinds, self.pairs[0])); 2]);
    }

    fn orphans(&self, kinds: &[Kind], tiles: &mut Vec<Tile>) {
        let orphan = |kind: &Kind| !kind.suit().is_numbered() || matches!(kind.number(), 1 | 9);
        let orphans: Vec<Kind> = Kind::all().filter(orphan).collect();
        tiles.extend(orphans.iter().copied().map(Tile::plain));
        // One of them again, or a kind that belongs not to them.
        let again =
            if self.kans.0 { pick(kinds, self.pairs[1]) } else { pick(&orphans, self.pairs[1]) };
        tiles.push(Tile::plain(again));
    }

    /// Puts wild tiles, jokers and a stray tile in the places of others.
    fn exchange(&self, table: &Table, deal: &mut Deal) {
        let rules = &table.rules;
        let wild: Vec<Tile> =
            Tile::all().filter(|&tile| tile != Tile::JOKER && rules.is_wild(tile)).collect();
        let called = deal.called.iter_mut().flat_map(|meld| &mut meld.tiles);
        let mut places: Vec<&mut Tile> = deal.tiles.iter_mut().chain(called).collect();
        let size = places.len();
        for &(place, choice) in &self.wilds {
            let tile = &mut places[usize::from(place) % size];
            let Some(kind) = tile.kind() else { continue };
            let fitting = |other: &&Tile| rules.stands_for(**other).contains(kind);
            let fitting: Vec<Tile> = wild.iter().filter(fitting).copied().collect();
            if !fitting.is_empty() {
                **tile = pick(&fitting, choice);
            }
        }
        let concealed = deal.tiles.len();
        for &place in self.jokers.iter().take(table.jokers) {
            deal.tiles[usize::from(place) % concealed] = Tile::JOKER;
        }
        if let Some((place, kind)) = self.stray {
            deal.tiles[usize::from(place) % concealed] =
                Tile::plain(pick(&self.kinds(rules), kind));
        }
    }

    /// Where a tile comes too often, its blue copy takes the place; `None` where that is none.
    fn keep_to_copies(&self, rules: &RuleSet, deal: &mut Deal) -> Option<()> {
        let mut seen = TileCounts::EMPTY;
        let called = deal.called.iter_mut().flat_map(|meld| &mut meld.tiles);
        for tile in called.chain(&mut deal.tiles) {
            let blue = tile.kind().map(Tile::galaxy);
            let free = |other: &Tile| seen.get(*other) < rules.copies(*other);
            *tile = [Some(*tile), blue].into_iter().flatten().find(free)?;
            seen.add(*tile);
        }
        Some(())
    }
}
