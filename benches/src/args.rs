//! The few arguments of the program.

use std::time::Duration;

/// What the program can be told, with what it does untold.
pub const USAGE: &str = "\
usage: ginga-benches [--hands N] [--rounds R] [--only TASK[,TASK…]]

  --hands N   hands in each set (20000)
  --rounds R  rounds of each measurement (9)
  --only T    these tasks alone, by number:
              1 win, 2 waits, 3 decompositions, 4 waits with decompositions, 5 laizi, 6 galaxy,
              7 distances";

/// How much to measure.
pub struct Options {
    /// Hands in each set.
    pub hands: usize,
    /// Rounds of each measurement.
    pub rounds: usize,
    /// About how long one contestant's round may take: a slow one gets the first hands of the set
    /// alone, so that no run takes hours.
    pub round_time: Duration,
    /// How long answers are compared; what is compared by then is said.
    pub compare_time: Duration,
    only: Vec<u8>,
}

impl Options {
    /// Reads the arguments behind the program's name; an error is a sentence for the user.
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            hands: 20_000,
            rounds: 9,
            round_time: Duration::from_millis(60),
            compare_time: Duration::from_secs(5),
            only: Vec::new(),
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} wants a value"));
            match word.as_str() {
                "--hands" => options.hands = at_least_one(&value()?)?,
                "--rounds" => options.rounds = at_least_one(&value()?)?,
                "--only" => {
                    for task in value()?.split(',') {
                        options.only.push(number_of_task(task)?);
                    }
                }
                _ => return Err(format!("unknown argument {word}")),
            }
        }
        Ok(options)
    }

    /// Whether the task with this number is asked for.
    pub fn wants(&self, task: u8) -> bool {
        self.only.is_empty() || self.only.contains(&task)
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or(format!("{text} is no number from 1 on"))
}

fn number_of_task(text: &str) -> Result<u8, String> {
    let known = |task: &u8| (1..=7).contains(task);
    text.parse().ok().filter(known).ok_or(format!("{text} is no task; they are 1 to 7"))
}
