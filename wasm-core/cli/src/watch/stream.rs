//! Splits a client's output into looks: a look starts with its NOW(6), and is complete at the next line of
//! SLEEP or NOW.

use poolscope_diagnosis::read::MOST_BYTES;

/// A part of the stream.
pub enum StreamItem {
    Look {
        text: String,
        cut: bool,
    },
    /// An error reported by the client.
    Error(String),
}

#[derive(Default)]
pub struct Stream {
    /// A line that has not ended yet.
    open: Vec<u8>,
    look: String,
    begun: bool,
    cut: bool,
}

impl Stream {
    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<StreamItem> {
        let mut found = Vec::new();
        for part in bytes.split_inclusive(|b| *b == b'\n') {
            if self.open.len() + part.len() <= MOST_BYTES {
                self.open.extend_from_slice(part);
            } else {
                self.cut = true;
            }
            if part.ends_with(b"\n") {
                let line = String::from_utf8_lossy(&self.open).into_owned();
                self.open.clear();
                self.line(&line, &mut found);
            }
        }
        found
    }

    /// The stream has ended: returns the rest.
    pub fn end(&mut self) -> Vec<StreamItem> {
        let mut found = self.push(b"\n");
        self.close(&mut found);
        found
    }

    fn line(&mut self, line: &str, found: &mut Vec<StreamItem>) {
        let head = line.trim_start_matches(['|', ' ', '"']);
        let begins = |word: &str| {
            head.get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        if begins("ERROR ") {
            let text = line.chars().filter(|c| !c.is_control()).take(200);
            found.push(StreamItem::Error(text.collect()));
        } else if begins("NOW(") {
            self.close(found);
            self.begun = true;
            self.add(line);
        } else if begins("SLEEP(") {
            self.close(found);
        } else if self.begun {
            self.add(line);
        }
    }

    fn add(&mut self, line: &str) {
        if self.look.len() + line.len() <= MOST_BYTES {
            self.look.push_str(line);
        } else {
            self.cut = true;
        }
    }

    fn close(&mut self, found: &mut Vec<StreamItem>) {
        if std::mem::take(&mut self.begun) {
            let (text, cut) = (
                std::mem::take(&mut self.look),
                std::mem::take(&mut self.cut),
            );
            found.push(StreamItem::Look { text, cut });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Stream, StreamItem};

    #[test]
    fn looks_come_out_whole_wherever_the_stream_is_cut() {
        let text = "hello\nNOW(6)\n2026-11-25 11:00:00.0\nERROR 2006 (HY000): gone\nSLEEP(0)\n0\nNOW(6)\n2026-11-25 11:00:01.0\nlast";
        for size in 1..text.len() {
            let mut stream = Stream::default();
            let chunks = text.as_bytes().chunks(size);
            let mut found: Vec<StreamItem> = chunks.flat_map(|chunk| stream.push(chunk)).collect();
            found.extend(stream.end());
            let said: Vec<String> = found
                .into_iter()
                .map(|found| match found {
                    StreamItem::Look { text, cut } => format!("{text}{cut}"),
                    StreamItem::Error(text) => text,
                })
                .collect();
            assert_eq!(
                said,
                [
                    "ERROR 2006 (HY000): gone",
                    "NOW(6)\n2026-11-25 11:00:00.0\nfalse",
                    "NOW(6)\n2026-11-25 11:00:01.0\nlast\nfalse"
                ]
            );
        }
    }

    #[test]
    fn a_look_and_a_line_take_a_megabyte_at_most() {
        let mut stream = Stream::default();
        stream.push(b"NOW(6)\n");
        for _ in 0..40 {
            stream.push(&[b'x'; 1 << 16]);
        }
        for _ in 0..20 {
            stream.push(&[[b'y'; 99].as_slice(), b"\n"].concat().repeat(1_000));
        }
        let found = stream.push(b"SLEEP(0)\n");
        let [StreamItem::Look { text, cut: true }] = found.as_slice() else {
            panic!("one look, cut");
        };
        assert!(text.len() <= 1 << 20);
    }
}
