import Testing

/// The tests that start programs: those of suites whose name ends in `ProgramTests`, and those of `IntegrationTests`.
///
/// `make test` leaves them out, and `make test-programs` runs them and no others, so that each test is run by one of the two.
enum ProgramTests {
    /// A test that starts a program in a suite that `make test` runs.
    struct Misplaced: Error, CustomStringConvertible {
        let description =
            "A test that starts a program belongs in a suite whose name ends in 'ProgramTests', which 'make test' leaves out."
    }

    /// Checks that the running test may start a program.
    ///
    /// - Throws: ``Misplaced`` if its suite is not named as those that do.
    static func check() throws {
        guard let test = Test.current, "\(test.id)".firstMatch(of: /ProgramTests|IntegrationTests/) == nil else {
            return
        }
        throw Misplaced()
    }
}
