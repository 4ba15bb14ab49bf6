/// A degradation rule of an integration, used while the MVPD has an outage.
package enum Degradation: String, Sendable, CaseIterable {
    /// No rule.
    case none
    /// Every user counts as signed in and may watch every resource.
    case authenticateAll = "AuthNAll"
    /// Every user may watch every resource, signed in or not.
    case authorizeAll = "AuthZAll"
    /// No user may watch any resource.
    case authorizeNone = "AuthZNone"
}
