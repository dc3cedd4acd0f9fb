//! Other spellings of the notation's characters, as hands are pasted from elsewhere: full-width forms,
//! kanji and the various commas and hyphens.

use crate::tile::{Kind, Suit, Tile};

/// The separator, for which every comma and hyphen stands.
pub(super) const SEPARATOR: char = ',';

/// The notation's own character for one that means the same; any other character as it is.
pub(super) fn plain(character: char) -> char {
    match half_width(character) {
        '一' => '1',
        '二' => '2',
        '三' => '3',
        '四' => '4',
        '五' => '5',
        '六' => '6',
        '七' => '7',
        '八' => '8',
        '九' => '9',
        '萬' | '万' => Suit::Man.letter(),
        '筒' | '餅' | '饼' => Suit::Pin.letter(),
        '索' | '條' | '条' => Suit::Sou.letter(),
        // Commas; hyphen-minus, hyphen, non-breaking hyphen, en dash and minus sign.
        ',' | '、' | '-' | '\u{2010}' | '\u{2011}' | '\u{2013}' | '\u{2212}' => SEPARATOR,
        other => other,
    }
}

/// The ASCII character of a full-width form; any other character as it is.
pub(super) fn half_width(character: char) -> char {
    match character {
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(u32::from(character) - 0xFF01 + 0x21).unwrap_or(character)
        }
        other => other,
    }
}

/// The tile of an honour's kanji, traditional, Japanese or simplified.
pub(super) fn honour(character: char) -> Option<Tile> {
    let number = match character {
        '東' | '东' => 1,
        '南' => 2,
        '西' => 3,
        '北' => 4,
        '白' => 5,
        '發' | '発' | '发' => 6,
        '中' => 7,
        _ => return None,
    };
    Kind::new(Suit::Honour, number).map(Tile::plain)
}
