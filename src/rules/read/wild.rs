//! What each physical tile may be used as: `[wild]`, `[blue]`, `[jokers]`, `[classes]`.

use super::kinds::{Kinds, kinds, kinds_of};
use super::{is_name, read_types};
use crate::group::GroupTypes;
use crate::notation::parse_kinds;
use crate::rules::Stock;
use crate::rules::fault::Origin;
use crate::rules::flip::{Cycles, Step, follow};
use crate::rules::keys::MOST_TILES;
use crate::rules::tree::Reader;
use crate::rules::wild::{CALLED_TYPES, GROUP_TYPES, Use};
use crate::tile::{Kind, KindSet, Tile};
use std::collections::BTreeMap;

/// What a rule file says of wild tiles.
pub(super) struct Wild {
    /// What each tile may be used as, by its index.
    pub uses: [Use; Tile::COUNT],
    pub laizi: KindSet,
    pub most: u8,
    pub fifth_copy: bool,
    pub flips: bool,
    pub blue_is_redefined: bool,
}

/// Reads the tables of wild tiles; `more_wild` are kinds that the caller makes wild.
pub(super) fn read(root: &Reader<'_>, stock: &mut Stock, more_wild: KindSet) -> Wild {
    let table = root.table_or_empty("wild");
    let mut wild = Wild {
        uses: [Use::anywhere(KindSet::EMPTY); Tile::COUNT],
        laizi: more_wild,
        most: table.limit("most").unwrap_or(MOST_TILES),
        fifth_copy: table.boolean("fifth_copy"),
        flips: false,
        blue_is_redefined: false,
    };
    for tile in stock.kinds.iter().map(Tile::plain) {
        wild.uses[tile.index()] = Use::anywhere(own(tile));
    }
    let named = kinds(&table, "kinds").unwrap_or_default();
    if named.names_wild() {
        let message = "wild.kinds says which kinds are wild, it cannot name them so";
        table.fault(table.origin_of("kinds"), message.to_owned());
    }
    let flipped = read_flip(&table, stock, &mut wild.flips);
    wild.laizi = wild.laizi.union(named.within(stock.kinds)).union(flipped);
    for kind in wild.laizi.without(stock.kinds).iter() {
        let added = more_wild.contains(kind);
        let origin = if added { Origin::AddedWild } else { table.origin_of("kinds") };
        root.fault(origin, format!("wild.kinds: {kind} is not in the tile set"));
    }
    read_classes(root, stock, &mut wild);
    let laizi = Meaning::read(&table);
    let key = "joker_stands_for";
    let jokers = Meaning { stands_for: read_stands_for(&table, key), ..laizi.clone() };
    let context = Context { deck: stock.kinds, laizi: wild.laizi };
    for tile in wild.laizi.intersection(stock.kinds).iter().map(Tile::plain) {
        laizi.give(tile, &context, &mut wild.uses);
    }
    jokers.give(Tile::JOKER, &context, &mut wild.uses);
    check(&table, "stands_for", stock, &wild, |tile| {
        tile.kind().is_some_and(|kind| !tile.is_galaxy() && wild.laizi.contains(kind))
    });
    check(&table, key, stock, &wild, |tile| tile == Tile::JOKER);
    read_blue(root, stock, &mut wild);
    read_jokers(root, stock, &mut wild);
    table.finish();
    wild
}

/// The kind on the tile's face.
fn own(tile: Tile) -> KindSet {
    tile.kind().into_iter().collect()
}

/// What the words of `stands_for` refer to.
struct Context {
    deck: KindSet,
    laizi: KindSet,
}

/// What the tiles of a table may be used as, and where.
#[derive(Clone)]
struct Meaning {
    stands_for: Kinds,
    own_kind: bool,
    groups: GroupTypes,
    called: GroupTypes,
    counts_as_wild: bool,
}

impl Meaning {
    fn read(table: &Reader<'_>) -> Meaning {
        Meaning {
            stands_for: read_stands_for(table, "stands_for"),
            own_kind: table.boolean("own_kind"),
            groups: read_types(table, "groups", &GROUP_TYPES),
            called: read_types(table, "called_groups", &CALLED_TYPES),
            counts_as_wild: true,
        }
    }

    /// Gives the meaning to a tile. A list means exactly its kinds; words leave out the own kind where
    /// `own_kind` forbids it.
    fn give(&self, tile: Tile, context: &Context, uses: &mut [Use; Tile::COUNT]) {
        let listed = self.stands_for.with(context.deck, context.laizi);
        let kinds = match self.own_kind {
            true => listed.union(own(tile)),
            false if self.stands_for.is_list() => listed,
            false => listed.without(own(tile)),
        };
        uses[tile.index()] = self.with(kinds);
    }

    /// The use as these kinds, in the groups that the table says.
    fn with(&self, kinds: KindSet) -> Use {
        let &Meaning { groups, called, counts_as_wild, .. } = self;
        Use { kinds, groups, called, counts_as_wild }
    }
}

