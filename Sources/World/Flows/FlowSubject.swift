import TVSimEntitlementAPI

/// The one thing that a flow is about, which a reader shows beside its name.
package struct FlowSubject: Codable, Hashable, Sendable {
    /// What it is.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable, WireWord {
        /// The resources that an app asked about.
        case resource
        /// The MVPD.
        case mvpd
        /// The name of the endpoint that a request reached.
        case endpoint
        /// The path of a request that no endpoint has.
        case path
    }

    /// What it is.
    package let kind: Kind
    /// The names, in their order.
    package let names: [String]

    /// Creates a subject; `nil` without a name.
    init?(_ kind: Kind, _ names: [String]) {
        guard !names.isEmpty else { return nil }
        (self.kind, self.names) = (kind, names)
    }
}
