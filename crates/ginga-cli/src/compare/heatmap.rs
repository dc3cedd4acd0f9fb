//! How many winning tiles there are, as coloured cells.

use super::candidates::titles;
use super::statistics::percent;
use super::survey::Survey;
use crate::picture::{FONT_FAMILY, escaped};
use itertools::Itertools;
use std::fmt::Write;

/// The blues of ColorBrewer (Cynthia Brewer, Pennsylvania State University): darker is more, in grey as
/// well, and to colour-blind eyes.
const BLUES: [(u8, u8, u8); 9] = [
    (247, 251, 255),
    (222, 235, 247),
    (198, 219, 239),
    (158, 202, 225),
    (107, 174, 214),
    (66, 146, 198),
    (33, 113, 181),
    (8, 81, 156),
    (8, 48, 107),
];

/// The tone of the least that is not nothing: to be told from white.
const LEAST_TONE: f64 = 0.15;

/// From this tone on white text is easier to read than black.
const WHITE_TEXT: f64 = 0.68;

/// More winning tiles than this share a column.
const MOST_COLUMNS: usize = 30;

const TITLE: f64 = 16.0;
const TEXT: f64 = 13.0;
const SMALL: f64 = 11.5;
const MARGIN: f64 = 20.0;
const CELL_HEIGHT: f64 = 34.0;
const LEGEND_WIDTH: f64 = 260.0;
const LEGEND_HEIGHT: f64 = 14.0;

/// A cell: what stands in it, and how dark it is from 0 (white) to 1; no tone where there is nothing
/// to tell.
struct Cell {
    text: String,
    tone: Option<f64>,
}

/// A grid with all that is written around it.
struct HeatMap {
    title: String,
    subtitle: String,
    row_title: &'static str,
    column_title: &'static str,
    rows: Vec<String>,
    columns: Vec<String>,
    cells: Vec<Vec<Cell>>,
    legend: String,
    /// Tones with what they mean.
    ticks: Vec<(f64, String)>,
}

/// A row a rule set, a column a number of winning tiles, the colour by the share of the hands. Most
/// random hands wait for nothing, few for much: equal steps of colour are equal factors.
pub fn of_survey(survey: &Survey) -> String {
    let tallies = &survey.tallies.rules;
    let most = tallies.iter().filter_map(|tally| tally.by_tiles.keys().max()).max();
    let most = most.copied().unwrap_or(0);
    let last = most.min(MOST_COLUMNS);
    let hands_of = |place: usize, number: usize| -> u64 {
        let by_tiles = tallies.get(place).map(|tally| &tally.by_tiles);
        let within = |at: usize| at == number || number == last && at > last;
        let hands = by_tiles.into_iter().flatten().filter(|(at, _)| within(**at));
        hands.map(|(_, hands)| hands).sum()
    };
    let least = tallies.iter().map(|tally| tally.admitted).max().unwrap_or(1).max(10);
    // Powers of ten down to the share of one hand.
    let decades = (least as f64).log10().ceil();
    let tone = |share: f64| {
        (share > 0.0).then(|| LEAST_TONE + (1.0 - LEAST_TONE) * (1.0 + share.log10() / decades))
    };
    let cell = |place: usize, number: usize| match tallies.get(place).map(|tally| tally.admitted) {
        None | Some(0) => Cell { text: "–".to_owned(), tone: None },
        Some(admitted) => {
            let share = hands_of(place, number) as f64 / admitted as f64;
            Cell { text: percent(share), tone: Some(tone(share).unwrap_or(0.0)) }
        }
    };
    let column = |number: usize| match number == last && most > last {
        true => format!("{number}+"),
        false => number.to_string(),
    };
    let tick = |down: usize| {
        let digits = down.saturating_sub(2);
        (
            tone(10f64.powi(-(down as i32))).unwrap_or(0.0),
            format!("{:.digits$}", 100.0 / 10f64.powi(down as i32)),
        )
    };
    let row = |place: usize, title: String| match tallies.get(place).map(|tally| tally.not_admitted)
    {
        None | Some(0) => title,
        Some(_) => format!("{title} *"),
    };
    let some_refused = tallies.iter().any(|tally| tally.not_admitted > 0);
    let refused = if some_refused { " (* that the rule set admits)" } else { "" };
    HeatMap {
        title: survey.title(),
        subtitle: match survey.stopped_by {
            None => survey.draw_in_words(),
            Some(_) => format!("{}; incomplete, cut short", survey.draw_in_words()),
        },
        row_title: "rule set",
        column_title: "number of winning tiles",
        rows: titles(&survey.candidates)
            .into_iter()
            .enumerate()
            .map(|(at, it)| row(at, it))
            .collect(),
        columns: (0..=last).map(column).collect(),
        cells: (0..tallies.len())
            .map(|place| (0..=last).map(|number| cell(place, number)).collect())
            .collect(),
        legend: format!("share of the hands in %{refused}, logarithmic"),
        ticks: (0..=decades as usize).map(tick).collect(),
    }
    .draw()
}

