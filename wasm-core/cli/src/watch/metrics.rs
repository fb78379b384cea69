//! Publishes the state of the pool for Prometheus, text format 0.0.4, only on loopback.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::follow::{Follow, GroupNow};

/// Without a look for this long the groups are left out, because their values are outdated.
const STALE: Duration = Duration::from_secs(15);
/// How long a request is read, and how many at once.
const PATIENCE: Duration = Duration::from_secs(2);
const AT_ONCE: usize = 8;

/// The results of the last look, and the time of its arrival.
pub struct Shown {
    pub looks: u64,
    pub verdict: String,
    pub groups: String,
    pub came: Instant,
}

type Reader = fn(&GroupNow) -> Option<f64>;
const GROUPS: [(&str, &str, &str, Reader); 11] = [
    ("connections", "gauge", "Connections of the group", |g| {
        Some(g.connections.into())
    }),
    ("threads", "gauge", "Threads of the group", |g| {
        Some(g.threads.into())
    }),
    ("active_threads", "gauge", "Threads at work", |g| {
        Some(g.active.into())
    }),
    (
        "waiting_threads",
        "gauge",
        "Threads in reported waits",
        |g| Some(g.waiting.into()),
    ),
    ("standby_threads", "gauge", "Parked threads", |g| {
        Some(g.standby.into())
    }),
    ("listener", "gauge", "1 if somebody listens", |g| {
        Some(f64::from(u8::from(g.listener)))
    }),
    ("queue_length", "gauge", "Requests in the queue", |g| {
        Some(g.queue.into())
    }),
    (
        "oldest_wait_seconds",
        "gauge",
        "Age of the oldest request in the queue",
        |g| Some(g.oldest_us as f64 / 1e6),
    ),
    (
        "deaf_seconds",
        "gauge",
        "How long nobody has read the group's sockets, 0 if somebody does",
        |g| Some(g.deaf_us.unwrap_or(0) as f64 / 1e6),
    ),
    (
        "stalls_total",
        "counter",
        "STALLS of THREAD_POOL_STATS",
        |g| Some(*g.counters.get("STALLS")? as f64),
    ),
    (
        "throttles_total",
        "counter",
        "THROTTLES of THREAD_POOL_STATS",
        |g| Some(*g.counters.get("THROTTLES")? as f64),
    ),
];

impl Shown {
    pub fn new(of: &Follow, came: Instant) -> Self {
        let mut verdict = "# HELP poolscope_verdict What is wrong, judging by the last looks\n# TYPE poolscope_verdict gauge\n".to_owned();
        let mut causes: Vec<&str> = of
            .diagnosis
            .troubles
            .iter()
            .map(|trouble| trouble.cause.key())
            .collect();
        causes.sort_unstable();
        causes.dedup();
        for cause in if causes.is_empty() {
            vec!["unknown"]
        } else {
            causes
        } {
            let _ = writeln!(verdict, "poolscope_verdict{{cause=\"{cause}\"}} 1");
        }
        let mut groups = String::new();
        for (name, kind, help, value) in GROUPS {
            let _ = writeln!(
                groups,
                "# HELP poolscope_group_{name} {help}\n# TYPE poolscope_group_{name} {kind}"
            );
            for group in &of.groups {
                if let Some(value) = value(group) {
                    let _ = writeln!(
                        groups,
                        "poolscope_group_{name}{{group=\"{}\"}} {value}",
                        group.group
                    );
                }
            }
        }
        Shown {
            looks: of.looks,
            verdict,
            groups,
            came,
        }
    }

    fn text(&self) -> String {
        let age = self.came.elapsed();
        let mut out = format!(
            "# HELP poolscope_looks_total Looks that came\n# TYPE poolscope_looks_total counter\npoolscope_looks_total {}\n\
             # HELP poolscope_look_age_seconds Since the last look came\n# TYPE poolscope_look_age_seconds gauge\npoolscope_look_age_seconds {}\n",
            self.looks,
            age.as_secs_f64()
        );
        if self.looks > 0 && age < STALE {
            out += &self.verdict;
            out += &self.groups;
        }
        out
    }
}

/// The data that the threads share.
pub type Board = Arc<Mutex<Shown>>;

/// Serves it; returns the port, which the system chooses for 0.
///
/// # Errors
/// If the port is taken.
pub fn serve(port: u16, board: Board) -> io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = listener.local_addr()?.port();
    let busy = Arc::new(AtomicUsize::new(0));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            if busy.fetch_add(1, Ordering::SeqCst) >= AT_ONCE {
                busy.fetch_sub(1, Ordering::SeqCst);
                continue;
            }
            let (board, busy) = (Arc::clone(&board), Arc::clone(&busy));
            thread::spawn(move || {
                // A client that hangs up early misses the answer.
                let _ = answer(stream, &board);
                busy.fetch_sub(1, Ordering::SeqCst);
            });
        }
    });
    Ok(port)
}

fn answer(mut stream: TcpStream, board: &Board) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut request = Vec::new();
    let mut bytes = [0; 1_024];
    // At most eight reads, so a client that sends single bytes gets no more than others.
    for _ in 0..8 {
        let read = stream.read(&mut bytes)?;
        request.extend(bytes.iter().take(read));
        if read == 0 || request.windows(4).any(|end| end == b"\r\n\r\n") {
            break;
        }
    }
    let text = String::from_utf8_lossy(&request);
    let mut words = text.lines().next().unwrap_or_default().split(' ');
    let (status, body) = match (words.next(), words.next(), words.next()) {
        (Some("GET"), Some(path), Some(version)) if version.starts_with("HTTP/1.") => {
            match path.split('?').next() {
                Some("/metrics") => (
                    "200 OK",
                    board.lock().unwrap_or_else(PoisonError::into_inner).text(),
                ),
                _ => ("404 Not Found", "see /metrics\n".to_owned()),
            }
        }
        (Some(_), Some(_), Some(version)) if version.starts_with("HTTP/1.") => {
            ("405 Method Not Allowed", "GET alone\n".to_owned())
        }
        _ => ("400 Bad Request", String::new()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}
