//! `ginga render`: the picture shows what the answer says, and each tile of it.

use crate::common::command::ginga;
use std::path::{Path, PathBuf};

/// A file of this test alone.
fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("render");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

fn rendered(args: &[&str], name: &str) -> String {
    let path = file(name);
    let ran = ginga(&[&["render", "-o", path.to_str().unwrap()], args].concat(), b"");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.stdout.trim(), path.to_str().unwrap());
    std::fs::read_to_string(path).unwrap()
}

fn count(svg: &str, symbol: &str) -> usize {
    svg.matches(&format!("<use href=\"#{symbol}\"")).count()
}

/// Every symbol that is used is defined, once.
fn is_whole(svg: &str) {
    for (place, _) in svg.match_indices("<use href=\"#") {
        let id = svg[place + 12..].split('"').next().unwrap();
        assert_eq!(svg.matches(&format!("<symbol id=\"{id}\"")).count(), 1, "{id}");
    }
    assert_eq!(svg.matches("<symbol").count(), svg.matches("</symbol>").count());
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

#[test]
fn each_tile_of_hand_waits_and_decompositions_is_drawn() {
    let svg = rendered(&["1m1M23m4M56p456s3Z4z4Z"], "galaxy.svg");
    is_whole(&svg);
    // Thirteen tiles in the hand and in each of six decompositions, four of them blue; thirteen
    // winning tiles, seven of them blue.
    assert_eq!(count(&svg, "tplain") + count(&svg, "tblue"), 13 + 6 * 13 + 13);
    assert_eq!(count(&svg, "tblue"), 4 + 6 * 4 + 7);
    assert_eq!(count(&svg, "tstar"), count(&svg, "tblue"));
    assert!(svg.contains("galaxy: tenpai, 13 winning tiles, 24 left"));
    assert!(svg.contains(">ryanmen 4p 7p</text>") && svg.contains(">tanki 1s</text>"));
    // What a blue tile is read as stands below it.
    assert_eq!(svg.matches(">4z</text>").count(), 6);
}

#[test]
fn wins_melds_and_kans() {
    let svg = rendered(&["55p5P67s[3M3P3S=333p](111z1Z=1111z)", "--rules", "galaxy"], "melds.svg");
    is_whole(&svg);
    assert!(svg.contains("galaxy: win, "), "{svg}");
    // The outer tiles of a concealed kan lie face down.
    let pictures = svg.matches("stroke-dasharray").count();
    assert_eq!(pictures, 0, "a win has no partial group");
    assert!(count(&svg, "tback") >= 4);
    let svg = rendered(&["12m", "--rules", "riichi"], "no.svg");
    assert!(svg.contains("riichi: no win"));
    assert_eq!(count(&svg, "tplain"), 2);
    let svg = rendered(&["1234567M123456P", "--decompositions", "3"], "many.svg");
    assert!(svg.contains("… and more"));
    assert_eq!(svg.matches("stroke-dasharray").count(), 3);
    let svg = rendered(
        &["123m45p", "--rules", "laizi", "--wild", "5p", "--decompositions", "0"],
        "none.svg",
    );
    assert!(!svg.contains("and more"));
}

#[cfg(feature = "picture")]
#[test]
fn a_png_is_the_same_picture() {
    let path = file("galaxy.png");
    let path = path.to_str().unwrap();
    assert_eq!(ginga(&["render", "23m5p5P", "-o", path], b"").code, 0);
    let bytes = std::fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let svg = rendered(&["23m5p5P"], "small.svg");
    let number = |name: &str| -> u32 {
        svg.split(&format!(" {name}=\""))
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    let size = |place: usize| u32::from_be_bytes(bytes[place..place + 4].try_into().unwrap());
    assert_eq!((size(16), size(20)), (2 * number("width"), 2 * number("height")));
}

#[test]
fn faults_write_no_file() {
    for (args, words) in [
        (&["23m5p5P", "-o", "x.jpg"][..], ".svg or a .png"),
        (&["23m5p5P"][..], "--out"),
        (&["12x", "-o", "x.svg"][..], "^"),
        (&["123m", "-o", "x.svg"][..], "3 concealed tiles"),
        (&["23m5p5P", "-o", "/nowhere/x.svg"][..], "/nowhere/x.svg"),
    ] {
        let ran = ginga(&[&["render"], args].concat(), b"");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(words), "{args:?} {}", ran.stderr);
    }
    assert!(!Path::new("x.svg").exists());
}

/// The README's picture is made by the program: `ginga render 1m1M23m4M56p456s3Z4z4Z -o docs/galaxy.svg`.
#[test]
fn the_readme_shows_what_is_rendered() {
    let svg = rendered(&["1m1M23m4M56p456s3Z4z4Z"], "readme.svg");
    let kept = std::fs::read_to_string("../../docs/galaxy.svg").unwrap();
    assert!(kept == svg, "docs/galaxy.svg is another picture");
}
