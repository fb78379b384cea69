//! `poolscope watch`: reads looks from standard input and shows what they mean as it changes.

pub mod follow;
mod metrics;
mod picture;
mod record;
mod stream;

use std::io::{ErrorKind, IsTerminal, Read, Write, stdin, stdout};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use poolscope_diagnosis::read::{Keep, Reading};

use self::follow::{Follow, clock};
use self::metrics::{Board, Shown};
use self::record::Record;
use self::stream::{Stream, StreamItem};
use crate::args::WatchArgs;
use crate::output::{Answer, Failure, Result};
use crate::stopwatch;
use crate::words::{in_brackets, marks, words};

const SQL: &str = include_str!("../../../../content/captures/watch.sql");

enum Event {
    Bytes(Vec<u8>),
    End,
    Stop,
}

// How to show it.
enum Show {
    Screen { colour: bool },
    Lines,
    Json,
}

struct Watch {
    stream: Stream,
    reading: Reading,
    follow: Follow,
    show: Show,
    record: Option<(String, Record)>,
    board: Option<Board>,
    came: std::time::Instant,
    begun: bool,
}

pub fn watch(args: &WatchArgs) -> Result {
    if args.sql {
        return Ok(Answer::new(SQL.to_owned()));
    }
    let record = args.record.as_ref().map(|path| {
        let made = Record::create(path, args.force);
        made.map(|record| (path.clone(), record)).map_err(|error| {
            let hint = if error.kind() == ErrorKind::AlreadyExists {
                in_brackets(&words("watch_replaces", &[]))
            } else {
                String::new()
            };
            Failure::input(format!("{path}: {error}{hint}"))
        })
    });
    let mut watch = Watch {
        stream: Stream::default(),
        reading: Reading::new(if args.keep_text {
            Keep::Everything
        } else {
            Keep::Redacted
        }),
        follow: Follow::default(),
        show: if args.json {
            Show::Json
        } else if stdout().is_terminal() {
            let colour = std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
            Show::Screen { colour }
        } else {
            Show::Lines
        },
        record: record.transpose()?,
        board: None,
        came: stopwatch::start(),
        begun: false,
    };
    if let Some(port) = args.prometheus {
        let board = Arc::new(Mutex::new(Shown::new(&watch.follow, watch.came)));
        let port = metrics::serve(port, Arc::clone(&board))
            .map_err(|error| Failure::input(format!("127.0.0.1:{port}: {error}")))?;
        eprintln!("http://127.0.0.1:{port}/metrics");
        watch.board = Some(board);
    }
    let (send, events) = sync_channel(16);
    let stop = send.clone();
    // Without it, Ctrl-C ends the command like any other.
    let _ = ctrlc::set_handler(move || {
        let _ = stop.send(Event::Stop);
    });
    thread::spawn(move || listen(&send));
    let ended = loop {
        let event = match events.recv_timeout(Duration::from_secs(1)) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => {
                let quiet = matches!(watch.show, Show::Screen { .. }) && watch.begun;
                match if quiet { watch.draw() } else { Ok(()) } {
                    Ok(()) => continue,
                    Err(_) => break "watch_unread",
                }
            }
            Err(RecvTimeoutError::Disconnected) => break "watch_ended",
        };
        let (found, last) = match event {
            Event::Bytes(bytes) => (watch.stream.push(&bytes), None),
            Event::End => (watch.stream.end(), Some("watch_ended")),
            Event::Stop => (Vec::new(), Some("watch_stopped")),
        };
        let mut gone = false;
        for found in found {
            gone = watch.found(found)?.is_err();
            if gone {
                break;
            }
        }
        if gone {
            break "watch_unread";
        }
        if let Some(last) = last {
            break last;
        }
    };
    let looks = match watch.follow.looks {
        0 => words("watch_looks_none", &[]),
        looks => words("watch_looks", &[("count", &looks.to_string())]),
    };
    let mut said = vec![words(ended, &[]), looks];
    if let Some((path, _)) = watch.record.filter(|(_, record)| record.thinned) {
        said.push(words("watch_full", &[("path", &path)]));
    }
    eprintln!("{}", said.join(marks().blank));
    Ok(Answer {
        text: String::new(),
        status: watch.follow.status(),
    })
}

fn listen(send: &SyncSender<Event>) {
    let mut input = stdin().lock();
    let mut bytes = vec![0; 1 << 16];
    loop {
        let event = match input.read(&mut bytes) {
            Ok(0) => Event::End,
            Ok(read) => Event::Bytes(bytes.iter().take(read).copied().collect()),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => Event::End,
        };
        let last = matches!(event, Event::End);
        if send.send(event).is_err() || last {
            return;
        }
    }
}

impl Watch {
    // The inner result says whether anybody still reads the output.
    fn found(&mut self, found: StreamItem) -> std::result::Result<std::io::Result<()>, Failure> {
        let (text, cut) = match found {
            StreamItem::Look { text, cut } => (text, cut),
            StreamItem::Error(text) => {
                let at = self.follow.at_us;
                self.follow.note(at, text.clone());
                return Ok(match self.show {
                    Show::Lines => writeln!(stdout(), "{} {text}", clock(at)),
                    Show::Json | Show::Screen { .. } => Ok(()),
                });
            }
        };
        let Some(changed) = self.follow.take(self.reading.read(&text)) else {
            return Ok(Ok(()));
        };
        self.came = stopwatch::start();
        if cut {
            let at = self.follow.at_us;
            self.follow.note(at, words("watch_cut", &[]));
        }
        if let (Some((path, record)), Some(look)) =
            (&mut self.record, self.follow.capture.looks.last())
        {
            record
                .add(&self.follow.capture, look, changed)
                .map_err(|error| Failure::input(format!("{path}: {error}")))?;
        }
        if let Some(board) = &self.board {
            *board.lock().unwrap_or_else(PoisonError::into_inner) =
                Shown::new(&self.follow, self.came);
        }
        Ok(match self.show {
            Show::Json => writeln!(stdout(), "{}", picture::object(&self.follow)),
            Show::Lines if changed => self.line(),
            Show::Lines => Ok(()),
            Show::Screen { .. } => self.draw(),
        })
    }

    fn line(&self) -> std::io::Result<()> {
        let last = self.follow.changes.back().map_or("", |change| &change.says);
        let worst = self.follow.diagnosis.troubles.first();
        let remedy = worst.and_then(|worst| worst.remedies.first());
        let remedy = remedy.map_or(String::new(), |remedy| {
            let said = crate::diagnose::said(remedy);
            [" | ", &remedy.action, marks().colon, &said].concat()
        });
        writeln!(stdout(), "{} {last}{remedy}", self.follow.time())
    }

    fn draw(&mut self) -> std::io::Result<()> {
        let Show::Screen { colour } = self.show else {
            return Ok(());
        };
        let size = terminal_size::terminal_size().map_or(picture::SMALL, |(columns, rows)| {
            (columns.0.max(40).into(), rows.0.max(10).into())
        });
        let quiet_s = self.came.elapsed().as_secs();
        let lines = picture::picture(&self.follow, size, colour, quiet_s);
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
