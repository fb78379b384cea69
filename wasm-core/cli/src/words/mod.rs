//! Events, places and reasons as sentences of the page's catalogue. The key of a sentence comes from the
//! data: `event_` + kind, then `_` + the name of the reason, trigger or via, if there is one. The page does
//! the same with the same catalogue; tests/golden/phrases.json tests both.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use clap::ValueEnum;
use poolscope_diagnosis::judge::Sentence;
use poolscope_engine::life::{Life, Place, Segment};
use poolscope_engine::reason::WaitReason;
use poolscope_engine::sim::Outcome;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::format::duration;

type Catalogue = BTreeMap<String, String>;

// Tests read them too, so they are well-formed.
fn read(text: &str) -> Catalogue {
    serde_json::from_str(text).unwrap_or_default()
}

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| {
    macro_rules! catalogue {
        ($name:literal) => {
            read(include_str!(concat!("../../../../content/words/", $name)))
        };
    }
    let mut all = catalogue!("en.json");
    all.extend(catalogue!("figure.en.json"));
    all.extend(catalogue!("diagnose.en.json"));
    all.extend(catalogue!("command.en.json"));
    all
});
/// What has no translation, or a stale one, is in English.
static CHINESE: LazyLock<Catalogue> = LazyLock::new(|| {
    let mut all = ENGLISH.clone();
    all.extend(read(include_str!(concat!(
        env!("OUT_DIR"),
        "/chinese.json"
    ))));
    all
});

/// Chinese texts of other content by their English.
static BY_TEXT: LazyLock<Catalogue> =
    LazyLock::new(|| read(include_str!(concat!(env!("OUT_DIR"), "/by_text.json"))));

/// What engine, command and its options say of an input, with gaps, and the same in Chinese; the most particular first.
static TOLD: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let all = read(include_str!("../../../../content/zh/command-errors.json"));
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|(english, _)| {
        let own: usize = cut(english).iter().step_by(2).map(|part| part.len()).sum();
        std::cmp::Reverse(own)
    });
    all
});
/// What was typed, or is a file's name, stays, though it be words of ours.
const TYPED: [&str; 3] = ["file", "given", "text"];
/// These gaps hold one word.
const ONE_WORD: [&str; 7] = ["least", "most", "step", "more", "word", "given", "unit"];

/// A language of the command's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    #[default]
    En,
    /// Chinese
    Zh,
}

impl Language {
    /// The language that the arguments ask for, or else the environment: help is printed while the arguments are read.
    pub fn asked(args: impl Iterator<Item = String>, environment: impl Fn(&str) -> String) -> Self {
        let mut given = None;
        let mut last = String::new();
        for arg in args {
            let value = arg.strip_prefix("--lang=").unwrap_or(&arg);
            if last == "--lang" || value.len() < arg.len() {
                given = Language::from_str(value, true).ok().or(given);
            }
            last = arg;
        }
        given.unwrap_or_else(|| {
            let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
                .map(environment)
                .into_iter()
                .find(|value| !value.is_empty());
            if locale.is_some_and(|value| value.starts_with("zh")) {
                Language::Zh
            } else {
                Language::En
            }
        })
    }

    fn catalogue(self) -> &'static Catalogue {
        match self {
            Language::En => &ENGLISH,
            Language::Zh => &CHINESE,
        }
    }

    const fn marks(self) -> &'static Marks {
        match self {
            Language::En => &Marks {
                blank: " ",
                between: ", ",
                comma: ", ",
                semicolon: "; ",
                colon: ": ",
                brackets: [" (", ")"],
            },
            Language::Zh => &Marks {
                blank: "",
                between: "、",
                comma: "，",
                semicolon: "；",
                colon: "：",
                brackets: ["（", "）"],
            },
        }
    }
}

/// What stands between the parts of a line.
pub struct Marks {
    /// Between two sentences, or a heading and its text.
    pub blank: &'static str,
    /// Between the items of a list.
    pub between: &'static str,
    pub comma: &'static str,
    pub semicolon: &'static str,
    pub colon: &'static str,
    pub brackets: [&'static str; 2],
}

static SPOKEN: OnceLock<Language> = OnceLock::new();

/// Chooses the language of all words, once.
pub fn speak(language: Language) {
    let _ = SPOKEN.set(language);
}

/// The language of all words.
pub fn spoken() -> Language {
    SPOKEN.get().copied().unwrap_or_default()
}

/// What stands between the parts of a line.
pub fn marks() -> &'static Marks {
    spoken().marks()
}

/// Fields that only select the sentence, or its position in the log.
const NOT_PARAMS: [&str; 7] = ["kind", "reason", "trigger", "via", "place", "at_ns", "step"];

/// Names for values that the event gives only as numbers.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub requests: &'a [Life],
    pub locks: &'a [String],
}

impl<'a> Names<'a> {
    pub fn of(outcome: &'a Outcome) -> Self {
        Names {
            requests: &outcome.lives,
            locks: &outcome.locks,
        }
    }

