import TVSimEntitlementAPI
import TVSimStructuredText

/// What became of the test that a world belongs to.
struct WorldOutcome: Codable, Sendable, Hashable, Shaped {
    /// The outcomes of a test.
    enum Status: String, WireWord { case passed, failed, skipped }

    /// The name of the test.
    let test: String?
    let status: Status

    static let shapes = [Shape(of: Self.self, optional: ["test": [:]])]

    /// Whether the world of the test is evidence of something.
    var isOfInterest: Bool { status == .failed }
}
