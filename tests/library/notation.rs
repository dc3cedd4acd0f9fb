//! Hands as they are pasted from elsewhere are read; other notations get an error that says how it is
//! written here.

use fastrand::Rng;
use ginga::notation::{
    NotationFault, PlacedTile, RedFives, Span, parse_hand, parse_kinds, parse_meld, parse_tiles,
    write_tiles,
};
use ginga::{Kind, KindSet, NotationError, Suit, Tile, TileCounts};

/// Each digit from 0 as people write it. A red five has no kanji.
const DIGITS: [&str; 10] =
    ["0０", "1１一", "2２二", "3３三", "4４四", "5５五", "6６六", "7７七", "8８八", "9９九"];

/// The suit letters of plain and of blue tiles.
const SUITS: [(Suit, &str, &str); 4] = [
    (Suit::Man, "mｍ萬万", "MＭ"),
    (Suit::Pin, "pｐ筒餅饼", "PＰ"),
    (Suit::Sou, "sｓ索條条", "SＳ"),
    (Suit::Honour, "zｚ", "ZＺ"),
];

/// The honours from 1z.
const HONOURS: [&str; 7] = ["東东", "南", "西", "北", "白", "發発发", "中"];

const SEPARATORS: &str = ",、，-－‐‑–−";

fn kind(suit: Suit, number: u8) -> Kind {
    Kind::new(suit, number).unwrap()
}

