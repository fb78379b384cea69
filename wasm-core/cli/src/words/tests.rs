use std::collections::{BTreeMap, BTreeSet};

use poolscope_diagnosis::judge::Cause;
use poolscope_engine::ids::{ConnectionId, RequestId};
use poolscope_engine::life::{Life, Place};
use poolscope_engine::reason::WaitKind;
use serde_json::Value;

use super::{BY_TEXT, CHINESE, ENGLISH, Language, Names, event, place, why, words};
use crate::schema::typescript;

const GOLDEN: &str = include_str!("../../../../tests/golden/phrases.json");
const LISTS: &str = include_str!("../../../../tests/golden/lists-zh.json");

fn life(name: &str) -> Life {
    Life {
        request: RequestId(0),
        name: name.to_owned(),
        connection: ConnectionId(0),
        group: None,
        arrive_ns: 0,
        start_ns: None,
        end_ns: None,
        thread: None,
        given_up_ns: None,
        failed: false,
        segments: Vec::new(),
    }
}

fn sentence(said: &Value) -> String {
    let key = said["key"].as_str().unwrap();
    assert!(ENGLISH.contains_key(key), "{key}");
    let params = said["params"].as_object();
    let filled: Vec<(&str, String)> = params
        .into_iter()
        .flatten()
        .map(|(name, value)| {
            let shown = value
                .as_str()
                .map_or_else(|| sentence(value), str::to_owned);
            (name.as_str(), shown)
        })
        .collect();
    let params: Vec<(&str, &str)> = filled.iter().map(|(n, v)| (*n, v.as_str())).collect();
    words(key, &params)
}

#[test]
fn the_command_line_says_what_the_page_says() {
    let golden: Value = serde_json::from_str(GOLDEN).unwrap();
    let strings = |field: &str| {
        let list = golden[field].as_array().unwrap().iter();
        list.map(|s| s.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let requests: Vec<Life> = strings("requests").iter().map(|name| life(name)).collect();
    let locks = strings("locks");
    let names = Names {
        requests: &requests,
        locks: &locks,
    };
    for said in golden["events"].as_array().unwrap() {
        assert_eq!(event(&said["data"], names), sentence(said));
    }
    for said in golden["whys"].as_array().unwrap() {
        assert_eq!(why(&said["data"], names), sentence(said));
    }
    let disk = Place::Waiting {
        wait: WaitKind::Diskio,
    };
    assert_eq!(place(disk, names), words("wait_diskio", &[]));
    assert!(place(Place::Lock { lock: 0 }, names).ends_with(" L"));
    assert_eq!(place(Place::Socket, names), words("place_socket", &[]));
}

/// An alternative of a generated union: its tag, its fields, and the type that it is combined with.
struct Alternative {
    tag: String,
    fields: Vec<String>,
    part: Option<String>,
}

/// The union of this name in the generated TypeScript.
fn alternatives(types: &str, name: &str) -> Vec<Alternative> {
    let start = types.find(&format!("export type {name} =")).expect(name);
    let body = types[start..].split(";\n").next().unwrap();
    let body = body.split_once('=').unwrap().1;
    let code = body.lines().filter(|l| !l.trim_start().starts_with("/**"));
    let code = code.collect::<Vec<_>>().join("\n");
    // Objects are on separate lines, words on one.
    let between = if code.contains("\n  | ") {
        "\n  | "
    } else {
        " | "
    };
    let parts = code.split(between).filter(|text| text.contains('"'));
    let all: Vec<Alternative> = parts
        .map(|text| Alternative {
            tag: text
                .split('"')
                .skip(1)
                .step_by(2)
                .last()
                .unwrap()
                .to_owned(),
            fields: field_names(text),
            part: text
                .split_once("& ")
                .map(|(_, part)| part.trim().to_owned()),
        })
        .collect();
    assert!(all.len() > 1, "{name}: {code}");
    all
}

fn field_names(text: &str) -> Vec<String> {
    let pairs = text
        .split([',', '{'])
        .filter_map(|pair| pair.split_once(':'));
    pairs
        .map(|(name, _)| name.trim().trim_end_matches("_ns").to_owned())
        .collect()
}

fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split(['}', '#', '?']).next())
}

#[test]
fn every_variant_has_a_sentence_that_its_fields_fill() {
    let types = typescript::types();
    let mut expected: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for kind in alternatives(&types, "EventKind") {
        let key = format!("event_{}", kind.tag);
        let Some(part) = &kind.part else {
            expected.insert(key, kind.fields);
            continue;
        };
        for reason in alternatives(&types, part) {
            let fields = [kind.fields.clone(), reason.fields].concat();
            expected.insert(format!("{key}_{}", reason.tag), fields);
        }
    }
    for (prefix, name) in [
        ("why", "WaitReason"),
        ("place", "Place"),
        ("asked", "Trigger"),
        ("wait", "WaitKind"),
        ("lane", "Lane"),
        ("level", "LogLevel"),
    ] {
        for variant in alternatives(&types, name) {
            expected.insert(format!("{prefix}_{}", variant.tag), variant.fields);
        }
    }
    assert!(expected.len() > 90, "{}", expected.len());
    for (key, fields) in &expected {
        assert!(ENGLISH.contains_key(key), "no sentence for {key}");
        for name in placeholders(&ENGLISH[key]) {
            assert!(
                fields.iter().any(|f| f == name),
                "{key}: {{{name}}} of {fields:?}"
            );
        }
    }
}

