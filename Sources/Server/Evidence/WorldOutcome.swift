import TVSimEntitlementAPI
import TVSimStructuredText

/// What became of the test that a world belongs to.
struct WorldOutcome: Codable, Sendable, Hashable, Shaped {
    /// The outcomes of a test.
    enum Status: String, WireWord { case passed, failed, skipped }

    /// The name of the test.
    var test: String?
    var status: Status
    /// What failed, such as the text of an assertion.
    var message: String?
    /// The file of the test.
    var file: String?
    /// The line of the test, or of what failed, from 1.
    var line: Int?

    static let shapes = [
        Shape(
            of: Self.self,
            optional: ["test": [:], "message": [:], "file": [:], "line": ["minimum": 1, "maximum": 1_000_000_000]])
    ]

    /// Whether the world of the test is evidence of something.
    var isOfInterest: Bool { status == .failed }

    /// The file and the line; `nil` if the file is not known.
    var place: String? { file.map { $0 + (line.map { ":\($0)" } ?? "") } }
}
