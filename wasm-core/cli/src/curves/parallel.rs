//! Runs work on all cores and reports results as they arrive.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does all pieces of work, and passes on each result with its number as soon as it is ready.
pub fn each<W: Sync, R: Send>(
    work: &[W],
    of: impl Fn(&W) -> R + Sync,
    mut report: impl FnMut(usize, &R),
) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    // Where there is one core, or no threads at all.
    if cores == 1 {
        let one = |(i, piece)| {
            let result = of(piece);
            report(i, &result);
            result
        };
        return work.iter().enumerate().map(one).collect();
    }
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<R>> = Vec::new();
    results.resize_with(work.len(), || None);
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..cores.min(work.len()) {
            let (send, next, of) = (send.clone(), &next, &of);
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(piece) = work.get(i) else { break };
                    if send.send((i, of(piece))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (i, result) in receive {
            report(i, &result);
            results[i] = Some(result);
        }
    });
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn results_stand_in_the_order_of_the_work() {
        let work: Vec<u64> = (0..100).collect();
        let mut report = 0;
        let squares = each(
            &work,
            |n| n * n,
            |i, square| {
                assert_eq!(*square, (i * i) as u64);
                report += 1;
            },
        );
        assert_eq!(squares, work.iter().map(|n| n * n).collect::<Vec<_>>());
        assert_eq!(report, 100);
        assert!(each(&[] as &[u8], |n| *n, |_, _| {}).is_empty());
    }
}
