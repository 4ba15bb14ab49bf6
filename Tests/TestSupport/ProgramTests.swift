import Testing

/// The tests that start programs, in suites with `ProgramTests` or `IntegrationTests` at the end of the name.
///
/// `make test` skips these tests and `make test-programs` runs only these tests. Together they run each test once.
enum ProgramTests {
    /// The error for a test that starts a program in a suite that `make test` runs.
    struct Misplaced: Error, CustomStringConvertible {
        let description =
            "A test that starts a program belongs in a suite whose name ends in 'ProgramTests', which 'make test' leaves out."
    }

    /// Checks that the running test may start a program.
    ///
    /// - Throws: ``Misplaced`` if the name of its suite does not allow it.
    static func check() throws {
        guard let test = Test.current, "\(test.id)".firstMatch(of: /ProgramTests|IntegrationTests/) == nil else {
            return
        }
        throw Misplaced()
    }
}