    fn request(&self, number: u64) -> String {
        usize::try_from(number)
            .ok()
            .and_then(|i| self.requests.get(i))
            .filter(|life| !life.name.is_empty())
            .map_or_else(|| number.to_string(), |life| request_name(&life.name))
    }

    fn lock(&self, number: u64) -> String {
        usize::try_from(number)
            .ok()
            .and_then(|i| self.locks.get(i))
            .map_or_else(|| number.to_string(), String::clone)
    }
}

/// A sentence of the catalogue with its parameters filled in.
pub fn words(key: &str, params: &[(&str, &str)]) -> String {
    let language = spoken();
    let text = language.catalogue().get(key).map_or(key, String::as_str);
    fill(text, params, language)
}

/// A text of other content, or of the help, in the language of the words.
pub fn in_words(text: &str) -> &str {
    match spoken() {
        Language::En => text,
        Language::Zh => BY_TEXT.get(text).map_or(text, String::as_str),
    }
}

/// What is said of an input, in the language of the words: line by line. Other text stays.
pub fn told(text: &str) -> String {
    let line = |line: &str| match spoken() {
        Language::En => line.to_owned(),
        Language::Zh => in_chinese(line).unwrap_or_else(|| line.to_owned()),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn in_chinese(text: &str) -> Option<String> {
    let said = TOLD.iter().find_map(|(english, chinese)| {
        let gaps = gaps(&cut(english), text)?;
        let inner: Vec<(&str, String)> = gaps
            .iter()
            .map(|&(name, value)| {
                // A value of a file is in quotes or brackets.
                let typed = TYPED.contains(&name) || value.starts_with(['"', '[', '{']);
                let said = Some(value).filter(|_| !typed).and_then(in_chinese);
                (name, said.unwrap_or_else(|| value.to_owned()))
            })
            .collect();
        let inner: Vec<(&str, &str)> = inner
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        Some(fill(chinese, &inner, Language::Zh))
    });
    let items: Vec<&str> = text.split(", ").collect();
    if said.is_some() || items.len() == 1 {
        return said;
    }
    let all = items.iter().map(|item| {
        let name = (!item.contains(' ')).then(|| (*item).to_owned());
        in_chinese(item).or(name)
    });
    let all = all.collect::<Option<Vec<_>>>()?.join("、");
    (all != items.join("、")).then_some(all)
}

/// A text with gaps in parts: what stands between them and their names, in turns.
fn cut(text: &str) -> Vec<&str> {
    let mut parts = vec![text];
    while let Some((before, after)) = parts.last().and_then(|rest| rest.split_once('{')) {
        let Some((name, rest)) = after.split_once('}') else {
            break;
        };
        // Braces of JSON are no gap.
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_lowercase()) {
            break;
        }
        parts.pop();
        parts.extend([before, name, rest]);
    }
    parts
}

/// What fills the gaps of a text that is like another.
fn gaps<'a, 't>(parts: &[&'a str], text: &'t str) -> Option<Vec<(&'a str, &'t str)>> {
    let (first, others) = parts.split_first()?;
    let mut rest = text.strip_prefix(first)?;
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (at, pair) in others.chunks_exact(2).enumerate() {
        let [name, after] = pair else { return None };
        let last = (at + 1) * 2 == others.len();
        let (value, left) = match last {
            true => (rest.strip_suffix(after)?, ""),
            false => rest.split_once(after)?,
        };
        let spaced = ONE_WORD.contains(name) && value.contains(' ');
        let other = found
            .iter()
            .any(|(known, of)| known == name && *of != value);
        if spaced || other {
            return None;
        }
        found.push((name, value));
        rest = left;
    }
    rest.is_empty().then_some(found)
}

/// A request's name; a number behind it stays, and so does a statement.
pub fn request_name(name: &str) -> String {
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    [in_words(kind), &name[kind.len()..]].concat()
}

/// Text beside other text.
pub fn in_brackets(text: &str) -> String {
    let [open, close] = marks().brackets;
    [open, text, close].concat()
}

/// An event.
pub fn event(event: &impl Serialize, names: Names<'_>) -> String {
    let fields = fields(event);
    let kind = fields
        .get("kind")
        .and_then(Value::as_str)
        .unwrap_or_default();
    phrase(&format!("event_{kind}{}", tag(&fields)), &fields, names)
}

/// Why a request is in its place.
pub fn why(why: &impl Serialize, names: Names<'_>) -> String {
    let fields = fields(why);
    phrase(&format!("why{}", tag(&fields)), &fields, names)
}

/// Where a request was in a segment of its life: a login that waits in a queue is not the request.
pub fn place_in(segment: &Segment, names: Names<'_>) -> String {
    let place = place(segment.place, names);
    let itself = matches!(segment.place, Place::Login | Place::Socket);
    if segment.why == WaitReason::LoginPending && !itself {
        words("life_login", &[("place", &place)])
    } else {
        place
    }
}

/// The name of a place.
pub fn place(place: Place, names: Names<'_>) -> String {
    let fields = fields(&place);
    let word = |field: &str| {
        fields
            .get(field)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    match place {
        Place::Waiting { .. } => words(&format!("wait_{}", word("wait")), &[]),
        Place::Lock { lock } => {
            // A name in Latin letters: with a blank in any language.
            format!(
                "{} {}",
                words("place_lock", &[]),
                names.lock(u64::from(lock))
            )
        }
        Place::Application
        | Place::Socket
        | Place::LowQueue
        | Place::HighQueue
        | Place::Queue
        | Place::ThreadWait
        | Place::Login
        | Place::Running
        | Place::Innodb
        | Place::Latch
        | Place::RunQueue
        | Place::Suspended => words(&format!("place_{}", word("place")), &[]),
    }
}

fn fields(data: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(data) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

fn tag(fields: &Map<String, Value>) -> String {
    let tag = ["reason", "trigger", "via"]
        .iter()
        .find_map(|name| fields.get(*name)?.as_str());
    tag.map(|tag| format!("_{tag}")).unwrap_or_default()
}

fn phrase(key: &str, fields: &Map<String, Value>, names: Names<'_>) -> String {
    let shown: Vec<(&str, String)> = fields
        .iter()
        .filter(|(name, _)| !NOT_PARAMS.contains(&name.as_str()))
        .filter_map(|(name, value)| {
            let shown = param(name, value, names)?;
            Some((name.strip_suffix("_ns").unwrap_or(name), shown))
        })
        .collect();
    let params: Vec<(&str, &str)> = shown
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    words(key, &params).trim().to_owned()
}

fn param(name: &str, value: &Value, names: Names<'_>) -> Option<String> {
    match value {
        Value::Number(number) => Some(match (name, number.as_u64()) {
            (name, Some(ns)) if name.ends_with("_ns") => duration(ns),
            ("request" | "holder", Some(request)) => names.request(request),
            ("lock", Some(lock)) => names.lock(lock),
            _ => number.to_string(),
        }),
        Value::Object(inner) => Some(phrase(&format!("{name}{}", tag(inner)), inner, names)),
        // A word of the engine (lane, wait, level) has its own entry in the catalogue.
        Value::String(word) => {
            let known = spoken().catalogue().get(&format!("{name}_{word}"));
            Some(known.unwrap_or(word).clone())
        }
        Value::Null | Value::Bool(_) | Value::Array(_) => None,
    }
}

// The grammar of messages, as in web/tools/grammar.mjs: `{groups?group|groups}` chooses by the length of a list, one or
// several; `{count#one thread|{count} threads}` by a number.
fn fill(text: &str, params: &[(&str, &str)], language: Language) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((gap, after)) = split_gap(after) else {
            break;
        };
        out.push_str(before);
        let (name, choice) = gap.split_at(gap.find(['?', '#']).unwrap_or(gap.len()));
        let value = params.iter().find(|(known, _)| *known == name);
        match (value, choice.split_once('|')) {
            (Some((_, value)), None) => out.push_str(&listed(value, language)),
            (Some((_, value)), Some((one, many))) => {
                let single = if one.starts_with('#') {
                    *value == "1"
                } else {
                    !value.contains(' ')
                };
                let chosen = if single {
                    one.get(1..).unwrap_or_default()
                } else {
                    many
                };
                out.push_str(&fill(chosen, params, language));
            }
            (None, _) => out.extend(["{", gap, "}"]),
        }
        rest = after;
    }
    out + rest
}

/// What stands before the brace that closes a gap, and after it. A choice has gaps of its own.
fn split_gap(text: &str) -> Option<(&str, &str)> {
    let mut open = 1;
    let close = text.char_indices().find(|&(_, mark)| {
        open += i32::from(mark == '{') - i32::from(mark == '}');
        open == 0
    });
    let (gap, rest) = text.split_at(close?.0);
    Some((gap, rest.get(1..)?))
}

/// A list of numbers as `say.rs` of the diagnosis writes it, in another language; any other value as it is.
fn listed(value: &str, language: Language) -> String {
    let items: Vec<&str> = value
        .split(", ")
        .flat_map(|part| part.split(" and "))
        .collect();
    let number = |item: &&str| *item == "…" || item.bytes().all(|b| b.is_ascii_digit());
    match (language, &*items) {
        (Language::Zh, [first @ .., last]) if !first.is_empty() && items.iter().all(number) => {
            let last = match *last {
                "…" => "…".to_owned(),
                last => [" 和 ", last].concat(),
            };
            first.join("、") + &last
        }
        _ => value.to_owned(),
    }
}

/// A sentence of the diagnosis.
pub fn say(sentence: &Sentence) -> String {
    let params: Vec<(&str, &str)> = sentence
        .params
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    words(sentence.key, &params)
}