/// What tiles may be used as; every kind of the set where that is not said, or said wrongly.
fn read_stands_for(table: &Reader<'_>, key: &str) -> Kinds {
    kinds(table, key).unwrap_or_else(Kinds::all)
}

/// Reports tiles of the set that may be used as nothing.
fn check(
    table: &Reader<'_>,
    key: &str,
    stock: &Stock,
    wild: &Wild,
    concerns: impl Fn(Tile) -> bool,
) {
    let present = |tile: &Tile| stock.copies[tile.index()] > 0 && concerns(*tile);
    for tile in Tile::all().filter(present) {
        if wild.uses[tile.index()].kinds.is_empty() {
            table
                .fault(table.origin_of(key), format!("the wild tile {tile} may stand for nothing"));
        }
    }
}

/// Blue tiles: their galaxy class, unless `[blue]` says otherwise.
fn read_blue(root: &Reader<'_>, stock: &Stock, wild: &mut Wild) {
    let table = root.table_or_empty("blue");
    let meaning = Meaning::read(&table);
    let said = table.has("stands_for");
    wild.blue_is_redefined = said || !meaning.own_kind;
    let class = |kind: Kind| kind.galaxy_class().intersection(stock.kinds);
    let context = Context { deck: stock.kinds, laizi: wild.laizi };
    for kind in stock.kinds.iter() {
        let tile = Tile::galaxy(kind);
        if said {
            meaning.give(tile, &context, &mut wild.uses);
        } else if meaning.own_kind {
            wild.uses[tile.index()] = meaning.with(class(kind));
        } else {
            wild.uses[tile.index()] = meaning.with(class(kind).without(own(tile)));
        }
    }
    check(&table, "stands_for", stock, wild, Tile::is_galaxy);
    table.finish();
}

/// Joker classes: `[jokers.a]` declares the tile `ja`.
fn read_jokers(root: &Reader<'_>, stock: &mut Stock, wild: &mut Wild) {
    let Some(jokers) = root.table("jokers") else { return };
    for (name, table) in jokers.tables() {
        let mut letters = name.chars();
        let tile = letters.next().and_then(Tile::joker_of).filter(|_| letters.next().is_none());
        let Some(tile) = tile else {
            let message =
                format!("a joker class is one letter from a to z other than j, not {name:?}");
            table.fault(table.origin, message);
            continue;
        };
        stock.copies[tile.index()] = table.integer("copies");
        if !table.boolean("drawn") {
            stock.undrawn.insert(tile);
        }
        let meaning = Meaning { own_kind: true, ..Meaning::read(&table) };
        table.refuse("own_kind", "tiles that have a kind: a joker has none");
        let context = Context { deck: stock.kinds, laizi: wild.laizi };
        meaning.give(tile, &context, &mut wild.uses);
        check(&table, "stands_for", stock, wild, |other| other == tile);
        table.finish();
    }
    jokers.finish();
}

/// Further meanings of plain tiles: limited wild tiles and stand-ins. A kind that is wild is not
/// concerned.
fn read_classes(root: &Reader<'_>, stock: &Stock, wild: &mut Wild) {
    let Some(classes) = root.table("classes") else { return };
    let mut class_of: BTreeMap<Kind, &str> = BTreeMap::new();
    for (name, table) in classes.tables() {
        if !is_name(name) {
            let message =
                format!("a class's name has letters, digits, - and _ alone, not {name:?}");
            table.fault(table.origin, message);
        }
        let enabled = table.boolean("enabled");
        for key in ["kinds", "stands_for"] {
            if !table.has(key) {
                let message = format!("the class {name} needs {key}");
                table.fault(table.origin, message);
            }
        }
        let meaning = Meaning::read(&table);
        let named = kinds(&table, "kinds").unwrap_or_default();
        if table.has("kinds") && (named.names_wild() || named.within(KindSet::ALL).is_empty()) {
            let message = format!("classes.{name}.kinds names no kind; wild kinds have [wild]");
            table.fault(table.origin_of("kinds"), message);
        }
        let counts_as_wild = table.boolean("counts_as_wild");
        let meaning = Meaning { counts_as_wild, ..meaning };
        let context = Context { deck: stock.kinds, laizi: wild.laizi };
        for kind in named.within(stock.kinds).iter() {
            let origin = table.origin_of("kinds");
            if !enabled {
                break;
            }
            if !stock.kinds.contains(kind) {
                table.fault(origin, format!("classes.{name}.kinds: {kind} is not in the tile set"));
            } else if let Some(other) = class_of.insert(kind, name) {
                let message = format!("{kind} is of two classes, {other} and {name}");
                table.fault(origin, message);
            } else if !wild.laizi.contains(kind) {
                let tile = Tile::plain(kind);
                let waits_for_flip = meaning.stands_for.names_wild() && wild.laizi.is_empty();
                if waits_for_flip {
                    // Nothing is wild yet: the tile is what it is.
                    continue;
                }
                meaning.give(tile, &context, &mut wild.uses);
                check(&table, "stands_for", stock, wild, |other| other == tile);
            }
        }
        table.finish();
    }
    classes.finish();
}

