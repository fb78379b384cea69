//! All vectors of the rules, exact to the microsecond. Source: scheduler rules, section 9, and random runs
//! of the same reference model.

use poolscope_engine::vectors::VectorFile;

const FILE: &str = include_str!("../../../tests/golden/vectors/thread-pool.json");

#[test]
fn every_vector_is_exact() {
    let file = VectorFile::from_json(FILE).unwrap();
    assert_eq!(file.vectors.len(), 99);
    let mut failed = Vec::new();
    for vector in &file.vectors {
        let differences = vector.check().unwrap();
        if let Some(first) = differences.first() {
            failed.push(format!(
                "{} ({} differences): {first:?}",
                vector.id,
                differences.len()
            ));
        }
    }
    assert!(
        failed.is_empty(),
        "{} failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
