//! Rules that were asked under lately, kept ready: most questions are about rules that came before.

use crate::request::{ReadyRules, RequestFault, RulesChoice, RulesSource};
use std::sync::{Mutex, PoisonError};

/// How many are kept. A game grows with the hands that it is asked about, up to some 30 MB.
const MOST_KEPT: usize = 16;

/// The longest rule file that is kept, in bytes.
const LONGEST_KEPT: usize = 16 * 1024;

/// The rules asked under lately, by how a request named and changed them, the latest last.
#[derive(Default)]
pub struct ReadyGames {
    kept: Mutex<Vec<(RulesChoice, ReadyRules)>>,
}

impl ReadyGames {
    /// As [`RulesChoice::ready`].
    pub fn ready(
        &self,
        mut choice: RulesChoice,
        by_default: &str,
    ) -> Result<ReadyRules, RequestFault> {
        choice.source.get_or_insert_with(|| RulesSource::Builtin(by_default.to_owned()));
        if let Some(known) = self.known(&choice) {
            return Ok(known);
        }
        let ready = choice.ready(by_default)?;
        let long =
            matches!(&choice.source, Some(RulesSource::Text(text)) if text.len() > LONGEST_KEPT);
        if !long {
            self.keep(choice, ready.clone());
        }
        Ok(ready)
    }

    fn known(&self, choice: &RulesChoice) -> Option<ReadyRules> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(known, _)| known == choice)?;
        kept[place..].rotate_left(1);
        kept.last().map(|(_, ready)| ready.clone())
    }

    fn keep(&self, choice: RulesChoice, ready: ReadyRules) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have made the same in the meantime: the later one stays.
        kept.retain(|(known, _)| *known != choice);
        if kept.len() >= MOST_KEPT {
            kept.remove(0);
        }
        kept.push((choice, ready));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(key: usize) -> RulesChoice {
        let mut choice = RulesChoice::unchanged(RulesSource::Builtin("laizi".to_owned()));
        choice.overrides.set(&format!("tiles.jokers={key}")).unwrap();
        choice
    }

    #[test]
    fn the_latest_are_kept_and_each_change_is_another_game() {
        let games = ReadyGames::default();
        let jokers = |key| {
            let ready = games.ready(choice(key), "riichi").unwrap();
            usize::from(ready.set().copies(ginga::Tile::JOKER))
        };
        for key in (0..=16).chain([16, 6, 1]) {
            assert_eq!(jokers(key), key);
        }
        let kept = games.kept.lock().unwrap();
        assert_eq!(kept.len(), MOST_KEPT);
        let latest = [16, 6, 1].map(choice);
        assert!(kept[MOST_KEPT - 3..].iter().map(|(choice, _)| choice).eq(&latest));
    }

    #[test]
    fn rules_that_are_not_named_are_those_by_default() {
        let games = ReadyGames::default();
        for name in ["riichi", "galaxy", "riichi"] {
            let ready = games.ready(RulesChoice::default(), name).unwrap();
            assert_eq!(ready.set().name(), name);
        }
        assert_eq!(games.kept.lock().unwrap().len(), 2);
        assert!(games.ready(RulesChoice::default(), "no such rules").is_err());
        assert_eq!(games.kept.lock().unwrap().len(), 2);
    }
}