/// The kinds that the tiles turned up make wild; the tiles themselves are out of the game.
fn read_flip(table: &Reader<'_>, stock: &mut Stock, flips: &mut bool) -> KindSet {
    let steps = table.words("flip", &Step::NAMES);
    // An empty `flip` says that no tile is turned up, whatever single kinds would make wild.
    let none = steps.as_ref().is_some_and(Vec::is_empty);
    let steps = steps.unwrap_or_default();
    let cycles = read_cycles(table);
    let mut listed =
        table.table("flips").map(|flips| read_flips(&flips, stock)).unwrap_or_default();
    if none {
        listed.clear();
    }
    let out = table.boolean("flip_out");
    *flips = !steps.is_empty() || !listed.is_empty();
    let flipped = kinds(table, "flipped").unwrap_or_default();
    if flipped.names_wild() {
        let message = "wild.flipped says what makes kinds wild, it cannot name them so".to_owned();
        table.fault(table.origin_of("flipped"), message);
    }
    let flipped = flipped.within(stock.kinds);
    let origin = table.origin_of("flipped");
    if !*flips && !flipped.is_empty() {
        let message = "these rules have no wild.flip: a tile turned up makes nothing wild; \
                       say flip = \"next\", or name the wild kinds by wild.kinds";
        table.fault(origin, message.to_owned());
    }
    let mut wild = KindSet::EMPTY;
    for kind in flipped.iter() {
        if !stock.kinds.contains(kind) {
            table.fault(origin, format!("wild.flipped: {kind} is not in the tile set"));
            continue;
        }
        if out {
            let copies = &mut stock.copies[Tile::plain(kind).index()];
            *copies = copies.saturating_sub(1);
        }
        if let Some(kinds) = listed.get(&kind) {
            wild = wild.union(*kinds);
            continue;
        }
        for &step in &steps {
            match follow(step, kind, stock.kinds, &cycles) {
                Some(kind) => wild.insert(kind),
                None => table.fault(
                    origin,
                    format!(
                        "wild.flipped: no cycle says what comes after {kind}; add it to wild.cycles"
                    ),
                ),
            }
        }
    }
    wild
}

/// The honours' cycles.
fn read_cycles(table: &Reader<'_>) -> Cycles {
    let mut cycles = Cycles::new();
    for (text, origin) in table.texts("cycles").unwrap_or_default() {
        // Only plain tiles name kinds; in what order they come, the tiles themselves say.
        let (Some(kinds), Ok(tiles)) =
            (kinds_of(table, text, origin), crate::notation::parse_tiles(text, None))
        else {
            continue;
        };
        if kinds.is_empty() {
            table.fault(origin, "a cycle of wild.cycles has no kind".to_owned());
        }
        let cycle: Vec<Kind> = tiles.iter().filter_map(|placed| placed.tile.kind()).collect();
        let repeated = |kind: &Kind| {
            let here = cycle.iter().filter(|other| *other == kind).count();
            here > 1 || cycles.iter().any(|cycle: &Vec<Kind>| cycle.contains(kind))
        };
        if let Some(kind) = cycle.iter().find(|kind| repeated(kind)) {
            table.fault(origin, format!("wild.cycles has {kind} twice"));
        }
        if let Some(kind) = cycle.iter().find(|kind| kind.suit().is_numbered()) {
            let message = format!("wild.cycles orders honours; {kind} goes round in its suit");
            table.fault(origin, message);
        }
        cycles.push(cycle);
    }
    cycles
}

/// What single kinds make wild when they are turned up, whatever the steps say.
fn read_flips(table: &Reader<'_>, stock: &Stock) -> BTreeMap<Kind, KindSet> {
    let mut flips = BTreeMap::new();
    for (name, origin) in table.names() {
        let to = kinds(table, name).unwrap_or_default();
        if to.names_wild() {
            let message =
                format!("wild.flips.{name} says which kinds are wild, it cannot name them so");
            table.fault(table.origin_of(name), message);
        }
        let to = to.within(stock.kinds);
        match parse_kinds(name).map(|from| from.iter().collect::<Vec<_>>()).as_deref() {
            // A tile that the set lacks is never turned up.
            Ok([from]) if !stock.kinds.contains(*from) => {}
            Ok([from]) => {
                for kind in to.without(stock.kinds).iter() {
                    let message = format!("wild.flips.{name}: {kind} is not in the tile set");
                    table.fault(table.origin_of(name), message);
                }
                flips.insert(*from, to.intersection(stock.kinds));
            }
            _ => {
                let message =
                    format!("wild.flips goes from one kind, as in 7z = \"5z\", not {name:?}");
                table.fault(origin, message);
            }
        }
    }
    flips
}
