package import Foundation
package import TVSimCore
package import TVSimProviderMessages
package import TVSimStateStorage
import TVSimStructuredText

/// All MVPDs of one world, which answers requests to them.
///
/// A provider knows neither the device nor the entitlement service. It knows its subscribers, and the service providers
/// whose requests it answers.
package struct IdentityProviderDirectory: Sendable {
    static let key = StateKey("providers", Provider.map) { number(&$0) }

    private let simulation: Simulation
    private let serviceProvider: TrustedServiceProvider

    /// Opens the providers of a world.
    package init(simulation: Simulation, serviceProvider: TrustedServiceProvider) {
        self.simulation = simulation
        self.serviceProvider = serviceProvider
    }

    /// Returns the providers in their order.
    package func providers() throws -> [Provider] {
        try simulation.store.read { try Self.providers(in: $0) }
    }

    /// Returns the provider with an identifier.
    func provider(_ id: ProviderID) throws -> Provider? {
        try providers().first { ProviderID($0.identifier) == id }
    }

    /// Returns the providers as a transaction sees them.
    package static func providers(in state: any StateReading) throws -> [Provider] {
        try state.value(for: key) ?? []
    }

    /// Replaces all providers within a transaction.
    package static func setProviders(_ providers: [Provider], in state: any StateWriting) throws {
        var providers = providers
        number(&providers)
        try state.setValue(providers, for: key)
    }

    /// Gives each provider its position, which selects its signing key.
    private static func number(_ providers: inout [Provider]) {
        for position in providers.indices { providers[position].keyNumber = position }
    }

    /// Ends the browser sessions and the grants of a subscriber within a transaction.
    package static func endSessions(
        of subscriber: String, at provider: String, in state: any StateWriting
    ) throws {
        try BrowserSession.removeAll(of: subscriber, at: provider, in: state)
        try Grant.removeAll(at: provider, in: state) {
            $0.user.subscriber.utf8.elementsEqual(subscriber.utf8)
        }
    }

    /// A fault of the provider itself.
    private typealias Met = (kind: ProviderFault, strike: InjectedFault)

    /// Counts an operation of a device and returns the fault that affects it.
    private func takeFault(of operation: FaultOperation, about facts: FaultFacts, waits: Bool) throws -> Met? {
        try simulation.faults.take(operation, about: facts) { ProviderFault(rawValue: $0) != nil }
            .flatMap { Self.met($0, waits: waits) }
    }

    /// Returns the error of a fault that strikes; a timeout is ignored if the device waits for any time.
    private static func met(_ strike: InjectedFault, waits: Bool) -> Met? {
        ProviderFault(rawValue: strike.error).flatMap { $0 == .timeout && waits ? nil : ($0, strike) }
    }
}

extension IdentityProviderDirectory: ProviderConnection {
    package func providers(in state: any StateReading) throws -> [KnownProvider] {
        try Self.providers(in: state).filter { $0.boarding != .none }.map {
            KnownProvider(
                identifier: $0.identifier, displayName: $0.displayName, boarding: $0.boarding, schemes: $0.schemes)
        }
    }

    package func answer(_ query: ProviderQuery) throws -> ProviderReply {
        let fault = try takeFault(
            of: .attributeQuery, about: FaultFacts(mvpd: query.provider, subscriber: query.subscriber),
            waits: query.waits)
        let decided = try decidedReply(to: query, fault?.kind)
        try simulation.journal.record(
            ProviderAnswerDecision(
                decided.reply, to: query, for: decided.requesters, decided.reason, defect: decided.defect),
            fault: fault?.strike)
        return decided.reply
    }

    /// Verifies the user name and password from the system's sign-in page.
    ///
    /// The password is not stored; the journal contains only the result and its reason.
    package func signIn(_ attempt: SignInAttempt) throws -> SignInReply {
        let facts = FaultFacts(mvpd: attempt.provider, subscriber: attempt.subscriber)
        return try signIn(attempt, takeFault(of: .providerSignIn, about: facts, waits: attempt.waits))
    }

