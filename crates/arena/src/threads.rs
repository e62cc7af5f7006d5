//! Work that threads share. A thread that panicked leaves what it held as it was.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The value in a mutex.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value of a mutex that no thread needs any more.
pub fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Does this to each item, in so many threads; the results come in the order of the items. A thread stops at its first error, and
/// one of the errors comes back.
pub fn together<T: Send, R: Send, E: Send>(
    threads: usize,
    items: Vec<T>,
    each: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let others = threads.min(items.len()).saturating_sub(1);
    let items = Mutex::new(items.into_iter().enumerate());
    let next = || locked(&items).next();
    let work = || {
        std::iter::from_fn(next)
            .map(|(at, item)| Ok((at, each(item)?)))
            .collect::<Result<Vec<_>, E>>()
    };
    let done: Result<Vec<_>, E> = std::thread::scope(|scope| {
        // Where the system has no more threads, those that are there do the work.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (0..others).map_while(start).collect();
        let own = work();
        let joined = others.into_iter().map(|other| {
            other
                .join()
                .unwrap_or_else(|why| std::panic::resume_unwind(why))
        });
        std::iter::once(own).chain(joined).collect()
    });
    let mut done: Vec<(usize, R)> = done?.into_iter().flatten().collect();
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
