/// A rule that is in force while an MVPD is in trouble.
package enum Degradation: String, Sendable, CaseIterable {
    /// No rule.
    case none
    /// Everybody counts as signed in, and may watch everything.
    case authenticateAll = "AuthNAll"
    /// Everybody may watch everything, signed in or not.
    case authorizeAll = "AuthZAll"
    /// Nobody may watch anything.
    case authorizeNone = "AuthZNone"
}
