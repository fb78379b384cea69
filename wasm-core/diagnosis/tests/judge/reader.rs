//! Reads the table form.

use std::collections::BTreeMap;

use poolscope_diagnosis::capture::*;

pub struct Piece {
    pub kind: Kind,
    pub look: usize,
    pub lines: Vec<(u32, Vec<String>)>,
}

pub fn pieces(text: &str) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut look = 0;
    let mut cur: Option<Piece> = None;
    let mut rule = 0;
    for (i, line) in text.lines().enumerate() {
        let line = line.trim_end_matches('\r');
        if line.starts_with("+-") {
            rule += 1;
            if rule == 3 {
                rule = 0;
                out.extend(cur.take());
            }
            continue;
        }
        let Some(body) = line.strip_prefix("| ") else {
            continue;
        };
        let cells: Vec<String> = body
            .trim_end_matches('|')
            .split(" | ")
            .map(|c| c.trim().to_owned())
            .collect();
        if rule == 1 {
            let head = cells.join(" ").to_ascii_uppercase();
            let kind = if head.starts_with("NOW") {
                Kind::Now
            } else if head.starts_with("VARIABLE_NAME") {
                Kind::Variables
            } else if head.starts_with("GROUP_ID CONN") {
                Kind::Groups
            } else if head.starts_with("GROUP_ID POS") {
                Kind::Queues
            } else if head.starts_with("GROUP_ID THREAD_C") {
                Kind::Stats
            } else if head.starts_with("REASON") {
                Kind::Waits
            } else if head.starts_with("ID USER") {
                Kind::Processlist
            } else if head.starts_with("TRX_ID") {
                Kind::Trx
            } else if head.starts_with("REQUESTING") {
                Kind::LockWaits
            } else {
                if head.starts_with("SLEEP") {
                    look = 1;
                }
                Kind::Other
            };
            cur = Some(Piece {
                kind,
                look,
                lines: vec![(u32::try_from(i).unwrap() + 1, cells)],
            });
        } else if let Some(piece) = &mut cur {
            piece.lines.push((u32::try_from(i).unwrap() + 1, cells));
        }
    }
    for piece in &mut out {
        if piece.kind == Kind::Variables
            && piece.lines[1].1[0].starts_with(|c: char| c.is_ascii_uppercase())
        {
            piece.kind = Kind::Status;
        }
    }
    out.retain(|piece| piece.kind != Kind::Other);
    out
}

