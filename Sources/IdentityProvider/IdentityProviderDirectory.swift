import Identifiers
import SAML
package import SimulationCore
package import StateStorage
import XMLSecurity

/// All MVPDs of one world, which answers requests to them.
///
/// A provider knows neither the device nor the entitlement service. It knows its subscribers, and the service providers
/// whose requests it answers.
package struct IdentityProviderDirectory: Sendable {
    static let key = StateKey("providers", Provider.map)

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
        var providers = try state.value(for: key) ?? []
        for number in providers.indices { providers[number].keyNumber = number }
        return providers
    }

    /// Replaces all providers within a transaction.
    package static func setProviders(_ providers: [Provider], in state: any StateWriting) throws {
        try state.setValue(providers, for: key)
    }

    /// Answers a request for attributes of a subscriber.
    ///
    /// - Throws: `StateError` if the state cannot be read or written, and an error if an answer cannot be signed. A
    ///   refusal is an answer, not an error.
    package func answer(_ request: AttributeRequest) throws -> ProviderAnswer {
        let fault = try takeFault(of: .attributeQuery, waits: request.waits)
        var requesters: [String] = []
        let (answer, reason) = try decidedAnswer(request, fault?.kind, requesters: &requesters)
        try simulation.journal.record(
            ProviderAnswerDecision(answer, to: request, for: requesters, reason), fault: fault?.strike)
        return answer
    }

    /// Verifies the user name and password from a provider's sign-in page.
    ///
    /// The password is not stored; the journal contains only the result and its reason.
    ///
    /// - Parameters:
    ///   - provider: The provider's identifier; an unknown provider is unreachable.
    ///   - subscriber: The user name.
    ///   - password: The password; `nil` is the correct one.
    ///   - waits: Whether the device waits for any time, so that timeouts do not occur.
    /// - Returns: The provider's answer.
    /// - Throws: `StateError` if the state cannot be read or written. A refusal is an answer, not an error.
    package func signIn(
        provider: String, subscriber: String, password: String?, waits: Bool = false
    ) throws -> SignInAnswer {
        let fault = try takeFault(of: .providerSignIn, waits: waits)
        let (answer, reason) = try decidedSignIn(
            provider: provider, subscriber: subscriber, password: password, fault?.kind)
        try simulation.journal.record(
            SignInDecision(answer, provider: provider, subscriber: subscriber, reason), fault: fault?.strike)
        return answer
    }

    private func decidedSignIn(
        provider id: String, subscriber name: String, password: String?, _ fault: ProviderFault?
    ) throws -> (SignInAnswer, reason: String) {
        if let fault {
            return (SignInAnswer(fault), "a fault was set for this operation")
        }
        guard let provider = try provider(ProviderID(id)) else {
            return (.unreachable, "the provider '\(id)' does not exist")
        }
        return SignInAnswer.judging(
            subscriber: name, password: password, at: provider, now: try simulation.clock.now())
    }

    /// Counts an operation and returns the fault that affects it; a timeout is ignored if the device waits for any
    /// time.
    private func takeFault(
        of operation: FaultOperation, waits: Bool
    ) throws -> (kind: ProviderFault, strike: FaultStrike)? {
        guard let strike = try simulation.faults.take(operation), let kind = ProviderFault(rawValue: strike.error),
            kind != .timeout || !waits
        else { return nil }
        return (kind, strike)
    }

    /// Returns the answer and its reason, and sets the parties for which the service provider asks.
    private func decidedAnswer(
        _ request: AttributeRequest, _ fault: ProviderFault?, requesters: inout [String]
    ) throws -> (ProviderAnswer, reason: String) {
        // A refusal in SAML needs the parsed query, so that fault is applied later.
        if let fault, fault != .rejected || request.form.scheme != .saml {
            return (ProviderAnswer(fault, to: request.form), "a fault was set for this operation")
        }
        guard let provider = try provider(ProviderID(request.provider)) else {
            return (.unreachable, "the provider '\(request.provider)' does not exist")
        }
        guard provider.schemes.contains(request.form.scheme) else {
            let reason = "'\(provider.identifier)' does not support the scheme '\(request.form.scheme.rawValue)'"
            return (.refusal(of: request.form, status: SAMLStatusCode.requester), reason)
        }
        switch request.form {
        case .saml(let attributeQuery):
            return try samlAnswer(attributeQuery, request, from: provider, isRefused: fault != nil, &requesters)
        case .api: return provider.apiAnswer(about: request.subscriber)
        }
    }

    private func samlAnswer(
        _ attributeQuery: String, _ request: AttributeRequest, from provider: Provider, isRefused: Bool,
        _ requesters: inout [String]
    ) throws -> (ProviderAnswer, reason: String) {
        let query: AttributeQuery
        do {
            query = try AttributeQuery(xml: attributeQuery)
        } catch {
            return (
                .rejected(status: SAMLStatusCode.requester, body: nil), "the attribute query is invalid: \(error)"
            )
        }
        let terms: VerificationToken.Terms
        // The service's requests contain its documented address, at every address of the server.
        let parties = RelyingParty.all(of: provider, entitlementService: serviceProvider, at: .inProcess)
        switch VerificationToken.judge(request.verificationToken, beside: query, for: provider, knowing: parties) {
        case .accepted(let accepted): terms = accepted
        case .refused(let reason): return (.invalidVerificationToken, reason)
        }
        requesters = terms.requesters
        if let recorded = provider.samlResponse, !isRefused, provider.defect != .noResponse {
            return provider.recordedAnswer(recorded)
        }
        let answering = ResponseAuthor(
            provider: provider, identifiers: simulation.identifiers, now: try simulation.clock.now())
        if isRefused {
            return (
                try answering.refusal(of: query, request, on: terms, status: SAMLStatusCode.responder),
                "a fault was set for this operation"
            )
        }
        guard terms.wanted.isMet(by: request.subscriber) else {
            let refusal = try answering.refusal(
                of: query, request, on: terms, status: SAMLStatusCode.requester, SAMLStatusCode.unknownPrincipal)
            return (refusal, "the verification token is about another user")
        }
        return try answering.answer(query, request, on: terms)
    }
}
