//! The TypeScript types of what the engine gives to the page, in one file.

use std::any::TypeId;
use std::fmt::Write;

use poolscope_engine::instruments::Instruments;
use poolscope_engine::scenario::{Problems, Scenario, Variable};
use poolscope_engine::sim::Outcome;
use ts_rs::{Config, TS, TypeVisitor};

/// The file.
pub fn types() -> String {
    // Every count and time of the engine is below 2^53.
    let config = Config::new().with_large_int("number");
    let mut all = Declarations {
        config: &config,
        seen: Vec::new(),
        text: "// Made from the Rust types by `npm run generate`.\n".to_owned(),
    };
    all.visit::<Scenario>();
    all.visit::<Outcome>();
    all.visit::<Instruments>();
    all.visit::<Variable>();
    all.visit::<Problems>();
    all.text
}

struct Declarations<'a> {
    config: &'a Config,
    seen: Vec<TypeId>,
    text: String,
}

impl TypeVisitor for Declarations<'_> {
    // What a type needs stands before it.
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        T::visit_dependencies(self);
        let docs = T::docs().unwrap_or_default();
        let declaration = T::decl(self.config);
        let _ = writeln!(self.text, "\n{docs}export {declaration}");
    }
}