fn only(text: &str) -> PlacedTile {
    let read = parse_tiles(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
    let [only] = read.as_slice() else { panic!("{text}: {read:?}") };
    *only
}

#[test]
fn every_spelling_of_every_tile() {
    let mut spellings = 0;
    for (suit, plain, blue) in SUITS {
        for number in 1..=suit.size() {
            for digit in DIGITS[usize::from(number)].chars() {
                let mut check = |letters: &str, tile: Tile| {
                    for letter in letters.chars() {
                        let read = only(&format!("{digit}{letter}"));
                        assert_eq!(
                            (read.tile, read.red, read.span),
                            (tile, false, Span::new(0, 1))
                        );
                        spellings += 1;
                    }
                };
                check(plain, Tile::plain(kind(suit, number)));
                check(blue, Tile::galaxy(kind(suit, number)));
                for star in ["*", "＊"] {
                    let read = only(&format!("{digit}{star}{}", suit.letter()));
                    assert_eq!(read.tile, Tile::galaxy(kind(suit, number)));
                }
            }
        }
        for (zero, letter) in DIGITS[0].chars().zip(plain.chars().cycle()) {
            let read = parse_tiles(&format!("{zero}{letter}"), None);
            match suit {
                Suit::Honour => assert!(read.is_err()),
                _ => assert!(read.is_ok_and(|read| read[0].red)),
            }
        }
    }
    for (number, honours) in (1..).zip(HONOURS) {
        for honour in honours.chars() {
            assert_eq!(only(&honour.to_string()).tile, Tile::plain(kind(Suit::Honour, number)));
            spellings += 1;
        }
    }
    assert_eq!(spellings, 27 * 3 * (4 + 5 + 5 + 6) / 3 + 7 * 3 * 4 + 10);
    assert_eq!(only("ｊ").tile, Tile::JOKER);
    assert_eq!(only("ｊａ").tile, only("ja").tile);
    // A suit's kanji names no class of jokers.
    assert_eq!(parse_tiles("j万", None).unwrap_err().fault, NotationFault::SuitWithoutDigits('万'));
}

fn one_of(rng: &mut Rng, spellings: &str) -> char {
    let spellings: Vec<char> = spellings.chars().collect();
    rng.choice(spellings).unwrap()
}

/// One or several tiles with their suit, somehow spelled, and the tiles.
fn suit_of_tiles(rng: &mut Rng) -> (String, Vec<(Tile, bool)>) {
    let (suit, plain, blue) = rng.choice(SUITS).unwrap();
    if suit == Suit::Honour && rng.bool() {
        let number = rng.u8(1..=7);
        let text = one_of(rng, HONOURS[usize::from(number) - 1]).to_string();
        return (text, vec![(Tile::plain(kind(suit, number)), false)]);
    }
    let is_blue = rng.bool();
    let lowest = u8::from(is_blue || suit == Suit::Honour);
    let numbers: Vec<u8> = (0..rng.usize(1..5)).map(|_| rng.u8(lowest..=suit.size())).collect();
    let mut text = String::new();
    for &number in &numbers {
        text.push(one_of(rng, DIGITS[usize::from(number)]));
        text += rng.choice(["", "", " ", "\u{3000}", "_"]).unwrap();
    }
    text.push(one_of(rng, if is_blue { blue } else { plain }));
    let tile = |number: u8| {
        let kind = kind(suit, if number == 0 { 5 } else { number });
        (if is_blue { Tile::galaxy(kind) } else { Tile::plain(kind) }, number == 0)
    };
    (text, numbers.into_iter().map(tile).collect())
}

/// Several suits with separators, or none, between them.
fn pasted(rng: &mut Rng) -> (String, Vec<(Tile, bool)>) {
    let (mut text, mut tiles) = suit_of_tiles(rng);
    for _ in 0..rng.usize(0..5) {
        text += rng.choice(["", " ", "\u{3000}"]).unwrap();
        if rng.bool() {
            text.push(one_of(rng, SEPARATORS));
        }
        text += rng.choice(["", " "]).unwrap();
        let (more, more_tiles) = suit_of_tiles(rng);
        text += &more;
        tiles.extend(more_tiles);
    }
    (text, tiles)
}

fn faces(placed: &[PlacedTile]) -> Vec<(Tile, bool)> {
    placed.iter().map(|placed| (placed.tile, placed.red)).collect()
}

#[test]
fn pasted_hands_are_read_tile_by_tile_and_written_as_ever() {
    let mut rng = Rng::with_seed(12);
    for _ in 0..20_000 {
        let (text, tiles) = pasted(&mut rng);
        let read = parse_tiles(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(faces(&read), tiles, "{text}");
        // Each place is the digit's, or the honour's, in the text as given.
        for placed in &read {
            let written = text.chars().nth(placed.span.start).unwrap();
            let number = placed.tile.kind().unwrap().number();
            let digit = if placed.red { 0 } else { usize::from(number) };
            let honour = HONOURS.get(usize::from(number) - 1).copied().unwrap_or_default();
            assert!(DIGITS[digit].contains(written) || honour.contains(written), "{text}");
            assert_eq!(placed.span.end, placed.span.start + 1);
        }
        let counts: TileCounts = read.iter().map(|placed| placed.tile).collect();
        let printed = write_tiles(&counts, RedFives::of(&read));
        assert!(printed.is_ascii(), "{printed}");
        assert!(!printed.contains([',', '-', ' ']), "{printed}");
        let again = parse_tiles(&printed, None).unwrap();
        assert_eq!(again.iter().map(|placed| placed.tile).collect::<TileCounts>(), counts);

        // The same as a hand, and in a called meld, whatever its brackets.
        assert_eq!(faces(&parse_hand(&text, None).unwrap().concealed), tiles);
        assert_eq!(faces(&parse_meld(&text, false, None).unwrap().tiles), tiles);
        for [open, close] in ["[]", "［］", "()", "（）"].map(|two| {
            let mut brackets = two.chars();
            [brackets.next().unwrap(), brackets.next().unwrap()]
        }) {
            let hand = parse_hand(&format!("1m、{open}{text}{close}-2m"), None).unwrap();
            assert_eq!(hand.concealed.len(), 2);
            assert_eq!(faces(&hand.melds[0].tiles), tiles);
            assert_eq!(hand.melds[0].concealed, "(（".contains(open));
        }
    }
    assert_eq!(parse_kinds("一九萬、中").unwrap(), parse_kinds("19m7z").unwrap());
    let meld = parse_meld("３Ｍ３Ｐ３Ｓ＝３３３ｐ", false, None).unwrap();
    assert_eq!(meld, {
        let mut same = parse_meld("3M3P3S=333p", false, None).unwrap();
        same.span = meld.span;
        same
    });
}

/// A separator ends what stands before it: digits there must have their suit.
#[test]
fn a_separator_lends_digits_no_suit() {
    for separator in SEPARATORS.chars() {
        for (text, start, end) in
            [("1,2m", 0, 1), ("1m23,4p", 2, 4), ("1m,2,3m", 3, 4), ("1,東", 0, 1)]
        {
            let text = text.replace(',', &separator.to_string());
            let error = parse_hand(&text, None).unwrap_err();
            assert_eq!(error.fault, NotationFault::DigitsWithoutSuit, "{text}");
            assert_eq!(error.span, Span::new(start, end), "{text}");
        }
        // A suit lent to bare digits is theirs on either side.
        let text = format!("11{separator}23");
        let read = parse_hand(&text, Some(Suit::Sou)).unwrap();
        assert_eq!(read, {
            let mut same = parse_hand("11_23", Some(Suit::Sou)).unwrap();
            same.concealed.iter_mut().zip(&read.concealed).for_each(|(a, b)| a.span = b.span);
            same
        });
        let error = parse_hand(&separator.to_string(), None).unwrap_err();
        assert_eq!(error.fault, NotationFault::Empty);
    }
    assert_eq!(parse_hand("1東", None).unwrap_err().fault, NotationFault::DigitsWithoutSuit);
}

#[test]
fn other_notations_are_told_how_it_is_written_here() {
    use NotationFault::{HonourLetter, OtherSuitLetter, SuitBeforeDigits};
    let faults = [
        ("m123p456", SuitBeforeDigits('m'), 0),
        ("ｍ１２３", SuitBeforeDigits('ｍ'), 0),
        ("萬 一二三", SuitBeforeDigits('萬'), 0),
        ("S123", SuitBeforeDigits('S'), 0),
        ("123m p456", SuitBeforeDigits('p'), 5),
        ("123m[z555]", SuitBeforeDigits('z'), 5),
        ("E S W N", HonourLetter('E'), 0),
        ("S S W N", HonourLetter('S'), 0),
        ("W", HonourLetter('W'), 0),
        ("nn", HonourLetter('n'), 0),
        ("123mRR", HonourLetter('R'), 4),
        ("123m C", HonourLetter('C'), 5),
        ("11EE", HonourLetter('E'), 2),
        ("11Ｅ", HonourLetter('Ｅ'), 2),
        ("1B2C3D", OtherSuitLetter('B'), 1),
        ("B1C2D3", OtherSuitLetter('B'), 0),
        ("1w2t3b", OtherSuitLetter('w'), 1),
    ];
    for (text, fault, at) in faults {
        let message = match &fault {
            SuitBeforeDigits(_) => "comes behind its digits, as in 123m456p",
            HonourLetter(_) => "East South West North are 1z 2z 3z 4z, White Green Red 5z 6z 7z",
            _ => "characters are m, dots p, bamboo s",
        };
        let error = parse_hand(text, None).unwrap_err();
        assert_eq!((&error.fault, error.span), (&fault, Span::new(at, at + 1)), "{text}");
        assert!(error.to_string().contains(message), "{error}");
    }
    // What is of no notation stays what it was.
    for (text, fault) in [
        ("12x3m", NotationFault::UnknownCharacter('x')),
        ("１ｘ", NotationFault::UnknownCharacter('ｘ')),
        ("m", NotationFault::SuitWithoutDigits('m')),
        ("1m s", NotationFault::SuitWithoutDigits('s')),
    ] {
        assert_eq!(parse_hand(text, None).unwrap_err().fault, fault, "{text}");
    }
}

#[test]
fn tiles_kinds_and_sets_read_what_they_print() {
    for tile in Tile::all() {
        assert_eq!(tile.to_string().parse(), Ok(tile));
    }
    for kind in Kind::all() {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    let mut rng = Rng::with_seed(1);
    for set in (0..1_000).map(|_| KindSet::from_bits(rng.u64(0..1 << Kind::COUNT)).unwrap()) {
        assert_eq!(set.to_string().parse(), Ok(set));
        assert_eq!(KindSet::from_bits(set.bits()), Some(set));
        assert_eq!(set.bits(), set.iter().map(|kind| 1 << kind.index()).sum::<u64>());
    }
    assert!((Kind::COUNT..64).all(|bit| KindSet::from_bits(1 << bit).is_none()));
}

#[test]
fn a_text_of_another_length_is_no_single_tile() {
    let fault = |text: &str| {
        let NotationError { fault, span } = text.parse::<Tile>().unwrap_err();
        (fault, span)
    };
    assert_eq!(fault(""), (NotationFault::Empty, Span::new(0, 0)));
    assert_eq!(fault("  "), (NotationFault::Empty, Span::new(0, 2)));
    assert_eq!(fault("1m 2p3s"), (NotationFault::MoreThanOne, Span::new(3, 4)));
    assert_eq!(fault("5"), (NotationFault::DigitsWithoutSuit, Span::new(0, 1)));
    for text in ["0m", "5M", "j"] {
        let error = text.parse::<Kind>().unwrap_err();
        assert!(matches!(error.fault, NotationFault::NotAKind(_)), "{text}: {error}");
    }
    assert_eq!("0m".parse::<Tile>(), "5m".parse::<Tile>());
}
