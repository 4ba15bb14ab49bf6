package import Foundation
import SAML
package import SimulationCore
package import StateStorage

/// All the MVPDs of one world, and the one way to ask them.
///
/// A provider does not know the device nor the entitlement service: it knows its subscribers, and the service provider
/// whose requests it answers.
package struct IdentityProviderDirectory: Sendable {
    private static let key = StateKey<[ProviderRecord]>("providers")

    private let simulation: Simulation
    private let serviceProvider: TrustedServiceProvider

    /// Opens the providers of a world.
    package init(simulation: Simulation, serviceProvider: TrustedServiceProvider) {
        self.simulation = simulation
        self.serviceProvider = serviceProvider
    }

    /// Returns the providers in their order.
    package func records() throws -> [ProviderRecord] {
        try simulation.store.read { try Self.records(in: $0) }
    }

    /// Returns the providers as a transaction sees them.
    package static func records(in state: any StateReading) throws -> [ProviderRecord] {
        try state.value(for: key) ?? []
    }

    /// Replaces all providers within a transaction.
    package static func setRecords(_ records: [ProviderRecord], in state: any StateWriting) throws {
        try state.setValue(records, for: key)
    }

    /// Answers an attribute query.
    ///
    /// - Throws: Whatever the simulation's own state throws. A refusal is an answer, not an error.
    package func answer(_ request: AttributeRequest) throws -> ProviderAnswer {
        let (answer, reason) = try decidedAnswer(request)
        try simulation.journal.record(
            room: "IdentityProvider", event: "attributeQuery", outcome: answer.summary, reason: reason,
            details: ["provider": request.provider, "subscriber": request.subscriber])
        return answer
    }

    private func decidedAnswer(_ request: AttributeRequest) throws -> (ProviderAnswer, reason: String) {
        if let fault = try simulation.faults.take(.attributeQuery), let fault = ProviderFault(rawValue: fault) {
            return (ProviderAnswer(fault), "a fault was set for this operation")
        }
        guard let provider = try records().first(where: { $0.identifier == request.provider }) else {
            return (.unreachable, "there is no provider '\(request.provider)'")
        }
        let query: AttributeQuery
        do {
            query = try AttributeQuery(xml: request.attributeQuery)
        } catch {
            return (
                .rejected(status: SAMLStatusCode.requester, body: nil), "the attribute query cannot be read: \(error)"
            )
        }
        let inResponseTo: String
        switch serviceProvider.judge(request.verificationToken) {
        case .absent: inResponseTo = query.id
        case .accepted(let requestID): inResponseTo = requestID
        case .refused(let reason): return (.invalidVerificationToken, reason)
        }
        let answering = ResponseAuthor(
            provider: provider, serviceProvider: serviceProvider, identifiers: simulation.identifiers,
            now: try simulation.clock.now())
        return try answering.answer(query, request, inResponseTo: inResponseTo)
    }
}

/// An attribute query on its way to a provider, with what the device knows of the person's session.
package struct AttributeRequest: Sendable {
    /// The provider's identifier.
    package let provider: String
    /// The subscriber's name.
    package let subscriber: String
    /// When the person signed in at system level.
    package let authenticatedAt: Date
    /// When that ends; `nil`: never.
    package let authenticatedUntil: Date?
    /// The SAML attribute query, as XML.
    package let attributeQuery: String
    /// The app's verification token; the Base64 of the service provider's SAML request.
    package let verificationToken: String?

    /// Creates a request.
    package init(
        provider: String, subscriber: String, authenticatedAt: Date, authenticatedUntil: Date?, attributeQuery: String,
        verificationToken: String?
    ) {
        self.provider = provider
        self.subscriber = subscriber
        self.authenticatedAt = authenticatedAt
        self.authenticatedUntil = authenticatedUntil
        self.attributeQuery = attributeQuery
        self.verificationToken = verificationToken
    }
}

/// What a provider answers.
package enum ProviderAnswer: Sendable, Hashable {
    /// A SAML response; `body` is `nil` where the provider sent none.
    case answered(status: String?, body: String?)
    /// A refusal, with a SAML response where the provider sent one.
    case rejected(status: String?, body: String?)
    /// The verification token is not one that the provider accepts.
    case invalidVerificationToken
    /// No answer in time.
    case timeout
    /// Nobody there.
    case unreachable

    init(_ fault: ProviderFault) {
        switch fault {
        case .timeout: self = .timeout
        case .unreachable: self = .unreachable
        case .rejected: self = .rejected(status: SAMLStatusCode.responder, body: nil)
        case .invalidVerificationToken: self = .invalidVerificationToken
        }
    }

    var summary: String {
        switch self {
        case .answered(_, nil): "answered without a SAML response"
        case .answered: "answered"
        case .rejected: "rejected"
        case .invalidVerificationToken: "invalidVerificationToken"
        case .timeout: "timeout"
        case .unreachable: "unreachable"
        }
    }
}
