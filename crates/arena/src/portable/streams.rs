//! Threads that read and write the streams of programs, and a bell that reports each event.

use super::super::pipes::{ByteSink, ByteSource, UNREAD_CAP};
use crate::threads::locked;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How much later than asked a wait may end, by the tick of the system's clock. Only a sleep ends in time.
const TICK: Duration = Duration::from_millis(if cfg!(windows) { 17 } else { 0 });
const NAP: Duration = Duration::from_millis(1);

/// A bell: any thread rings it, and one thread waits for it.
#[derive(Clone, Debug)]
pub(in super::super) struct Notifier(SyncSender<()>);

/// The waiting side of a bell.
#[derive(Debug)]
pub(in super::super) struct Notifications(Receiver<()>);

impl Notifier {
    pub(in super::super) fn new() -> (Notifier, Notifications) {
        // One pending ring is enough.
        let (bell, ear) = sync_channel(1);
        (Notifier(bell), Notifications(ear))
    }

    fn ring(&self) {
        let _ = self.0.try_send(());
    }
}

impl Notifications {
    /// Waits at most so long; false if nobody has rung.
    pub(in super::super) fn hears(&self, within: Duration) -> bool {
        let until = Instant::now() + within;
        loop {
            match self
                .0
                .recv_timeout(until.saturating_duration_since(Instant::now() + TICK))
            {
                Err(RecvTimeoutError::Timeout) if Instant::now() < until => std::thread::sleep(NAP),
                heard => return heard != Err(RecvTimeoutError::Timeout),
            }
        }
    }
}

/// The moment of a program's end, once it has come.
#[derive(Clone, Debug)]
pub(in super::super) struct Flag(Arc<OnceLock<Instant>>, Notifier);

impl Flag {
    pub(in super::super) fn new(bell: &Notifier) -> Flag {
        Flag(Arc::default(), bell.clone())
    }

    pub(super) fn raise(&self) {
        let _ = self.0.set(Instant::now());
        self.1.ring();
    }

    pub(in super::super) fn at(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

#[derive(Debug, Default)]
struct ShelfState {
    bytes: Vec<u8>,
    /// When the last of them came.
    at: Option<Instant>,
    /// True if no more will come.
    has_ended: bool,
    /// True if nobody will take any.
    is_left: bool,
}

/// Holds what a thread has read until it is taken. If nobody takes it, the thread stops reading and the pipe fills up.
#[derive(Debug)]
pub(in super::super) struct ReaderThread(Arc<(Mutex<ShelfState>, Condvar)>);

impl ReaderThread {
    /// Reads this to its end.
    pub(in super::super) fn of(
        mut from: impl Read + Send + 'static,
        bell: &Notifier,
    ) -> io::Result<ReaderThread> {
        let shelf = Arc::new((Mutex::<ShelfState>::default(), Condvar::new()));
        let (kept, bell) = (Arc::clone(&shelf), bell.clone());
        std::thread::Builder::new().spawn(move || {
            let mut chunk = vec![0; 1 << 16];
            loop {
                let read = from.read(&mut chunk);
                let at = Instant::now();
                let (kept, taken) = &*kept;
                let mut kept = locked(kept);
                match read {
                    Ok(count) if count > 0 => kept.bytes.extend_from_slice(&chunk[..count]),
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    Ok(_) | Err(_) => kept.has_ended = true,
                }
                kept.at = Some(at);
                bell.ring();
                while kept.bytes.len() >= UNREAD_CAP && !kept.is_left {
                    kept = taken.wait(kept).unwrap_or_else(PoisonError::into_inner);
                }
                if kept.has_ended || kept.is_left {
                    return;
                }
            }
        })?;
        Ok(ReaderThread(shelf))
    }
}

impl ByteSource for ReaderThread {
    fn read(&mut self, into: &mut Vec<u8>) -> io::Result<(usize, Instant)> {
        let (kept, taken) = &*self.0;
        let mut kept = locked(kept);
        let count = kept.bytes.len();
        if count == 0 && !kept.has_ended {
            return Err(ErrorKind::WouldBlock.into());
        }
        into.append(&mut kept.bytes);
        taken.notify_one();
        Ok((count, kept.at.unwrap_or_else(Instant::now)))
    }
}

impl Drop for ReaderThread {
    fn drop(&mut self) {
        let (kept, taken) = &*self.0;
        locked(kept).is_left = true;
        taken.notify_one();
    }
}

/// A thread that writes what it is given, one piece after the other, and then closes the stream.
#[derive(Debug)]
pub(in super::super) struct WriterThread(Sender<Vec<u8>>, Arc<AtomicUsize>);

impl WriterThread {
    pub(in super::super) fn to(mut to: impl Write + Send + 'static) -> io::Result<WriterThread> {
        let (mail, pieces) = channel::<Vec<u8>>();
        let waiting = Arc::<AtomicUsize>::default();
        let left = Arc::clone(&waiting);
        std::thread::Builder::new().spawn(move || {
            for piece in pieces {
                if to.write_all(&piece).and_then(|()| to.flush()).is_err() {
                    return;
                }
                left.fetch_sub(piece.len(), Ordering::Relaxed);
            }
        })?;
        Ok(WriterThread(mail, waiting))
    }

    /// Bytes that are not written yet.
    pub(in super::super) fn waiting(&self) -> usize {
        self.1.load(Ordering::Relaxed)
    }
}

impl ByteSink for WriterThread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.fetch_add(bytes.len(), Ordering::Relaxed);
        self.0
            .send(bytes.to_vec())
            .map_err(|_| ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }
}
