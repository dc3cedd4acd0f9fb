//! A picture of a hand, its waits and decompositions, in the tiles of the page.

mod canvas;

use super::answers::{Answer, Answered, answer};
use super::args::RenderArgs;
use super::args::requests::option_tiles;
use super::clock::Clock;
use super::failure::Failure;
use super::note;
use super::picture;
use super::request::{AnswerOptions, HandUnderRules, Question, QuestionRequest, SolverPolicy};
use crate::output::printed;
use canvas::{Canvas, Ink};
use ginga::{Decomposition, Group, HandSize, PartialGroup, QuestionError, Slot, TileCounts, Waits};
use itertools::Itertools;
use std::io::Write;
use std::num::NonZeroU64;

/// The room left around everything.
const MARGIN: f32 = 20.0;
/// The width of the tiles of the hand, of the waits, and of the decompositions.
const HAND_TILE: f32 = 44.0;
const WAIT_TILE: f32 = 32.0;
const SMALL_TILE: f32 = 28.0;
/// How many waits stand in a row.
const WAITS_IN_A_ROW: usize = 8;
/// The room between groups.
const GAP: f32 = 14.0;

/// Draws the picture into its file.
pub fn run(args: &RenderArgs, out: &mut dyn Write) -> Result<u8, Failure> {
    picture::check(&args.out)?;
    let options = AnswerOptions {
        limit: NonZeroU64::new(args.decompositions).or(NonZeroU64::new(1)),
        visible: args.visible.as_deref().map_or(Ok(TileCounts::EMPTY), option_tiles)?,
        ..AnswerOptions::by(SolverPolicy::Fastest)
    };
    let rules = args.rules.choice()?;
    let input = args.hand.request().read()?;
    let HandUnderRules { hand, rules } = HandUnderRules::new(&input, &rules)?;
    note::all_blue(&input, rules.set());
    let question = match hand.size() {
        Some(HandSize::Waiting) => Question::Waits,
        Some(HandSize::Complete) => Question::Decompose,
        None => {
            let tiles = hand.concealed().total();
            return Err(QuestionError::NoHandSize { tiles }.into());
        }
    };
    let answered = {
        let request = QuestionRequest::new(question, options);
        answer(&request, hand, &rules, &Clock::start(None))?
    };
    picture::write(&args.out, &svg(&answered, args.decompositions))?;
    printed(writeln!(out, "{}", args.out.display()), 0)
}

/// The picture, with at most so many decompositions.
fn svg(answered: &Answered<'_>, most: u64) -> String {
    let mut canvas = Canvas::new(MARGIN);
    draw_hand(&mut canvas, answered);
    canvas.line(verdict(answered), 17.0, Ink::Strong);
    if let Answer::Waits(waits) = &answered.answer {
        draw_waits(&mut canvas, waits);
    }
    let list: &[Decomposition] = match &answered.answer {
        Answer::Waits(waits) => &waits.decompositions,
        Answer::Decompositions(all) => &all.list,
        Answer::Win(_) | Answer::Ranked(..) => &[],
    };
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    for decomposition in list.iter().take(most) {
        draw_decomposition(&mut canvas, decomposition);
    }
    if most > 0 && answered.stopped_by().is_some() {
        canvas.line("… and more".to_owned(), 13.0, Ink::Faint);
    }
    canvas.finish(&format!("{} under {}", answered.hand, answered.rules.set().name()))
}

fn draw_hand(canvas: &mut Canvas, answered: &Answered<'_>) {
    let mut x = MARGIN;
    for tile in answered.hand.concealed().tiles() {
        canvas.tile(x, HAND_TILE, tile);
        x += HAND_TILE + 1.0;
    }
    for group in answered.hand.called() {
        x += GAP;
        x = draw_group(canvas, x, HAND_TILE, group);
    }
    canvas.end_row(HAND_TILE, x, has_other_reading(answered.hand.called().flat_map(Group::slots)));
}

