//! `poolscope watch`: reads looks from standard input and shows what they mean as it changes.

pub mod follow;
mod metrics;
mod picture;
mod record;
mod ring;
mod stream;

use std::io::{ErrorKind, IsTerminal, Read, Write, stdin, stdout};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use poolscope_diagnosis::judge::Level;
use poolscope_diagnosis::read::{Keep, Reading};

use self::follow::{Follow, QUIET, clock, unless_silent};
use self::metrics::{Board, Shown};
use self::record::Record;
use self::ring::Ring;
use self::stream::{Stream, StreamItem};
use crate::args::WatchArgs;
use crate::output::{Answer, Failure, Result};
use crate::stopwatch;
use crate::words::{in_brackets, marks, told, words};

const SQL: &str = include_str!("../../../../content/captures/watch.sql");

enum Event {
    Bytes(usize, Vec<u8>),
    End(usize),
    #[cfg_attr(
        target_family = "wasm",
        allow(dead_code, reason = "nothing stops it there")
    )]
    Stop,
}

// How to show it.
#[derive(Clone, Copy)]
enum Show {
    Screen { colour: bool },
    Lines,
    Json,
}

/// One of the servers that are followed.
struct Server {
    /// Empty for the only one, from standard input.
    name: String,
    stream: Stream,
    reading: Reading,
    follow: Follow,
    ring: Option<Ring>,
    came: Instant,
    /// That no look comes has been said.
    quiet: bool,
    /// The remedy that has been said.
    said: Option<String>,
    ended: bool,
}

struct Watch {
    servers: Vec<Server>,
    show: Show,
    record: Option<(String, Record)>,
    board: Option<Board>,
    begun: bool,
}

/// Ctrl-C stops watching; where it cannot, it ends the command like any other.
fn stop_by_key(stop: SyncSender<Event>) {
    #[cfg(not(target_family = "wasm"))]
    let _ = ctrlc::set_handler(move || {
        let _ = stop.send(Event::Stop);
    });
    #[cfg(target_family = "wasm")]
    drop(stop);
}

fn failed(path: &str, error: &std::io::Error) -> Failure {
    Failure::input(format!("{path}: {error}"))
}

