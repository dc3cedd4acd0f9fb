//! The drawn tiles: parts of the sprite put together.

use ginga::Tile;

/// What `assets/tiles/draw.py` draws: one symbol a line.
const SPRITE: &str = include_str!("../assets/web/tiles.svg");

/// The line of a symbol, such as `t5p`.
pub fn symbol(id: &str) -> Option<&'static str> {
    let of = |line: &&str| {
        let rest = line.strip_prefix("<symbol id=\"");
        rest.and_then(|rest| rest.split('"').next()) == Some(id)
    };
    SPRITE.lines().find(of)
}

/// The symbols that a tile is put together from, the lowest first.
pub fn layers(tile: Tile) -> Vec<String> {
    let face = tile.kind().map_or_else(|| "tj".to_owned(), |kind| format!("t{kind}"));
    if tile.is_galaxy() {
        vec!["tblue".to_owned(), face, "tstar".to_owned()]
    } else {
        vec!["tplain".to_owned(), face]
    }
}

/// A tile of the page as a picture of its own, by its name: a tile in the notation, a red five, or
/// `back`.
#[cfg(feature = "serve")]
pub fn picture(name: &str) -> Option<String> {
    let layers = match name {
        "back" => vec!["tback".to_owned()],
        "0m" | "0p" | "0s" => vec!["tplain".to_owned(), format!("t{name}")],
        _ => layers(Tile::all().find(|tile| tile.to_string() == name)?),
    };
    let drawn = layers.iter().map(|id| {
        let inner = symbol(id)?.split_once('>')?.1;
        inner.strip_suffix("</symbol>")
    });
    let drawn: String = drawn.collect::<Option<String>>()?;
    Some(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80" width="60" height="80">{drawn}</svg>"#
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_all_its_parts() {
        for tile in Tile::all() {
            for layer in layers(tile) {
                assert!(symbol(&layer).is_some(), "{layer}");
            }
        }
        assert!(symbol("tback").is_some());
        assert!(symbol("t9z").is_none());
    }

    #[cfg(feature = "serve")]
    #[test]
    fn pictures_have_names_of_tiles_alone() {
        for name in ["1m", "9S", "7z", "j", "0p", "back"] {
            assert!(picture(name).unwrap().ends_with("</svg>"), "{name}");
        }
        for name in ["", "0M", "8z", "plain", "star", "1m1m", "../1m"] {
            assert!(picture(name).is_none(), "{name}");
        }
    }
}
