//! What the README and the pages of `docs` show is what the program prints.

#[test]
fn every_command_prints_what_the_documents_show() {
    // A page without a console block has nothing to run.
    trycmd::TestCases::new().case("../../README.md").case("../../docs/*.md");
}