/// A row a hand, a column a rule set, the colour by the number of winning tiles.
pub fn of_hands(titles: &[String], rows: &[(String, Vec<Option<usize>>)]) -> String {
    let most = rows.iter().flat_map(|(_, numbers)| numbers).flatten().max().copied().unwrap_or(0);
    let tone = |number: usize| match number {
        0 => 0.0,
        1 if most == 1 => 0.5,
        _ => LEAST_TONE + (1.0 - LEAST_TONE) * (number - 1) as f64 / (most - 1) as f64,
    };
    let cell = |number: &Option<usize>| Cell {
        text: number.map_or("–".to_owned(), |number| number.to_string()),
        tone: number.map(tone),
    };
    let some_missing = rows.iter().flat_map(|(_, numbers)| numbers).any(Option::is_none);
    let step = most.div_ceil(8).max(1);
    let mut ticks = (0..=most).step_by(step).collect_vec();
    // The last step may fall short of the most.
    if let Some(last) = ticks.last_mut()
        && *last > 0
        && most - *last < step
        && *last != most
    {
        *last = most;
    }
    HeatMap {
        title: "Winning tiles by rule set".to_owned(),
        subtitle: if some_missing { "– no answer under this rule set" } else { "" }.to_owned(),
        row_title: "hand",
        column_title: "rule set",
        rows: rows.iter().map(|(hand, _)| hand.clone()).collect(),
        columns: titles.to_vec(),
        cells: rows.iter().map(|(_, numbers)| numbers.iter().map(cell).collect()).collect(),
        legend: "number of winning tiles".to_owned(),
        ticks: ticks.into_iter().map(|number| (tone(number), number.to_string())).collect(),
    }
    .draw()
}

impl HeatMap {
    fn draw(&self) -> String {
        let widest =
            |texts: &[String]| texts.iter().map(|text| width(text, TEXT)).fold(0.0, f64::max);
        let cell_texts = self.cells.iter().flatten().map(|cell| cell.text.clone()).collect_vec();
        let cell_width = (widest(&self.columns).max(widest(&cell_texts)) + 14.0).max(44.0).ceil();
        let label_width = widest(&self.rows).max(width(self.row_title, SMALL)).ceil() + 12.0;
        let (left, top) = (MARGIN + label_width, MARGIN + 72.0);
        let grid_width = cell_width * self.columns.len() as f64;
        let bottom = top + CELL_HEIGHT * self.rows.len() as f64;
        let legend_top = bottom + 72.0;
        let right = [
            left + grid_width.max(LEGEND_WIDTH + 20.0).max(width(&self.legend, SMALL)),
            left + (grid_width + width(self.column_title, SMALL)) / 2.0,
            MARGIN + width(&self.title, TITLE),
            MARGIN + width(&self.subtitle, SMALL),
        ];
        let all_width = right.into_iter().fold(0.0, f64::max).ceil() + MARGIN;
        let mut page = Page::new(all_width, legend_top + LEGEND_HEIGHT + 22.0 + MARGIN);
        page.text(MARGIN, MARGIN + TITLE, &self.title, Style::plain(TITLE).bold());
        page.text(MARGIN, MARGIN + 38.0, &self.subtitle, Style::plain(SMALL).grey());
        page.text(MARGIN, top - 6.0, self.row_title, Style::plain(SMALL).grey());
        for (place, row) in self.rows.iter().enumerate() {
            let y = top + CELL_HEIGHT * (place as f64 + 0.5);
            page.text(left - 10.0, y + TEXT * 0.36, row, Style::plain(TEXT).end());
        }
        for (place, column) in self.columns.iter().enumerate() {
            let x = left + cell_width * (place as f64 + 0.5);
            page.text(x, bottom + 19.0, column, Style::plain(TEXT).middle());
        }
        let middle = left + grid_width / 2.0;
        let style = Style::plain(SMALL).grey().middle();
        page.text(middle, bottom + 39.0, self.column_title, style);
        for (at, row) in self.cells.iter().enumerate() {
            for (place, cell) in row.iter().enumerate() {
                let corner = (left + cell_width * place as f64, top + CELL_HEIGHT * at as f64);
                page.cell(corner, cell_width, cell);
            }
        }
        self.draw_legend(&mut page, left, legend_top);
        page.finish()
    }

