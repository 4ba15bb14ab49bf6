/// A fault operation of the service: one endpoint, or several with the same purpose.
package struct FaultTarget: Sendable, Hashable {
    /// The operation's name, such as `service.sessions`.
    package let name: String
    /// The description, in one sentence.
    package let summary: String

    /// Creates an operation.
    ///
    /// - Parameters:
    ///   - name: The name without the prefix `service.`.
    ///   - summary: The description, in one sentence.
    init(_ name: String, _ summary: String) {
        self.name = "service.\(name)"
        self.summary = summary
    }

    package static let register = FaultTarget("register", "Client registration.")
    package static let token = FaultTarget("token", "The access token.")
    package static let configuration = FaultTarget("configuration", "A requestor's configuration.")
    package static let sessions = FaultTarget("sessions", "A session of the classic sign-in.")
    package static let sessionsSSO = FaultTarget(
        "sessionsSSO", "The session of a partner exchange: the SAML request.")
    package static let authenticate = FaultTarget("authenticate", "The page of the classic sign-in.")
    package static let profiles = FaultTarget("profiles", "The profiles of a device.")
    package static let profilesSSO = FaultTarget(
        "profilesSSO", "The profile of a partner exchange: the SAML response.")
    package static let authorize = FaultTarget("authorize", "A decision with a media token.")
    package static let preauthorize = FaultTarget("preauthorize", "Decisions without tokens.")
    package static let logout = FaultTarget("logout", "Logout.")
    package static let resetTempPass = FaultTarget("resetTempPass", "A reset of temporary passes.")
    package static let singleSignOn = FaultTarget(
        "singleSignOn", "The single sign-on service: service tokens, link codes and linked devices.")

    /// Every operation, in the order of the table of endpoints.
    package static let all = Endpoint.all.map(\.fault).reduce(into: [FaultTarget]()) { found, fault in
        if !found.contains(fault) { found.append(fault) }
    }

    /// The endpoints that the operation covers.
    package var endpoints: [Endpoint] { Endpoint.all.filter { $0.fault == self } }
}