pub fn watch(args: &WatchArgs) -> Result {
    if args.sql {
        return Ok(Answer::new(SQL.to_owned()));
    }
    // Looks come beside each other and at any time, which takes threads.
    if cfg!(target_family = "wasm") {
        return Err(Failure::input(words("watch_needs_threads", &[])));
    }
    let record = args.record.as_ref().map(|path| {
        let made = Record::create(path, args.force);
        made.map(|record| (path.clone(), record)).map_err(|error| {
            let hint = if error.kind() == ErrorKind::AlreadyExists {
                in_brackets(&words("watch_replaces", &[]))
            } else {
                String::new()
            };
            Failure::input(told(&format!("{path}: {error}")) + &hint)
        })
    });
    let keep = match args.keep_text {
        true => Keep::Everything,
        false => Keep::Redacted,
    };
    if let Some(folder) = &args.incidents {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    }
    let server = |name: &str| Server {
        name: name.to_owned(),
        stream: Stream::default(),
        reading: Reading::new(keep),
        follow: Follow::default(),
        ring: args.incidents.as_ref().map(|folder| {
            let name = if name.is_empty() { "server" } else { name };
            Ring::new(Path::new(folder), name)
        }),
        came: stopwatch::start(),
        quiet: false,
        said: None,
        ended: false,
    };
    let (send, events) = sync_channel(16);
    let mut servers: Vec<Server> = args.servers.iter().map(|(name, _)| server(name)).collect();
    if servers.is_empty() {
        servers.push(server(""));
        let send = send.clone();
        thread::spawn(move || listen(&mut stdin().lock(), 0, &send));
    }
    for (at, (_, path)) in args.servers.iter().enumerate() {
        let (send, path) = (send.clone(), path.clone());
        // A pipe opens when somebody writes to it.
        thread::spawn(move || match std::fs::File::open(&path) {
            Ok(mut file) => listen(&mut file, at, &send),
            Err(error) => {
                eprintln!("{path}: {error}");
                let _ = send.send(Event::End(at));
            }
        });
    }
    let mut watch = Watch {
        show: if args.json {
            Show::Json
        } else if stdout().is_terminal() && servers.len() == 1 {
            let colour = std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
            Show::Screen { colour }
        } else {
            Show::Lines
        },
        servers,
        record: record.transpose()?,
        board: None,
        begun: false,
    };
    if let Some(port) = args.prometheus {
        let board = Arc::new(Mutex::new(watch.shown()));
        let port = metrics::serve(port, Arc::clone(&board))
            .map_err(|error| failed(&format!("127.0.0.1:{port}"), &error))?;
        eprintln!("http://127.0.0.1:{port}/metrics");
        watch.board = Some(board);
    }
    stop_by_key(send);
    let ended = loop {
        let (at, found, last) = match events.recv_timeout(Duration::from_secs(1)) {
            Ok(Event::Bytes(at, bytes)) => (at, watch.pushed(at, Some(&bytes)), None),
            Ok(Event::End(at)) => {
                let found = watch.pushed(at, None);
                let last = watch.servers.iter().all(|server| server.ended);
                (at, found, last.then_some("watch_ended"))
            }
            Ok(Event::Stop) => (0, Vec::new(), Some("watch_stopped")),
            Err(RecvTimeoutError::Timeout) => (0, Vec::new(), None),
            Err(RecvTimeoutError::Disconnected) => break "watch_ended",
        };
        let mut gone = false;
        for found in found {
            gone = watch.found(at, found)?.is_err();
            if gone {
                break;
            }
        }
        if gone || watch.quiet().is_err() {
            break "watch_unread";
        }
        if let Some(last) = last {
            break last;
        }
    };
    let looks: u64 = watch.servers.iter().map(|server| server.follow.looks).sum();
    let looks = match looks {
        0 => words("watch_looks_none", &[]),
        looks => words("watch_looks", &[("count", &looks.to_string())]),
    };
    let mut said = vec![words(ended, &[]), looks];
    if let Some((path, _)) = watch.record.filter(|(_, record)| record.thinned) {
        said.push(words("watch_full", &[("path", &path)]));
    }
    eprintln!("{}", said.join(marks().blank));
    // The worst of all.
    let order = [Level::Wrong, Level::Unreadable, Level::CannotTell];
    let levels: Vec<Level> = watch.servers.iter().map(Server::level).collect();
    let worst = order.into_iter().find(|level| levels.contains(level));
    Ok(Answer {
        text: String::new(),
        status: worst.unwrap_or(Level::Fine).status(),
    })
}

fn listen(input: &mut dyn Read, at: usize, send: &SyncSender<Event>) {
    let mut bytes = vec![0; 1 << 16];
    loop {
        let event = match input.read(&mut bytes) {
            Ok(0) => Event::End(at),
            Ok(read) => Event::Bytes(at, bytes.iter().take(read).copied().collect()),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => Event::End(at),
        };
        let last = matches!(event, Event::End(_));
        if send.send(event).is_err() || last {
            return;
        }
    }
}

impl Server {
    /// How it is now: while no look comes, nobody knows. After its input has ended, as at its last look.
    fn level(&self) -> Level {
        unless_silent(self.follow.level(), self.quiet && !self.ended)
    }

    /// `db1 ` in front of its lines.
    fn prefix(&self) -> String {
        match self.name.is_empty() {
            true => String::new(),
            false => format!("{} ", self.name),
        }
    }

    fn say(&self, time: &str, what: &str) -> std::io::Result<()> {
        writeln!(stdout(), "{}{time} {what}", self.prefix())
    }

    fn line(&self) -> std::io::Result<()> {
        let last = self.follow.verdict.as_deref().unwrap_or_default();
        let remedy = self.follow.first();
        let remedy = remedy.filter(|remedy| self.follow.remedy.as_ref() == Some(&remedy.action));
        let remedy = remedy.map_or(String::new(), |remedy| {
            let said = crate::diagnose::said(remedy);
            [" | ", &remedy.action, marks().colon, &said].concat()
        });
        self.say(&self.follow.time(), &[last, &remedy].concat())
    }
}

impl Watch {
    fn shown(&self) -> Vec<Shown> {
        let each = self.servers.iter();
        each.map(|server| Shown::new(&server.name, &server.follow, server.came))
            .collect()
    }

    // The next bytes of a server, or the rest at the end.
    fn pushed(&mut self, at: usize, bytes: Option<&[u8]>) -> Vec<StreamItem> {
        let Some(server) = self.servers.get_mut(at) else {
            return Vec::new();
        };
        server.ended |= bytes.is_none();
        match bytes {
            Some(bytes) => server.stream.push(bytes),
            None => server.stream.end(),
        }
    }

