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

/// The texts in quotes of what is read, but those of its tests, each on a line.
fn literals(source: &str) -> Vec<String> {
    let own = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = own
        .lines()
        .filter(|line| !line.trim_start().starts_with(['/', '#']));
    lines
        .flat_map(|line| {
            let line = line.replace("b'\"'", "").replace("\\\"", "\u{1}");
            let texts: Vec<_> = line
                .split('"')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect();
            texts
        })
        .map(|text| {
            text.replace('\u{1}', "\"")
                .trim_end_matches("\\n")
                .to_owned()
        })
        .collect()
}

/// Files of the crates beside this one that say what is wrong with an input.
fn refusing() -> Vec<String> {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![crates.join("scenario/src/scenario")];
    let mut files: Vec<_> = [
        "scenario/src/json/parse.rs",
        "engine/src/sim/act.rs",
        "steps/src/record/mod.rs",
        "cli/src/args.rs",
        "cli/src/check.rs",
        "cli/src/curves/axis.rs",
        "cli/src/curves/sweep.rs",
        "cli/src/explain.rs",
        "cli/src/format.rs",
        "cli/src/input.rs",
        "cli/src/instruments.rs",
        "cli/src/output.rs",
        "cli/src/run.rs",
    ]
    .map(|file| crates.join(file))
    .into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                // What variables do is in the schema, not in a refusal.
                true if path.ends_with("variables") => files.push(path.join("variable.rs")),
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    let read = |path| std::fs::read_to_string(path).unwrap();
    files.into_iter().map(read).collect()
}

/// With gaps that are all alike.
fn alike(text: &str) -> String {
    // Braces of JSON are no gaps.
    if text.contains("{\"") {
        return text.to_owned();
    }
    let parts = text.split(['{', '}']).enumerate();
    let filled = parts.map(|(at, part)| if at % 2 == 0 { part } else { "7" });
    filled.collect()
}

#[test]
fn what_is_wrong_with_an_input_is_said_in_chinese_and_nothing_else_is() {
    let said: BTreeSet<String> = refusing().iter().flat_map(|file| literals(file)).collect();
    let sentence = |text: &&String| {
        let words: Vec<&str> = text.split(' ').collect();
        let small = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
        words.windows(2).any(|two| two.iter().all(|one| small(one)))
    };
    // Of the command's help, and what a longer sentence is made of.
    let parts = [
        "Language of sentences; names of JSON and of servers stay. Without it, that of the environment (LANG)",
        "the id of a connection of the scenario: ",
        " (one that a retry opens later has no id here)",
        " in steps of {}",
        // What the page puts into a sentence of its own.
        "a value: the field must be there",
        "at most {PROBLEMS_MAX} problems: mend those first",
        "not set",
        "standard input",
    ];
    let missing: Vec<_> = said
        .iter()
        .filter(sentence)
        .filter(|text| !parts.contains(&text.as_str()))
        .filter(|text| super::in_chinese(&alike(text)).is_none())
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");

    // Made of several texts.
    let whole = [
        "the id of a connection of the scenario: 7 (one that a retry opens later has no id here)",
        "7 to 7 in steps of 7",
        "7 and 7 more",
        "7 to 7 7",
        "7 or 7",
        "a number, 7 to 7",
        "standard input: Is a directory (os error 21)",
    ];
    let system = [2, 13, 17, 20, 21, 28, 98]
        .map(|code| format!("7: {}", std::io::Error::from_raw_os_error(code)));
    let known: BTreeSet<String> = said
        .iter()
        .map(|text| alike(text))
        .chain(whole.map(str::to_owned))
        .chain(system)
        .collect();
    let refused = wrong_arguments();
    let left: Vec<_> = super::TOLD
        .iter()
        .map(|(english, _)| english)
        .filter(|english| !known.contains(&alike(english)))
        .filter(|english| {
            let parts = super::cut(english);
            !refused
                .iter()
                .any(|line| super::gaps(&parts, line).is_some())
        })
        .collect();
    assert!(left.is_empty(), "{left:#?}");
}

/// What is said of each kind of wrong arguments, in lines and their parts.
fn wrong_arguments() -> Vec<String> {
    let lines = [
        "run",
        "runn x",
        "ru x",
        "run x --bogus",
        "run x --untill 3s",
        "run x --until",
        "run x --until 3x",
        "run x --until 1ns",
        "run x --seed one",
        "run x --seed",
        "run x --seed=",
        "run x --seed 99999999999999999999",
        "run x --seed 1 --seed 2",
        "run x --json=1",
        "run x --json --log",
        "diagnose x --graph --json --report",
        "watch --sql --json",
        "sweep x --best meann",
        "sweep x --best zzz",
        "sweep x --seeds 0",
        "schema --typescript --variables",
    ];
    lines
        .iter()
        .flat_map(|line| {
            let args = ["poolscope"].into_iter().chain(line.split(' '));
            let error = crate::args::command()
                .try_get_matches_from(args)
                .unwrap_err();
            let text = error.to_string();
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .filter(|line| !line.trim().is_empty())
        .flat_map(|line| {
            let parts = ["error: ", "  tip: "]
                .iter()
                .filter_map(|before| line.strip_prefix(before));
            let inner: Vec<String> = parts
                .flat_map(|part| [part, part.split_once("': ").map_or(part, |(_, rest)| rest)])
                .map(str::to_owned)
                .collect();
            [inner, vec![line.clone()]].concat()
        })
        .collect()
}

#[test]
fn wrong_arguments_are_told_in_chinese() {
    for line in wrong_arguments() {
        // Arguments that are missing, or stand against each other, are named on lines of their own.
        if !line.starts_with("  ") || line.starts_with("  [") {
            let said = super::in_chinese(&line);
            assert!(said.is_some(), "{line}");
        }
    }
    let said = |line: &str| super::in_chinese(line).unwrap();
    assert_eq!(
        said(
            "error: invalid value '3x' for '--until <TIME>': allowed: a time such as 1.2s, 300ms or 50us"
        ),
        "错误：'--until <TIME>' 的值 '3x' 不对：允许：1.2s、300ms 或 50us 这样的时间"
    );
    assert_eq!(
        said("nothing: No such file or directory (os error 2)"),
        "nothing：没有这个文件或目录"
    );
    assert_eq!(
        said(
            r#"server.thread_pool_size: "a number" is not allowed here; allowed: a whole number, 1 to 128"#
        ),
        r#"server.thread_pool_size：这里不能是 "a number"；允许：1 到 128 的整数"#
    );
    assert_eq!(
        said(
            "leaves[0].connection: 9 is not allowed here; allowed: the id of a connection of the scenario: 1 to 8, 12, 100 to 700 in steps of 100 and 3 more (one that a retry opens later has no id here)"
        ),
        "leaves[0].connection：这里不能是 9；允许：场景里某个连接的 id：1 到 8、12、100 到 700，间隔 100，还有 3 组（重试时新建的连接，这里没有 id）"
    );
    assert_eq!(super::in_chinese("db1: look 3"), None);
}
