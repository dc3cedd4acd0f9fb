//! Of a hand that waits, the tiles that help are those that it waits for, by kinds as well.

use fastrand::Rng;
use ginga::{Game, Hand, RuleSet, Tile};

/// Under every rule set, of random hands that wait: winning tiles come from the lists of the search and
/// the engine, tiles that help from the distance.
#[test]
fn the_tiles_that_help_are_the_waits() {
    let mut rng = Rng::with_seed(11);
    let mut compared = 0;
    for name in RuleSet::builtin_names() {
        let game = Game::builtin(name).unwrap();
        let wall: Vec<Tile> = game.rules().wall().collect();
        let mut deal = |tiles: usize| -> Option<Hand> {
            let drawn = rng.choose_multiple(wall.iter().copied(), tiles);
            game.hand_from_tiles(drawn).ok()
        };
        let hands: Vec<Hand> = [1, 4, 4, 4, 4, 7]
            .into_iter()
            .flat_map(|tiles| (0..40).filter_map(|_| deal(tiles)).collect::<Vec<_>>())
            .collect();
        for hand in hands {
            let Ok(waits) = game.waits(&hand) else { continue };
            let acceptance = game.acceptance(&hand).unwrap();
            assert_eq!(waits.is_tenpai(), acceptance.distance.tiles() == Some(1), "{name} {hand}");
            if !waits.is_tenpai() {
                continue;
            }
            assert_eq!(waits.tiles, acceptance.tiles, "{name} {hand}");
            assert_eq!(waits.kinds, acceptance.kinds, "{name} {hand}");
            let (by_hole, by_kind) = (waits.left_by_kind(), acceptance.left_by_kind(game.rules()));
            assert_eq!(by_hole, by_kind, "{name} {hand}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}
