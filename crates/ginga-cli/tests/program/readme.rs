//! What the README shows is what the program prints.

#[test]
fn every_command_prints_what_the_readme_shows() {
    trycmd::TestCases::new().case("../../README.md");
}
