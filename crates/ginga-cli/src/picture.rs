//! Pictures as files: an SVG text as it is, or drawn as a PNG.

use super::failure::Failure;
#[cfg(feature = "picture")]
use super::failure::OWN_FAULT;
use std::ffi::OsStr;
use std::path::Path;

/// What an SVG text names as its `font-family`: the font that a PNG is drawn with, then those of about
/// its width that a viewer without it may have.
pub const FONT_FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Writes an SVG text to a `.svg` file as it is, and to a `.png` file as twice so many pixels.
pub fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    let bytes = match Form::of(path)? {
        Form::Svg => svg.as_bytes().to_vec(),
        #[cfg(feature = "picture")]
        Form::Png => png(svg)?,
    };
    let written = std::fs::write(path, bytes);
    written.map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

/// Whether `write` knows what the file is to hold: told before the work that the picture shows.
pub fn check(path: &Path) -> Result<(), Failure> {
    Form::of(path).map(|_| ())
}

/// A text as it stands in an element or an attribute of SVG.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no place for the others.
            sign if sign.is_control() || matches!(sign, '\u{FFFE}' | '\u{FFFF}') => {
                escaped.push('\u{FFFD}')
            }
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[derive(Debug)]
enum Form {
    Svg,
    #[cfg(feature = "picture")]
    Png,
}

impl Form {
    fn of(path: &Path) -> Result<Form, Failure> {
        let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        match extension.as_deref() {
            Some("svg") => Ok(Form::Svg),
            #[cfg(feature = "picture")]
            Some("png") => Ok(Form::Png),
            #[cfg(not(feature = "picture"))]
            Some("png") => Err(Failure::input(format!(
                "{}: this build draws no PNG (it lacks the cargo feature picture); name a .svg file",
                path.display()
            ))),
            _ => Err(Failure::input(format!(
                "{}: a picture is a .svg or a .png file, as in waits.svg",
                path.display()
            ))),
        }
    }
}

/// Pixels in a PNG for each unit of the SVG: sharp on a screen of today and in print.
#[cfg(feature = "picture")]
const SCALE: f32 = 2.0;

/// The most pixels of a PNG, each four bytes while it is drawn.
#[cfg(feature = "picture")]
const MOST_PIXELS: f32 = 64e6;

/// The outlines of DejaVu Sans for Latin and Greek letters, digits and signs. A PNG then looks the same
/// on every machine, one without fonts included.
#[cfg(feature = "picture")]
const FONT: &[u8] = include_bytes!("../assets/font/DejaVuSans.ttf");

#[cfg(feature = "picture")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};
    let own_fault = |what: &dyn std::fmt::Display| {
        let message = format!("the picture cannot be drawn: {what}");
        Failure { code: OWN_FAULT, message, place: None }
    };
    let mut options = Options { font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(FONT.to_vec());
    // Whatever else a text asks for, this is the font there is.
    fonts.set_serif_family("DejaVu Sans");
    fonts.set_sans_serif_family("DejaVu Sans");
    fonts.set_monospace_family("DejaVu Sans");
    let tree = Tree::from_str(svg, &options).map_err(|error| own_fault(&error))?;
    let (width, height) = (tree.size().width() * SCALE, tree.size().height() * SCALE);
    if width * height > MOST_PIXELS {
        return Err(Failure::input(format!(
            "a PNG of {width:.0} by {height:.0} pixels is too large; name a .svg file, or show less"
        )));
    }
    let pixmap = Pixmap::new(width.ceil() as u32, height.ceil() as u32);
    let mut pixmap = pixmap.ok_or_else(|| own_fault(&"it has no size"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| own_fault(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_extensions_are_refused_with_what_would_be_right() {
        for name in ["waits", "waits.jpg", "svg", ".svg", "folder.png/waits"] {
            let failure = check(Path::new(name)).unwrap_err();
            assert!(failure.message.contains("a .svg or a .png file"), "{name}: {failure}");
        }
        check(Path::new("Waits.SVG")).unwrap();
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\u{7}é"), "a&lt;b&gt; &amp; &quot;c&quot;\u{FFFD}é");
    }

    #[cfg(feature = "picture")]
    fn drawn(svg: &str) -> resvg::tiny_skia::Pixmap {
        resvg::tiny_skia::Pixmap::decode_png(&png(svg).unwrap()).unwrap()
    }

    #[cfg(feature = "picture")]
    #[test]
    fn a_png_has_twice_the_size_and_the_text_in_its_place() {
        let dark = |text: &str, font: &str| {
            let pixmap = drawn(&format!(
                r##"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20">
                    <rect width="60" height="20" fill="#fff"/>
                    <text x="30" y="15" font-size="14" font-family="{font}">{text}</text></svg>"##
            ));
            assert_eq!((pixmap.width(), pixmap.height()), (120, 40));
            let dark = pixmap.pixels().iter().map(|pixel| pixel.red() < 128).collect::<Vec<_>>();
            assert!(dark.chunks(120).all(|row| row[..58].iter().all(|dark| !dark)), "{text}");
            dark.iter().filter(|dark| **dark).count()
        };
        let signs = "W0é≤≠×·µ…–±∞→Ωσ₂";
        for sign in signs.chars() {
            assert!(dark(&sign.to_string(), FONT_FAMILY) > 3, "{sign}");
        }
        assert_eq!(dark("W", FONT_FAMILY), dark("W", "serif"));
        assert_ne!(dark("W", FONT_FAMILY), dark("i", FONT_FAMILY));
        assert_eq!(dark(" ", FONT_FAMILY), 0);
    }

    #[cfg(feature = "picture")]
    #[test]
    fn what_no_machine_should_draw_is_refused() {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>"#;
        let failure = png(svg).unwrap_err();
        assert!(failure.message.contains("40000 by 40000 pixels is too large"), "{failure}");
    }
}
