//! The TypeScript types of what the engine passes to the page, in one file.

use std::any::TypeId;
use std::collections::BTreeMap;

use poolscope_diagnosis::Diagnosed;
use poolscope_engine::event::EventKind;
use poolscope_engine::instruments::Instruments;
use poolscope_engine::life::Place;
use poolscope_engine::reason::{IdleReason, LaneReason, RefuseReason, StartedVia, Trigger};
use poolscope_engine::scenario::{
    FIELDS, Problems, Scenario, Server, VARIABLES, Variable, VariableKind,
};
use poolscope_engine::sim::Outcome;
use poolscope_engine::tables::GROUPS;
use ts_rs::{Config, TS, TypeVisitor};

use super::layout::{comment, layout};

/// The generated file.
pub fn types() -> String {
    // Every count and time of the engine is below 2^53.
    let config = Config::new().with_large_int("number");
    let mut all = Declarations::new(&config);
    // Parts of other types come first, so that these can refer to them by name.
    all.part::<LaneReason>();
    all.part::<StartedVia>();
    all.part::<Trigger>();
    all.part::<RefuseReason>();
    all.part::<IdleReason>();
    all.part::<Place>();
    all.part::<EventKind>();
    all.visit::<Scenario>();
    all.visit::<Outcome>();
    all.visit::<Instruments>();
    all.visit::<Variable>();
    all.visit::<Problems>();
    all.file()
}

/// The file with the types of a diagnosis, whose names are those of the server's tables.
pub fn diagnosis() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations::new(&config);
    all.visit::<Diagnosed>();
    let columns = GROUPS.map(|name| format!("  '{}',\n", name.to_ascii_lowercase()));
    all.file()
        + &format!(
            "\n/** The columns of THREAD_POOL_GROUPS, in the server's order. */\nexport const GROUP_COLUMNS = [\n{}] as const satisfies readonly (keyof Group)[];\n",
            columns.concat()
        )
}

struct Declarations<'a> {
    config: &'a Config,
    seen: Vec<TypeId>,
    /// The text that replaces a flattened type, and its name.
    parts: Vec<(String, String)>,
    /// By name, because the order in which types are visited varies.
    text: BTreeMap<String, String>,
}

impl<'a> Declarations<'a> {
    fn new(config: &'a Config) -> Self {
        Self {
            config,
            seen: Vec::new(),
            parts: Vec::new(),
            text: BTreeMap::new(),
        }
    }

    fn file(self) -> String {
        let declarations: String = self.text.into_values().collect();
        format!("// Made from the Rust types by `npm run generate`.\n{declarations}")
    }

    fn part<T: TS + 'static>(&mut self) {
        self.visit::<T>();
        let name = T::ident(self.config);
        let inlined = self.named(&T::inline_flattened(self.config));
        self.parts.push((inlined, name));
    }

    fn named(&self, text: &str) -> String {
        let parts = self.parts.iter();
        parts.fold(text.to_owned(), |text, (inlined, name)| {
            text.replace(inlined, name)
        })
    }
}

/// The variables of a server are not in its type, but rows of the table.
fn with_variables<T: 'static + ?Sized>(declaration: &str) -> String {
    if TypeId::of::<T>() != TypeId::of::<Server>() {
        return declaration.to_owned();
    }
    let mut out = declaration.trim_end_matches("};").to_owned();
    for field in FIELDS {
        let rows = VARIABLES.iter().filter(|row| row.field == *field);
        let mut help: Vec<&str> = Vec::new();
        let mut kind = "";
        for row in rows {
            if !help.contains(&row.help) {
                help.push(row.help);
            }
            kind = match row.kind {
                VariableKind::Number { .. } => "number",
                VariableKind::Switch { .. } => "boolean",
                VariableKind::Choice { .. } => "string",
            };
        }
        let help = help.join("\n * ");
        out += &format!("\n/**\n * {help}\n */\n{field}?: {kind} | null, ");
    }
    out + "};"
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        T::visit_dependencies(self);
        let declaration = self.named(&T::decl(self.config));
        let declaration = with_variables::<T>(&declaration);
        let docs = T::docs().unwrap_or_default();
        let docs = comment(docs.trim_end(), "");
        let text = format!("\n{docs}\nexport {}", layout(&declaration));
        self.text.insert(T::ident(self.config), text);
    }
}