pub fn capture(pieces: &[&Piece], log: &str) -> Capture {
    let mut c = Capture::default();
    let both = pieces.iter().any(|p| p.look == 0) && pieces.iter().any(|p| p.look == 1);
    for p in pieces.iter().filter(|p| p.kind != Kind::Variables) {
        let i = if both { p.look } else { 0 };
        while c.looks.len() <= i {
            c.looks.push(Look::default());
        }
    }
    for p in pieces {
        let i = if both { p.look } else { 0 };
        let rows = &p.lines[1..];
        let head = &p.lines[0].1;
        let col = |row: &[String], name: &str| -> Option<String> {
            let k = head.iter().position(|h| h.eq_ignore_ascii_case(name))?;
            row.get(k).filter(|v| *v != "NULL").cloned()
        };
        let num = |row: &[String], name: &str| col(row, name).and_then(|v| v.parse::<u64>().ok());
        let n32 = |row: &[String], name: &str| u32::try_from(num(row, name).unwrap_or(0)).unwrap();
        c.blocks.push(Block {
            kind: p.kind,
            form: Form::Table,
            first: p.lines[0].0,
            last: rows.last().unwrap().0,
            rows: 1,
            bad_rows: 0,
            look: Some(0),
        });
        match p.kind {
            Kind::Now => {
                let t = &rows[0].1[0];
                let (h, m, s) = (
                    t[11..13].parse::<u64>().unwrap(),
                    t[14..16].parse::<u64>().unwrap(),
                    t[17..].parse::<f64>().unwrap(),
                );
                c.looks[i].taken_at_us = Some(At {
                    value: (h * 3600 + m * 60) * 1_000_000 + (s * 1e6) as u64,
                    line: rows[0].0,
                });
                if let Some(v) = rows[0].1.get(1) {
                    c.version = Some(At {
                        value: v.clone(),
                        line: rows[0].0,
                    });
                }
            }
            Kind::Variables => {
                for (l, r) in rows {
                    c.variables.insert(
                        r[0].clone(),
                        At {
                            value: r[1].clone(),
                            line: *l,
                        },
                    );
                }
            }
            Kind::Status => {
                for (l, r) in rows {
                    c.looks[i].status.insert(
                        r[0].clone(),
                        At {
                            value: r[1].parse().unwrap(),
                            line: *l,
                        },
                    );
                }
            }
            Kind::Groups => {
                c.looks[i].groups = Some(
                    rows.iter()
                        .map(|(l, r)| Group {
                            line: *l,
                            group_id: n32(r, "GROUP_ID"),
                            connections: n32(r, "CONNECTIONS"),
                            threads: n32(r, "THREADS"),
                            active_threads: n32(r, "ACTIVE_THREADS"),
                            standby_threads: n32(r, "STANDBY_THREADS"),
                            queue_length: n32(r, "QUEUE_LENGTH"),
                            has_listener: n32(r, "HAS_LISTENER") == 1,
                            is_stalled: n32(r, "IS_STALLED") == 1,
                        })
                        .collect(),
                )
            }
            Kind::Queues => {
                c.looks[i].queues = Some(
                    rows.iter()
                        .map(|(l, r)| Queued {
                            line: *l,
                            group_id: n32(r, "GROUP_ID"),
                            position: n32(r, "POSITION"),
                            priority: n32(r, "PRIORITY"),
                            connection_id: num(r, "CONNECTION_ID"),
                            login: num(r, "CONNECTION_ID").is_none(),
                            queueing_time_us: num(r, "QUEUEING_TIME_MICROSECONDS").unwrap(),
                        })
                        .collect(),
                )
            }
            Kind::Stats => {
                c.looks[i].stats = Some(
                    rows.iter()
                        .map(|(l, r)| Stats {
                            line: *l,
                            group_id: n32(r, "GROUP_ID"),
                            counters: head
                                .iter()
                                .zip(r)
                                .map(|(h, v)| (h.clone(), v.parse().unwrap()))
                                .collect::<BTreeMap<_, _>>(),
                        })
                        .collect(),
                )
            }
            Kind::Waits => {
                c.looks[i].waits = Some(
                    rows.iter()
                        .map(|(l, r)| {
                            (
                                r[0].clone(),
                                At {
                                    value: r[1].parse().unwrap(),
                                    line: *l,
                                },
                            )
                        })
                        .collect(),
                )
            }
            Kind::Processlist => {
                c.looks[i].processlist = Some(
                    rows.iter()
                        .map(|(l, r)| {
                            let ms = col(r, "time_ms");
                            let info = col(r, "info");
                            Process {
                                line: *l,
                                id: num(r, "id").unwrap(),
                                user: col(r, "user").unwrap(),
                                host: String::new(),
                                db: None,
                                command: col(r, "command").unwrap(),
                                time_us: ms
                                    .as_ref()
                                    .map(|v| (v.parse::<f64>().unwrap() * 1e3) as u64)
                                    .or(num(r, "time").map(|s| s * 1_000_000)),
                                exact: ms.is_some(),
                                state: col(r, "state").unwrap_or_default(),
                                is_self: info.as_deref().is_some_and(|i| i.contains("PROCESSLIST")),
                                info,
                                query_id: num(r, "query_id"),
                            }
                        })
                        .collect(),
                )
            }
            Kind::Trx => {
                c.looks[i].trx = Some(
                    rows.iter()
                        .map(|(l, r)| Trx {
                            line: *l,
                            trx_id: col(r, "trx_id").unwrap(),
                            trx_state: col(r, "trx_state").unwrap(),
                            trx_started_us: None,
                            trx_mysql_thread_id: num(r, "trx_mysql_thread_id"),
                            trx_query: col(r, "trx_query"),
                        })
                        .collect(),
                )
            }
            Kind::LockWaits => {
                c.looks[i].lock_waits = Some(
                    rows.iter()
                        .map(|(l, r)| LockWait {
                            line: *l,
                            requesting_trx_id: col(r, "requesting_trx_id").unwrap(),
                            blocking_trx_id: col(r, "blocking_trx_id").unwrap(),
                        })
                        .collect(),
                )
            }
            _ => {}
        }
    }
    let rich = pieces.len() > 4;
    for look in &mut c.looks {
        if rich && look.queues.is_none() && look.groups.is_some() {
            look.queues = Some(Vec::new());
            look.queues_inferred = true;
        }
    }
    for (i, line) in log.lines().enumerate() {
        let says = if line.contains("number of allowed threads was reached") {
            LogSays::MaxThreads
        } else if line.contains("has been blocked for") {
            LogSays::Blocked
        } else {
            continue;
        };
        let number = line
            .split("blocked for ")
            .nth(1)
            .and_then(|r| r.split(' ').next()?.parse().ok());
        c.log.push(LogLine {
            line: u32::try_from(i).unwrap() + 1,
            says,
            at_us: None,
            number,
        });
    }
    c
}
