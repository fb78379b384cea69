//! The TypeScript of a frame: its columns, and the names of the states by their numbers.

use poolscope_engine::frame::{
    Answers, Column, Frame, NONE, Timings, connection_state, lane, latch_state, thread_state,
    turn_kind,
};

type Give<'a> = &'a mut dyn FnMut(&'static str, Column<'_>);

/// The fields of an interface, and which of them are arrays, with their types.
fn fields(
    about: fn(&mut dyn FnMut(&'static str)),
    columns: &dyn Fn(Give<'_>),
) -> (String, Vec<(&'static str, &'static str)>) {
    let mut texts = Vec::new();
    about(&mut |text| texts.push(text.trim()));
    let mut texts = texts.into_iter();
    let (mut fields, mut arrays) = (String::new(), Vec::new());
    columns(&mut |name, column| {
        let array = match column {
            Column::Number(_) => None,
            Column::U8(_) => Some("Uint8Array"),
            Column::U32(_) => Some("Uint32Array"),
            Column::F32(_) => Some("Float32Array"),
            Column::F64(_) => Some("Float64Array"),
        };
        let kind = array.unwrap_or("number");
        let text = texts.next().unwrap_or_default();
        fields += &format!("  /** {text} */\n  readonly {name}: {kind};\n");
        arrays.extend(array.map(|array| (name, array)));
    });
    (fields, arrays)
}

/// A file of its own: the code that decides what to load needs nothing else of a frame.
pub fn none() -> String {
    format!(
        "// Made from `scenario/src/ids.rs` by `npm run generate`.

/** No group, thread, request or connection. */
export const NONE = {NONE};
"
    )
}

/// The generated file.
pub fn frame() -> String {
    let (frame, arrays) = fields(Frame::about, &|give| Frame::default().columns(give));
    let (timings, _) = fields(Timings::about, &|give| Timings::default().columns(give));
    let (answers, _) = fields(Answers::about, &|give| Answers::default().columns(give));
    let arrays: String = arrays
        .into_iter()
        .filter(|(_, array)| *array != "Uint32Array")
        .map(|(name, array)| format!("  {name}: {array},\n"))
        .collect();
    let mut out = format!(
        "// Made from `engine/src/frame.rs` by `npm run generate`.

/** All of the picture at one moment: numbers, and columns of an entry each. */
export interface Frame {{
{frame}}}

/** What has ended since the last look, in order. */
export interface Answers {{
{answers}}}

/** What somebody who measures a server can tell of a whole run: a small part of its outcome, and quickly read. */
export interface Timings {{
{timings}}}

export {{ NONE }} from './none';

/** The columns that are no `Uint32Array`. */
export const ARRAYS = {{
{arrays}}} as const;
"
    );
    for (name, states) in [
        ("CONNECTION_STATES", connection_state::NAMES),
        ("THREAD_STATES", thread_state::NAMES),
        ("LANES", lane::NAMES),
        ("LATCH_STATES", latch_state::NAMES),
        ("TURN_KINDS", turn_kind::NAMES),
    ] {
        let names: Vec<String> = states
            .iter()
            .map(|state| format!("  '{}',\n", state.to_lowercase()))
            .collect();
        out += &format!(
            "\n/** By their numbers. */\nexport const {name} = [\n{}] as const;\n",
            names.concat()
        );
    }
    out + "
export type ConnectionState = (typeof CONNECTION_STATES)[number];
export type ThreadState = (typeof THREAD_STATES)[number];
export type LatchState = (typeof LATCH_STATES)[number];
"
}
