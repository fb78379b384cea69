//! Publishes the state of the pool for Prometheus, text format 0.0.4, only on loopback.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use poolscope_diagnosis::judge::Level;

use super::follow::{Follow, GroupNow, QUIET, stuck, unless_silent};

/// Without a look for this long the groups are left out, because their values are outdated.
const STALE: Duration = Duration::from_secs(15);
/// How long a request is read, and how many at once.
const PATIENCE: Duration = Duration::from_secs(2);
const AT_ONCE: usize = 8;

/// The results of a server's last look, and the time of its arrival.
pub struct Shown {
    /// Its label, if it has a name: `server="db1"`.
    label: String,
    looks: u64,
    level: Level,
    causes: Vec<&'static str>,
    figures: Vec<Option<f64>>,
    groups: Vec<GroupNow>,
    came: Instant,
}

/// A figure of the whole server: name, meaning, value.
type Figure = (&'static str, &'static str, fn(&Follow) -> Option<f64>);
const FIGURES: [Figure; 7] = [
    ("threads", "Threads of the pool", |of| {
        Some(of.threads?.into())
    }),
    ("max_threads", "thread_pool_max_threads", |of| {
        Some(of.max_threads?.into())
    }),
    ("connections", "Threads_connected", |of| {
        Some(
            of.capture
                .looks
                .last()?
                .status
                .get("Threads_connected")?
                .value as f64,
        )
    }),
    ("max_connections", "max_connections", |of| {
        of.capture
            .variables
            .get("max_connections")?
            .value
            .parse()
            .ok()
    }),
    ("logins_queued", "Logins in the queues", |of| {
        let queues = of.capture.looks.last()?.queues.as_ref()?;
        Some(queues.iter().filter(|row| row.login).count() as f64)
    }),
    ("stuck_connections", "Connections that may be stuck", |of| {
        Some(stuck(&of.diagnosis).0 as f64)
    }),
    (
        "surely_stuck_connections",
        "Connections that surely are stuck",
        |of| Some(stuck(&of.diagnosis).1 as f64),
    ),
];

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
    pub fn new(server: &str, of: &Follow, came: Instant) -> Self {
        let mut causes: Vec<&str> = of
            .diagnosis
            .troubles
            .iter()
            .map(|trouble| trouble.cause.key())
            .collect();
        causes.sort_unstable();
        causes.dedup();
        Shown {
            label: match server.is_empty() {
                true => String::new(),
                false => format!("server=\"{server}\""),
            },
            looks: of.looks,
            level: of.level(),
            causes,
            figures: FIGURES.iter().map(|(_, _, value)| value(of)).collect(),
            groups: of.groups.clone(),
            came,
        }
    }

    fn age(&self) -> Duration {
        self.came.elapsed()
    }

    fn fresh(&self) -> bool {
        self.looks > 0 && self.age() < STALE
    }

    /// A line of a metric with this server's label.
    fn sample(&self, name: &str, label: &str, value: f64) -> String {
        let labels = [self.label.as_str(), label];
        let labels: Vec<&str> = labels
            .into_iter()
            .filter(|label| !label.is_empty())
            .collect();
        match labels.is_empty() {
            true => format!("poolscope_{name} {value}\n"),
            false => format!("poolscope_{name}{{{}}} {value}\n", labels.join(",")),
        }
    }
}

/// A metric with the samples of all servers.
fn metric(
    out: &mut String,
    (name, kind, help): (&str, &str, &str),
    samples: impl Iterator<Item = String>,
) {
    let _ = writeln!(
        out,
        "# HELP poolscope_{name} {help}\n# TYPE poolscope_{name} {kind}"
    );
    out.extend(samples);
}

fn figures(servers: &[Shown]) -> String {
    let mut out = String::new();
    let each = || servers.iter();
    let fresh = || each().filter(|one| one.fresh());
    metric(
        &mut out,
        ("looks_total", "counter", "Looks that came"),
        each().map(|one| one.sample("looks_total", "", one.looks as f64)),
    );
    metric(
        &mut out,
        ("look_age_seconds", "gauge", "Since the last look came"),
        each().map(|one| one.sample("look_age_seconds", "", one.age().as_secs_f64())),
    );
    let meaning = "0: nothing is wrong; 1: something is; 2: no look came; 3: it cannot be told, or no look comes any more";
    metric(
        &mut out,
        ("level", "gauge", meaning),
        each().map(|one| {
            let level = unless_silent(one.level, one.age() >= QUIET);
            one.sample("level", "", f64::from(level.status()))
        }),
    );
    metric(
        &mut out,
        (
            "verdict",
            "gauge",
            "What is wrong, judging by the last looks",
        ),
        fresh().flat_map(|one| {
            let causes = if one.causes.is_empty() {
                &["unknown"][..]
            } else {
                &one.causes
            };
            causes
                .iter()
                .map(|cause| one.sample("verdict", &format!("cause=\"{cause}\""), 1.0))
        }),
    );
    for (at, (name, help, _)) in FIGURES.iter().enumerate() {
        metric(
            &mut out,
            (name, "gauge", help),
            fresh().filter_map(|one| Some(one.sample(name, "", one.figures.get(at).copied()??))),
        );
    }
    for (name, kind, help, value) in GROUPS {
        let name = format!("group_{name}");
        metric(
            &mut out,
            (&name, kind, help),
            fresh().flat_map(|one| {
                let rows = one.groups.iter();
                rows.filter_map(|group| {
                    Some(one.sample(&name, &format!("group=\"{}\"", group.group), value(group)?))
                })
            }),
        );
    }
    out
}

/// The data that the threads share.
pub type Board = Arc<Mutex<Vec<Shown>>>;

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
                    figures(&board.lock().unwrap_or_else(PoisonError::into_inner)),
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