/// Whether some tile is read as another kind, which is written below it.
fn has_other_reading<'a>(slots: impl IntoIterator<Item = &'a Slot>) -> bool {
    slots.into_iter().any(is_read_otherwise)
}

fn is_read_otherwise(slot: &Slot) -> bool {
    slot.tile.kind() != Some(slot.kind)
}

/// Draws the tiles of a group; where the next thing may stand.
fn draw_group(canvas: &mut Canvas, mut x: f32, width: f32, group: &Group) -> f32 {
    let hidden = group.call() == ginga::Call::ConcealedKan;
    let last = group.slots().len().saturating_sub(1);
    for (place, slot) in group.slots().iter().enumerate() {
        if hidden && (place == 0 || place == last) {
            canvas.back(x, width);
        } else {
            draw_slot(canvas, x, width, slot);
        }
        x += width;
    }
    x
}

fn draw_slot(canvas: &mut Canvas, x: f32, width: f32, slot: &Slot) {
    canvas.tile(x, width, slot.tile);
    if is_read_otherwise(slot) {
        canvas.below(x, width, &slot.kind.to_string());
    }
}

fn verdict(answered: &Answered<'_>) -> String {
    let rules = answered.rules.set().name();
    match &answered.answer {
        Answer::Waits(waits) if waits.is_tenpai() => {
            let left: u32 = waits.tiles.iter().map(|wait| u32::from(wait.left)).sum();
            format!("{rules}: tenpai, {} winning tiles, {left} left", waits.tiles.len())
        }
        Answer::Waits(_) => format!("{rules}: not tenpai"),
        answer if answer.is_yes() => {
            let count = answer.counts().decompositions();
            // A limit cuts the list alone.
            let cut_short = answered.stopped_by().is_some_and(|by| by != "limit");
            let at_least = if cut_short { "at least " } else { "" };
            let noun = if count == 1 { "decomposition" } else { "decompositions" };
            format!("{rules}: win, {at_least}{count} {noun}")
        }
        _ => format!("{rules}: no win"),
    }
}

fn draw_waits(canvas: &mut Canvas, waits: &Waits) {
    for row in &waits.tiles.iter().chunks(WAITS_IN_A_ROW) {
        let mut x = MARGIN;
        for wait in row {
            canvas.tile(x, WAIT_TILE, wait.tile);
            canvas.beside(x + WAIT_TILE + 4.0, WAIT_TILE, &format!("×{}", wait.left));
            x += WAIT_TILE + 40.0;
        }
        canvas.end_row(WAIT_TILE, x - 12.0, false);
    }
}

fn draw_decomposition(canvas: &mut Canvas, decomposition: &Decomposition) {
    let mut x = MARGIN;
    for group in decomposition.groups() {
        x = draw_group(canvas, x, SMALL_TILE, group) + GAP;
    }
    let mut captioned = has_other_reading(decomposition.groups().flat_map(Group::slots));
    if let Some(open) = decomposition.partial() {
        captioned |= has_other_reading(open.slots());
        x = draw_open(canvas, x, open);
    }
    canvas.end_row(SMALL_TILE, x, captioned);
}

/// The partial group in a dashed frame, and behind it how it waits.
fn draw_open(canvas: &mut Canvas, x: f32, open: &PartialGroup) -> f32 {
    let width = SMALL_TILE * open.slots().len().max(1) as f32;
    canvas.frame(x - 3.0, width + 6.0, SMALL_TILE);
    for (place, slot) in open.slots().iter().enumerate() {
        draw_slot(canvas, x + SMALL_TILE * place as f32, SMALL_TILE, slot);
    }
    let holes = open.holes().iter().map(|hole| (hole.shape.name(), hole.kind)).into_group_map();
    let holes = holes
        .into_iter()
        .sorted()
        .map(|(shape, kinds)| format!("{shape} {}", kinds.iter().join(" ")));
    let text = holes.collect_vec().join(", ");
    canvas.beside(x + width + 10.0, SMALL_TILE, &text);
    x + width + 10.0 + canvas::text_width(&text, 13.0)
}
