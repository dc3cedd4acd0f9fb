//! The threads that answer a chunk of records, each record by whoever is free, written in order.

use crate::clock::is_interrupted;
use crate::failure::{Failure, OWN_FAULT};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many bytes of answers may wait for their turn to be written.
const MOST_HELD: usize = 8 << 20;

/// As much stack as the first thread of a program has: the answer is then the same on all of them.
const STACK: usize = 8 << 20;

/// An answer, ready to be written.
pub struct Piece<P> {
    pub content: P,
    /// About how many bytes it holds.
    pub bytes: usize,
}

/// The threads of a run.
pub struct OrderedPool {
    /// `None` for one thread alone: the caller's own.
    threads: Option<ThreadPool>,
}

impl OrderedPool {
    /// So many threads, or one a core.
    pub fn new(threads: Option<NonZeroUsize>) -> Result<OrderedPool, Failure> {
        if threads.is_some_and(|threads| threads.get() == 1) {
            return Ok(OrderedPool { threads: None });
        }
        let threads = threads.map_or(0, NonZeroUsize::get);
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        let pool = pool.map_err(|error| Failure {
            code: OWN_FAULT,
            message: format!("{error}; --threads 1 needs no more than the one there is"),
            place: None,
        })?;
        Ok(OrderedPool { threads: Some(pool) })
    }

    /// Makes a piece of each item and writes the pieces in the order of the items, each as soon as
    /// those before it are written. Ctrl-C or an error ends it early: what is written is then a
    /// beginning, without gaps.
    pub fn answer<I, P, M, W>(&self, items: &[I], make: M, write: W) -> io::Result<()>
    where
        I: Sync,
        P: Send,
        M: Fn(&I) -> io::Result<Piece<P>> + Sync,
        W: FnMut(&I, P) -> io::Result<()> + Send,
    {
        let work = Work { items, make, state: Mutex::new(State::new(write)), room: Condvar::new() };
        match &self.threads {
            Some(pool) if items.len() > 1 => {
                pool.broadcast(|_| work.run());
            }
            _ => work.run(),
        }
        let state = work.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)
    }
}

/// The answering of one chunk, shared by the threads.
struct Work<'a, I, P, M, W> {
    items: &'a [I],
    make: M,
    state: Mutex<State<P, W>>,
    /// Told whenever fewer bytes wait to be written.
    room: Condvar,
}

struct State<P, W> {
    /// The next item that nobody has taken.
    next: usize,
    /// The next item to be written.
    due: usize,
    /// What waits for its turn.
    ready: BTreeMap<usize, Piece<P>>,
    held: usize,
    /// `None` while a thread is writing.
    write: Option<W>,
    error: Option<io::Error>,
}

impl<P, W> State<P, W> {
    fn new(write: W) -> State<P, W> {
        let ready = BTreeMap::new();
        State { next: 0, due: 0, ready, held: 0, write: Some(write), error: None }
    }

    /// The piece whose turn it is, unless an error came before it.
    fn take_due(&mut self) -> Option<(usize, Piece<P>)> {
        let due = self.due;
        let piece = self.ready.remove(&due).filter(|_| self.error.is_none())?;
        Some((due, piece))
    }
}

impl<I, P, M, W> Work<'_, I, P, M, W>
where
    M: Fn(&I) -> io::Result<Piece<P>>,
    W: FnMut(&I, P) -> io::Result<()>,
{
    /// What each thread does.
    fn run(&self) {
        let _alarm = Alarm(self);
        while let Some((index, item)) = self.take() {
            match (self.make)(item) {
                Ok(piece) => self.deliver(index, piece),
                Err(error) => self.fail(error),
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State<P, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, error: io::Error) {
        self.state().error.get_or_insert(error);
        self.room.notify_all();
    }

    /// The next item, once there is room for its answer. Items are taken in order, so the one that
    /// is due is always in work or being written, and whoever waits here is waited for by nobody.
    fn take(&self) -> Option<(usize, &I)> {
        let mut state = self.state();
        while state.held > MOST_HELD && state.error.is_none() {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let item = self.items.get(state.next).filter(|_| state.error.is_none())?;
        if is_interrupted() {
            return None;
        }
        state.next += 1;
        Some((state.next - 1, item))
    }

    /// Puts a piece in its place. If it is due and nobody is writing, this thread writes it and all
    /// that is ready behind it while the others go on answering.
    fn deliver(&self, index: usize, piece: Piece<P>) {
        let mut state = self.state();
        state.held += piece.bytes;
        state.ready.insert(index, piece);
        let Some(mut write) = state.write.take() else { return };
        while let Some((due, Piece { content, bytes })) = state.take_due() {
            drop(state);
            let written = self.items.get(due).map_or(Ok(()), |item| write(item, content));
            state = self.state();
            state.due += 1;
            // Whoever waits for room waits for this; a call to wake nobody takes time.
            let wakes = state.held > MOST_HELD;
            state.held -= bytes;
            if let Err(error) = written {
                state.error.get_or_insert(error);
            }
            if wakes || state.error.is_some() {
                self.room.notify_all();
            }
        }
        state.write = Some(write);
    }
}

/// A thread that panics must not leave others waiting for its answer: the panic ends the run.
struct Alarm<'a, 'b, I, P, M, W>(&'a Work<'b, I, P, M, W>)
where
    M: Fn(&I) -> io::Result<Piece<P>>,
    W: FnMut(&I, P) -> io::Result<()>;

impl<I, P, M, W> Drop for Alarm<'_, '_, I, P, M, W>
where
    M: Fn(&I) -> io::Result<Piece<P>>,
    W: FnMut(&I, P) -> io::Result<()>,
{
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail(io::Error::other("a thread panicked"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> OrderedPool {
        OrderedPool::new(NonZeroUsize::new(threads)).unwrap()
    }

    fn piece(item: &usize) -> io::Result<Piece<usize>> {
        // Large answers, the first ones slowest: the others run into the bound and wait.
        if item.is_multiple_of(10) {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        Ok(Piece { content: *item, bytes: MOST_HELD / 3 })
    }

    #[test]
    fn pieces_are_written_in_order_by_any_number_of_threads() {
        let items: Vec<usize> = (0..500).collect();
        for threads in [1, 2, 7] {
            let mut written = Vec::new();
            let write = |_: &usize, piece: usize| {
                written.push(piece);
                Ok(())
            };
            pool(threads).answer(&items, piece, write).unwrap();
            assert_eq!(written, items);
        }
    }

    #[test]
    fn an_error_ends_the_run_with_a_beginning_written() {
        let items: Vec<usize> = (0..500).collect();
        for threads in [1, 3] {
            let mut written = 0;
            let write = |_: &usize, piece: usize| {
                if piece == 40 {
                    return Err(io::Error::other("full"));
                }
                written += 1;
                Ok(())
            };
            let error = pool(threads).answer(&items, piece, write).unwrap_err();
            assert_eq!((error.to_string().as_str(), written), ("full", 40));
        }
    }
}
