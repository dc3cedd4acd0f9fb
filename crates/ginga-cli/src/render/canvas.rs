//! A sheet that is filled row by row, and what stands on it as SVG.

use crate::picture::{FONT_FAMILY, escaped};
use crate::tiles;
use ginga::Tile;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Height of a tile for its width.
const SHAPE: f32 = 4.0 / 3.0;
/// The room between rows, and for the kinds below tiles.
const ROW_GAP: f32 = 12.0;
const CAPTION: f32 = 17.0;

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub enum Ink {
    Strong,
    Plain,
    Faint,
}

impl Ink {
    const fn style(self) -> &'static str {
        match self {
            Ink::Strong => r##"fill="#17301f" font-weight="bold""##,
            Ink::Plain => r##"fill="#1b211e""##,
            Ink::Faint => r##"fill="#55605a""##,
        }
    }
}

/// About how wide a text is.
pub fn text_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * 0.62
}

/// The sheet.
pub struct Canvas {
    margin: f32,
    body: String,
    symbols: BTreeSet<String>,
    y: f32,
    width: f32,
}

impl Canvas {
    /// An empty sheet with this margin.
    pub fn new(margin: f32) -> Canvas {
        Canvas { margin, body: String::new(), symbols: BTreeSet::new(), y: margin, width: 0.0 }
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // A string takes whatever is written to it.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    fn layer(&mut self, x: f32, width: f32, symbol: String) {
        let (y, height) = (self.y, width * SHAPE);
        self.add(format_args!(
            r##"<use href="#{symbol}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"/>"##
        ));
        self.symbols.insert(symbol);
    }

    /// A tile in the row.
    pub fn tile(&mut self, x: f32, width: f32, tile: Tile) {
        for symbol in tiles::layers(tile) {
            self.layer(x, width, symbol);
        }
    }

    /// A tile that lies face down.
    pub fn back(&mut self, x: f32, width: f32) {
        self.layer(x, width, "tback".to_owned());
    }

    /// A frame around tiles of this width, for what lacks one.
    pub fn frame(&mut self, x: f32, width: f32, tile: f32) {
        let (y, height) = (self.y - 3.0, tile * SHAPE + 6.0);
        self.add(format_args!(
            r##"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="5" fill="none" stroke="#17301f" stroke-width="1.5" stroke-dasharray="4 3"/>"##
        ));
    }

    fn text(&mut self, x: f32, y: f32, size: f32, ink: Ink, anchor: &str, text: &str) {
        let (style, text) = (ink.style(), escaped(text));
        self.add(format_args!(
            r##"<text x="{x:.1}" y="{y:.1}" font-size="{size}" text-anchor="{anchor}" {style}>{text}</text>"##
        ));
    }

    /// A short text below a tile.
    pub fn below(&mut self, x: f32, width: f32, text: &str) {
        let y = self.y + width * SHAPE + 14.0;
        self.text(x + width / 2.0, y, 11.0, Ink::Strong, "middle", text);
    }

    /// A text beside tiles of this width.
    pub fn beside(&mut self, x: f32, tile: f32, text: &str) {
        let y = self.y + tile * SHAPE / 2.0 + 5.0;
        self.text(x, y, 13.0, Ink::Plain, "start", text);
    }

    /// A line of text, a row of its own.
    pub fn line(&mut self, text: String, size: f32, ink: Ink) {
        let y = self.y + size;
        self.text(self.margin, y, size, ink, "start", &text);
        self.width = self.width.max(self.margin + text_width(&text, size));
        self.y += size + ROW_GAP;
    }

    /// Ends a row of tiles that reaches to `x`; `captioned` when kinds stand below some.
    pub fn end_row(&mut self, tile: f32, x: f32, captioned: bool) {
        self.width = self.width.max(x);
        self.y += tile * SHAPE + ROW_GAP + if captioned { CAPTION } else { 0.0 };
    }

    /// The sheet as SVG, with the symbols that it uses.
    pub fn finish(self, title: &str) -> String {
        let width = (self.width + self.margin).ceil();
        let height = (self.y - ROW_GAP + self.margin).ceil();
        let symbols: Vec<&str> = self.symbols.iter().filter_map(|id| tiles::symbol(id)).collect();
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{FONT_FAMILY}" role="img">
<title>{}</title>
<!-- Tiles: assets/tiles/LICENSE.txt of the program Ginga. -->
<defs>
{}
</defs>
<rect width="{width}" height="{height}" rx="12" fill="#eef3ee"/>
{}</svg>
"##,
            escaped(title),
            symbols.join("\n"),
            self.body,
        )
    }
}