    fn draw_legend(&self, page: &mut Page, left: f64, top: f64) {
        page.text(left, top - 7.0, &self.legend, Style::plain(SMALL).grey());
        // A step a pixel and a half: a gradient to the eye, the same in every viewer.
        const STEPS: usize = 170;
        let step = LEGEND_WIDTH / STEPS as f64;
        for place in 0..STEPS {
            let tone = LEAST_TONE + (1.0 - LEAST_TONE) * place as f64 / (STEPS - 1) as f64;
            page.area(left + step * place as f64, top, step + 0.5, LEGEND_HEIGHT, &colour(tone));
        }
        for (tone, text) in self.ticks.iter().filter(|(tone, _)| *tone >= LEAST_TONE) {
            let x = left + LEGEND_WIDTH * (tone - LEAST_TONE) / (1.0 - LEAST_TONE);
            page.area(x - 0.5, top + LEGEND_HEIGHT, 1.0, 4.0, "#555");
            page.text(x, top + LEGEND_HEIGHT + 17.0, text, Style::plain(SMALL).middle().grey());
        }
    }
}

/// About how wide a text is: never less than it turns out in the font of the pictures.
fn width(text: &str, size: f64) -> f64 {
    let of = |sign: char| match sign {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' => 0.4,
        '(' | ')' | '[' | ']' | 'f' | 'r' | 't' | '-' => 0.45,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '—' => 1.0,
        sign if sign.is_ascii_digit() => 0.64,
        sign if sign.is_ascii() => 0.7,
        _ => 1.0,
    };
    text.chars().map(of).sum::<f64>() * size
}

/// The colour of a tone from 0 to 1.
fn colour(tone: f64) -> String {
    if tone <= 0.0 {
        return "#ffffff".to_owned();
    }
    let along = tone.min(1.0) * (BLUES.len() - 1) as f64;
    let place = (along as usize).min(BLUES.len() - 2);
    let (from, to) = (BLUES[place], BLUES[place + 1]);
    let between = |from: u8, to: u8| {
        (f64::from(from) + (f64::from(to) - f64::from(from)) * (along - place as f64)).round() as u8
    };
    format!(
        "#{:02x}{:02x}{:02x}",
        between(from.0, to.0),
        between(from.1, to.1),
        between(from.2, to.2)
    )
}

/// How a text is set.
#[derive(Clone, Copy)]
struct Style {
    size: f64,
    anchor: &'static str,
    fill: &'static str,
    weight: &'static str,
}

impl Style {
    const fn plain(size: f64) -> Style {
        Style { size, anchor: "start", fill: "#111", weight: "normal" }
    }

    const fn bold(self) -> Style {
        Style { weight: "bold", ..self }
    }

    const fn grey(self) -> Style {
        Style { fill: "#555", ..self }
    }

    const fn middle(self) -> Style {
        Style { anchor: "middle", ..self }
    }

    const fn end(self) -> Style {
        Style { anchor: "end", ..self }
    }
}

/// SVG text as it grows.
struct Page {
    svg: String,
}

impl Page {
    fn new(width: f64, height: f64) -> Page {
        let mut page = Page {
            svg: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
                 viewBox=\"0 0 {width} {height}\" font-family=\"{FONT_FAMILY}\">\n"
            ),
        };
        page.area(0.0, 0.0, width, height, "#fff");
        page
    }

    // Writing to a String cannot fail.
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = self.svg.write_fmt(line);
        self.svg.push('\n');
    }

    fn area(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        self.line(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"/>"
        ));
    }

    fn text(&mut self, x: f64, y: f64, text: &str, style: Style) {
        let Style { size, anchor, fill, weight } = style;
        let text = escaped(text);
        self.line(format_args!(
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" font-weight=\"{weight}\" \
             text-anchor=\"{anchor}\" fill=\"{fill}\">{text}</text>"
        ));
    }

    fn cell(&mut self, (x, y): (f64, f64), width: f64, cell: &Cell) {
        let fill = cell.tone.map_or("#eeeeee".to_owned(), colour);
        self.line(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{CELL_HEIGHT:.2}\" \
             fill=\"{fill}\" stroke=\"#bbb\" stroke-width=\"0.75\"/>"
        ));
        let mut style = Style::plain(TEXT).middle();
        match cell.tone {
            Some(tone) if tone > WHITE_TEXT => style.fill = "#fff",
            Some(tone) if tone > 0.0 => {}
            _ => style = style.grey(),
        }
        self.text(x + width / 2.0, y + CELL_HEIGHT / 2.0 + TEXT * 0.36, &cell.text, style);
    }

    fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}
