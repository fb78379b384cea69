//! The `poolscope` command.
fn main() {}