    /// Verifies the user name and password from a page of a provider, whose form has drawn the faults.
    func signIn(_ attempt: SignInAttempt, under faults: FaultDraw) throws -> SignInReply {
        try signIn(attempt, simulation.faults.reach(faults).flatMap { Self.met($0.strike, waits: attempt.waits) })
    }

    private func signIn(_ attempt: SignInAttempt, _ fault: Met?) throws -> SignInReply {
        let (reply, reason) = try decidedReply(to: attempt, fault?.kind)
        try simulation.journal.record(SignInDecision(reply, to: attempt, reason), fault: fault?.strike)
        return reply
    }

    private func decidedReply(
        to attempt: SignInAttempt, _ fault: ProviderFault?
    ) throws -> (SignInReply, reason: String) {
        if let fault { return (SignInReply(fault), "a fault was set for this operation") }
        guard let provider = try provider(ProviderID(attempt.provider)) else {
            return (.unreachable, "the provider '\(attempt.provider)' does not exist")
        }
        return provider.judge(
            subscriber: attempt.subscriber, password: attempt.password, at: try simulation.clock.now())
    }

    /// Returns the reply with its reason and the parties for which the service provider asks.
    private func decidedReply(
        to query: ProviderQuery, _ fault: ProviderFault?
    ) throws -> AttributeQueryAnswer.Decided {
        // A refusal in SAML needs the parsed query, so that fault is applied later.
        if let fault, fault != .rejected || query.form.scheme != .saml {
            return .init(reply: ProviderReply(fault), reason: "a fault was set for this operation")
        }
        guard let provider = try provider(ProviderID(query.provider)) else {
            return .init(reply: .unreachable, reason: "the provider '\(query.provider)' does not exist")
        }
        guard provider.schemes.contains(query.form.scheme) else {
            let reason = "'\(provider.identifier)' does not support the scheme '\(query.form.scheme.rawValue)'"
            return .init(reply: .rejected(.unsupported(query.form.scheme)), reason: reason)
        }
        switch query.form {
        case .saml(let attributeQuery):
            let author = AttributeQueryAnswer(
                provider: provider, simulation: simulation,
                // The service's requests contain its documented address, at every address of the server.
                parties: RelyingParty.all(of: provider, entitlementService: serviceProvider, at: .inProcess))
            return try author.reply(to: attributeQuery, in: query, isRefused: fault != nil)
        case .api:
            let (reply, reason) = provider.apiReply(about: query.subscriber)
            return .init(reply: reply, reason: reason)
        }
    }
}

extension SignInReply {
    /// The default lifetime of a sign-in in seconds: 30 days.
    package static let sessionLifetime: TimeInterval = 30 * 86_400

    fileprivate init(_ fault: ProviderFault) {
        switch fault {
        case .timeout: self = .timeout
        case .unreachable: self = .unreachable
        case .rejected: self = .rejected
        case .invalidVerificationToken: self = .invalidVerificationToken
        }
    }
}

extension ProviderReply {
    /// Creates the reply of a fault to a query that is not SAML, or whose SAML is not read.
    fileprivate init(_ fault: ProviderFault) {
        switch fault {
        case .timeout: self = .timeout
        case .unreachable: self = .unreachable
        case .rejected: self = .rejected(ProviderResponse(scheme: .api))
        case .invalidVerificationToken: self = .invalidVerificationToken
        }
    }
}

extension Provider {
    /// Verifies a user name and a password; a password of `nil` is the correct one.
    func judge(subscriber name: String, password: String?, at now: Date) -> (SignInReply, reason: String) {
        guard let subscriber = subscriber(name) else {
            return (.wrongCredentials, "'\(identifier)' has no subscriber '\(name)'")
        }
        guard password.map({ $0.utf8.elementsEqual(subscriber.password.utf8) }) ?? true else {
            return (.wrongCredentials, "the password of '\(name)' is wrong")
        }
        return (
            .accepted(until: now.addingTimeInterval(SignInReply.sessionLifetime)),
            "the name and the password are correct"
        )
    }
}
