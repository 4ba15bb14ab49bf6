/// The flows that tests of a client shall walk (REST API V2 Checklist, Recommended Practices, Testing, Test Coverage).
package enum ChecklistFlow: String, Sendable, CaseIterable {
    /// The user signed in on a page that the app's own screen opened.
    case firstScreen = "sign-in on the first screen"
    /// The user signed in on another screen with a code.
    case secondScreen = "sign-in on a second screen"
    case preauthorizePermit = "preauthorize permit"
    case preauthorizeDeny = "preauthorize deny"
    case authorizePermit = "authorize permit"
    case authorizeDeny = "authorize deny"
    case logout
    /// A degradation let the user in, or permitted a resource.
    case degraded = "degraded access"
    /// A temporary pass let the user in, or permitted a resource.
    case temporary = "temporary access"
    /// The user was signed in by a partner, a platform or a service token.
    case singleSignOn = "single sign-on"
}