    // Says of each server once when no look comes any more. The screen shows how long it has been.
    fn quiet(&mut self) -> std::io::Result<()> {
        for server in &mut self.servers {
            let quiet = server.came.elapsed() >= QUIET && !server.ended;
            if !quiet || server.quiet {
                continue;
            }
            server.quiet = true;
            let since = match server.follow.looks {
                0 => "-".to_owned(),
                _ => server.follow.time(),
            };
            let us = u64::try_from(server.came.elapsed().as_micros()).unwrap_or(u64::MAX);
            let now = clock(server.follow.at_us.saturating_add(us));
            match self.show {
                Show::Json => writeln!(
                    stdout(),
                    "{}",
                    picture::silent(&server.name, server.follow.at_us)
                )?,
                Show::Lines => server.say(&now, &words("watch_none_since", &[("time", &since)]))?,
                Show::Screen { .. } => {}
            }
        }
        if self.begun { self.draw() } else { Ok(()) }
    }

    // The inner result says whether anybody still reads the output.
    fn found(
        &mut self,
        at: usize,
        found: StreamItem,
    ) -> std::result::Result<std::io::Result<()>, Failure> {
        let show = self.show;
        let Some(server) = self.servers.get_mut(at) else {
            return Ok(Ok(()));
        };
        let lines = matches!(show, Show::Lines);
        let (text, cut) = match found {
            StreamItem::Look { text, cut } => (text, cut),
            StreamItem::Error(text) => {
                let at = server.follow.at_us;
                server.follow.note(at, text.clone());
                return Ok(if lines {
                    server.say(&clock(at), &text)
                } else {
                    Ok(())
                });
            }
        };
        let Some(changed) = server.follow.take(server.reading.read(&text)) else {
            // A look that broke off is news.
            return Ok(match server.follow.changes.back() {
                Some(change) if lines && server.follow.looks > 0 => {
                    server.say(&clock(change.at_us), &change.says)
                }
                _ => Ok(()),
            });
        };
        let follow = &mut server.follow;
        server.came = stopwatch::start();
        let back = std::mem::take(&mut server.quiet);
        if cut {
            follow.note(follow.at_us, words("watch_cut", &[]));
        }
        if let (Some((path, record)), Some(look)) = (&mut self.record, follow.capture.looks.last())
        {
            let added = record.add(&follow.capture, look, changed);
            added.map_err(|error| failed(path, &error))?;
        }
        let level = follow.level();
        if let (Some(ring), Some(look)) = (&mut server.ring, follow.capture.looks.last()) {
            let added = ring.add(&follow.capture, look, follow.at_us, level == Level::Wrong);
            // Whoever watches a server in trouble goes on.
            match added {
                Ok(Some(path)) => eprintln!("{}", path.display()),
                Ok(None) => {}
                Err(error) => eprintln!("{}", told(&format!("--incidents: {error}"))),
            }
        }
        let agreed = follow.remedy.is_some() && follow.remedy != server.said;
        if agreed || level != Level::Wrong {
            server.said.clone_from(&follow.remedy);
        }
        let out = match show {
            Show::Json => writeln!(
                stdout(),
                "{}",
                picture::object(&server.name, &server.follow)
            ),
            Show::Lines if changed || back || agreed => server.line(),
            Show::Lines => Ok(()),
            Show::Screen { .. } => self.draw(),
        };
        if let Some(board) = &self.board {
            *board.lock().unwrap_or_else(PoisonError::into_inner) = self.shown();
        }
        Ok(out)
    }

    fn draw(&mut self) -> std::io::Result<()> {
        let (Show::Screen { colour }, Some(server)) = (self.show, self.servers.first()) else {
            return Ok(());
        };
        let size = terminal_size::terminal_size().map_or(picture::SMALL, |(columns, rows)| {
            (columns.0.max(40).into(), rows.0.max(10).into())
        });
        let quiet_s = server.came.elapsed().as_secs();
        let lines = picture::picture(&server.follow, size, colour, quiet_s);
        let mut out = String::from(if self.begun {
            "\x1b[H"
        } else {
            "\x1b[2J\x1b[H"
        });
        self.begun = true;
        for line in lines {
            out += &line;
            out += "\x1b[K\r\n";
        }
        out += "\x1b[J";
        let mut screen = stdout().lock();
        screen.write_all(out.as_bytes())?;
        screen.flush()
    }
}
