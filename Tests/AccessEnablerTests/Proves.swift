import Testing

/// Says which names of the vendor's documents a test proves; SDKCoverage.md is made of these marks and of the profiles.
struct Proves: TestTrait {
    let names: [String]
}

extension Trait where Self == Proves {
    /// The names that a test proves.
    static func proves(_ names: String...) -> Self { Proves(names: names) }
}