#[test]
fn words_of_the_commands_are_in_the_catalogue() {
    let sources = [
        include_str!("../run.rs"),
        include_str!("../explain.rs"),
        include_str!("../instruments.rs"),
        include_str!("../curves/advice.rs"),
        include_str!("../curves/sweep.rs"),
        include_str!("../list.rs"),
        include_str!("../watch/mod.rs"),
        include_str!("../watch/follow.rs"),
        include_str!("../watch/picture.rs"),
    ];
    let prefixes = [
        "table_",
        "life_",
        "stopped_",
        "instruments_",
        "log_",
        "figures_",
        "statements_",
        "advice_",
        "figure_curve_",
        "run_",
        "explain_",
        "list_",
        "sweep_",
        "watch_",
    ];
    let mut found = 0;
    for literal in sources
        .iter()
        .flat_map(|text| text.split('"').skip(1).step_by(2))
    {
        if prefixes.iter().any(|prefix| literal.starts_with(prefix)) {
            assert!(ENGLISH.contains_key(literal), "{literal}");
            found += 1;
        }
    }
    assert!(found > 80, "{found}");
}

// Includes those that none of our captures contains.
#[test]
fn every_cause_has_its_sentences() {
    for key in Cause::ALL.iter().flat_map(|cause| cause.sentences()) {
        assert!(ENGLISH.contains_key(key), "{key}");
    }
}

#[test]
fn a_gap_can_choose_by_a_list_or_a_number() {
    let said = |groups, threads| {
        super::fill(
            "{groups?Group|Groups} {groups} {groups?has|have} {threads} {threads#thread|threads}.",
            &[("groups", groups), ("threads", threads)],
            Language::En,
        )
    };
    assert_eq!(said("0", "1"), "Group 0 has 1 thread.");
    assert_eq!(said("0 and 1", "0"), "Groups 0 and 1 have 0 threads.");
    let nested = |count| {
        let text = "{count#one thread|{count} threads}: {time}";
        super::fill(text, &[("count", count), ("time", "5 ms")], Language::En)
    };
    assert_eq!(nested("1"), "one thread: 5 ms");
    assert_eq!(nested("2"), "2 threads: 5 ms");
}

#[test]
fn a_list_is_joined_in_chinese_as_on_the_page() {
    let lists: Vec<[String; 2]> = serde_json::from_str(LISTS).unwrap();
    assert!(lists.len() > 5);
    for [value, shown] in &lists {
        assert_eq!(super::listed(value, Language::Zh), *shown);
        assert_eq!(super::listed(value, Language::En), *value);
    }
    let said = |groups| {
        let text = "组 {groups}：{groups?它|它们}";
        super::fill(text, &[("groups", groups)], Language::Zh)
    };
    assert_eq!(said("0"), "组 0：它");
    assert_eq!(said("0 and 1"), "组 0 和 1：它们");
}

#[test]
fn nearly_everything_has_a_translation_with_the_same_gaps() {
    let names = |text: &str| -> BTreeSet<String> {
        let names = placeholders(text).map(|gap| gap.split(['?', '#']).next().unwrap().to_owned());
        names.collect()
    };
    let mut same = 0;
    for (key, english) in &*ENGLISH {
        let chinese = &CHINESE[key];
        // Chinese needs no word for one and several, so it may leave out a choice.
        assert!(
            names(chinese).is_subset(&names(english)),
            "{key}: {chinese}"
        );
        let shown = |text: &str| -> BTreeSet<String> {
            let shown = placeholders(text).filter(|gap| !gap.contains(['?', '#']));
            shown.map(str::to_owned).collect()
        };
        assert!(
            shown(chinese).is_superset(&shown(english)),
            "{key}: {chinese}"
        );
        same += usize::from(english == chinese);
    }
    // Names of servers, numbers, and what was changed since.
    assert!(same < ENGLISH.len() / 10, "{same}");
}

/// Everything that the help says, of all commands.
fn help(command: &clap::Command, all: &mut BTreeSet<String>) {
    let own = [command.get_about(), command.get_long_about()];
    let arguments = command
        .get_arguments()
        .flat_map(|one| [one.get_help(), one.get_long_help()]);
    for text in own.into_iter().chain(arguments).flatten() {
        all.extend(text.to_string().split("\n\n").map(str::to_owned));
    }
    for one in command.get_subcommands() {
        help(one, all);
    }
}

#[test]
fn each_text_of_the_help_has_its_chinese_and_nothing_else_has() {
    let mut said = BTreeSet::new();
    let mut command = crate::args::command();
    command.build();
    help(&command, &mut said);
    // Said in the same words elsewhere in the help.
    said.retain(|text| !text.starts_with("Print help ("));
    said.extend(["Usage:", "Commands", "Arguments", "Options", "Print help"].map(str::to_owned));
    let missing: Vec<_> = said
        .iter()
        .filter(|one| !BY_TEXT.contains_key(*one))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let written: BTreeMap<String, String> =
        serde_json::from_str(include_str!("../../../../content/zh/command-help.json")).unwrap();
    let left: Vec<_> = written.keys().filter(|one| !said.contains(*one)).collect();
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn the_language_is_the_one_asked_for_or_that_of_the_environment() {
    let asked = |args: &[&str], lang: &str| {
        let args = args.iter().map(|&one| one.to_owned());
        Language::asked(args, |name| {
            if name == "LANG" {
                lang.to_owned()
            } else {
                String::new()
            }
        })
    };
    assert_eq!(asked(&["poolscope", "list"], ""), Language::En);
    assert_eq!(asked(&["poolscope", "list"], "zh_CN.UTF-8"), Language::Zh);
    assert_eq!(
        asked(&["poolscope", "list", "--lang", "en"], "zh_CN.UTF-8"),
        Language::En
    );
    assert_eq!(
        asked(&["poolscope", "--lang=zh", "list"], "de_DE.UTF-8"),
        Language::Zh
    );
}
