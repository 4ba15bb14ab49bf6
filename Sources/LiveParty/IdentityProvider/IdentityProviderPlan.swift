import TVSimFixtures
import TVSimStructuredText

/// Which cases a run at an identity provider examines, and why it leaves the others out.
package struct IdentityProviderPlan: Sendable {
    /// A case, and what it tests.
    struct Case: Sendable {
        let name: String
        let family: Family
        let requirement: PartyRequirement
        let summary: String

        init(_ name: String, _ family: Family, _ requirement: PartyRequirement, _ summary: String? = nil) {
            (self.name, self.family, self.requirement) = (name, family, requirement)
            self.summary = summary ?? requirement.sentence
        }
    }

    /// What is examined together.
    enum Family: String, Sendable { case metadata, requests, logoutRequests, signIn }

    private let leftOut: [String: String]

    /// Creates a plan of all cases.
    package init() { leftOut = [:] }

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - selection: What the user selects.
    ///   - known: The known differences.
    /// - Throws: `CommandError` for a word or a known difference that names no case.
    package init(_ selection: LiveSelection, known: KnownDifferences) throws {
        leftOut = try selection.leftOut(
            of: Self.cases.map { ($0.name, [$0.family.rawValue, $0.requirement.id]) }, known: known)
    }

    /// Returns whether a case is examined.
    func wants(_ name: String) -> Bool { leftOut[name] == nil }

    /// Returns whether a case of a family is examined.
    func wants(_ family: Family) -> Bool { Self.cases.contains { $0.family == family && wants($0.name) } }

    /// Returns why a user left a case out; `nil` if it is examined.
    func reason(_ name: String) -> String? { leftOut[name] }

    /// The LogoutRequests of the catalogue.
    static let logoutRequests = LiveFixture.messages.filter { $0.kind == .logoutRequest }

    /// All cases, in order.
    static let cases: [Case] =
        IdentityProviderMetadata.requirements.map { Case($0.id, .metadata, $0) }
        + RequestCase.all.map { Case($0.name, .requests, $0.requirement, $0.summary) }
        + logoutRequests.map {
            Case($0.logoutName, .logoutRequests, PartyRequirement($0.fixture.requirement), $0.fixture.summary)
        }
        + PartyRequirement.ofSignIn.map { Case($0.name, .signIn, $0.requirement) }
}

extension LiveFixture {
    /// The name of a logout message as a case of a run, which differs from the names of other cases.
    var logoutName: String {
        let name = fixture.name
        return name.hasPrefix("logout") ? name : "logout" + name.prefix(1).uppercased() + name.dropFirst()
    }
}
