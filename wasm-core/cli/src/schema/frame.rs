//! The TypeScript of a frame: its columns, and the names of the states by their numbers.

use poolscope_engine::frame::{Column, Frame, NONE, client_state, lane, latch_state, thread_state};

/// The file.
pub fn frame() -> String {
    let mut about = Vec::new();
    Frame::about(&mut |text| about.push(text.trim()));
    let mut about = about.into_iter();
    let (mut fields, mut arrays) = (String::new(), String::new());
    Frame::default().columns(&mut |name, column| {
        let array = match column {
            Column::Number(_) => None,
            Column::U8(_) => Some("Uint8Array"),
            Column::U32(_) => Some("Uint32Array"),
            Column::F32(_) => Some("Float32Array"),
            Column::F64(_) => Some("Float64Array"),
        };
        let kind = array.unwrap_or("number");
        let text = about.next().unwrap_or_default();
        fields += &format!("  /** {text} */\n  readonly {name}: {kind};\n");
        if let Some(array) = array.filter(|a| *a != "Uint32Array") {
            arrays += &format!("  {name}: {array},\n");
        }
    });
    let mut out = format!(
        "// Made from `engine/src/frame.rs` by `npm run generate`.

/** All of the picture at one moment: numbers, and columns of an entry each. */
export interface Frame {{
{fields}}}

/** No group, thread, request or connection. */
export const NONE = {NONE};

/** The columns that are no `Uint32Array`. */
export const ARRAYS = {{
{arrays}}} as const;
"
    );
    for (name, states) in [
        ("CLIENT_STATES", client_state::NAMES),
        ("THREAD_STATES", thread_state::NAMES),
        ("LANES", lane::NAMES),
        ("LATCH_STATES", latch_state::NAMES),
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
export type ClientState = (typeof CLIENT_STATES)[number];
export type ThreadState = (typeof THREAD_STATES)[number];
export type LatchState = (typeof LATCH_STATES)[number];
"
}
