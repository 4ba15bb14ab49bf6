package import Foundation
import TVSimSAML

/// One edge case of single sign-on: an input with at most one defect, and the expected outcome.
///
/// The catalogue contains only values. The expected outcome is written down with each case, and never computed by the
/// code under test.
package struct FixtureCase: Sendable {
    /// The subject of a case.
    package enum Family: String, Sendable, Codable, CaseIterable {
        case content, times, subject, elements, signature, algorithms, references, wrapping, encoding, encryption,
            replay, redirect
        case frameworkStatus, providerAnswer, timeToLive, secondScreen, session, permission, account
    }

    /// The input of a case.
    package enum Input: Sendable {
        /// A SAML response.
        case response(ResponseRecipe)
        /// A message in the query of an address (HTTP-Redirect).
        case message(MessageRecipe)
        /// Requests to the entitlement service.
        case exchange(ExchangeRecipe)
        /// Calls of an app on a device.
        case flow(FlowRecipe)
    }

    /// The name, which is stable; it is the name of the response defect if the case has one.
    package let name: String
    /// The subject.
    package let family: Family
    /// What the case is, as one sentence.
    package let summary: String
    /// Why it matters, as one sentence.
    package let why: String
    /// The published vulnerability that the case resembles; `nil` if none is known.
    package let resembles: String?
    /// Whether the input has a defect; the other cases are valid counterparts, which must be accepted.
    package let isDefective: Bool
    /// The input.
    package let input: Input

    /// The instant at which every case is evaluated: 2026-01-01T00:00:00Z.
    package static let instant = Date(timeIntervalSince1970: 1_767_225_600)

    init(
        _ name: String, _ family: Family, _ summary: String, why: String, resembles: String? = nil,
        isDefective: Bool = true, _ input: Input
    ) {
        self.name = name
        self.family = family
        self.summary = summary
        self.why = why
        self.resembles = resembles
        self.isDefective = isDefective
        self.input = input
    }

    /// The response; `nil` if the input is not a response.
    package var response: ResponseRecipe? {
        if case .response(let recipe) = input { recipe } else { nil }
    }

    /// The message in a query; `nil` if the input is another one.
    package var message: MessageRecipe? {
        if case .message(let recipe) = input { recipe } else { nil }
    }

    /// Whether the input can be made for other parties: a response or a message whose signature is not a recorded one.
    package var canBeAimed: Bool {
        message != nil || response.map { $0.recordedSignature == nil } ?? false
    }

    /// The requests to the service: the case's own, or those that deliver its response; `nil` for a flow or a message.
    package var exchange: ExchangeRecipe? {
        switch input {
        case .exchange(let recipe): recipe
        case .response(let recipe): recipe.exchange
        case .flow, .message: nil
        }
    }

    /// The app's calls: the case's own flow, or the default flow for its response; `nil` if no app takes part.
    package var flow: FlowRecipe? {
        switch input {
        case .flow(let recipe): recipe
        case .response(let recipe): recipe.app?.flow(answering: recipe.providerDefect)
        case .exchange, .message: nil
        }
    }

    /// The expected last answer of the service; `nil` if the case sends no request.
    package var service: ServiceVerdict? { exchange?.steps.last { $0.answer != nil }?.answer?.verdict }

    /// The expected outcome in one word.
    ///
    /// It is the policy that fails, `valid`, or the service's error code or status; of a message in a query, `valid` or
    /// `refused`. It is `callbacks` if only the app's callbacks show the outcome.
    package var expectation: String {
        if let response { return response.verdictWord }
        if let message { return message.verdictWord }
        guard let service else { return "callbacks" }
        return service.code ?? String(service.status)
    }
}

/// The entitlement service's answer: a status, and the enhanced error code of an error.
package struct ServiceVerdict: Sendable, Hashable, Codable {
    /// The HTTP status.
    package let status: Int
    /// The enhanced error code; `nil` if the request succeeds.
    package let code: String?

    init(_ status: Int, _ code: String? = nil) {
        self.status = status
        self.code = code
    }

    /// The service creates a profile from the response.
    static let accepted = ServiceVerdict(201)
    /// The service rejects the response.
    static let refused = ServiceVerdict(400, "invalid_parameter_saml_response")
}

extension ServiceVerdict: CustomStringConvertible {
    /// The status and the error code.
    package var description: String { code.map { "\(status) \($0)" } ?? "\(status)" }
}
