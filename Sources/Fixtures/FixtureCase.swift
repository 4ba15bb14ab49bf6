package import Foundation
import SAML

/// One edge case of single sign-on: what goes wrong, in exactly one way or in none, and what must come of it.
///
/// The catalogue holds values alone. What must come of a case is written down beside it and never asked of the code that
/// is to be judged.
package struct FixtureCase: Sendable {
    /// What a case is about.
    package enum Family: String, Sendable, Codable, CaseIterable {
        case content, times, subject, elements, signature, algorithms, references, wrapping, encoding, encryption,
            replay
        case frameworkStatus, providerAnswer, timeToLive, secondScreen, session, permission, account
    }

    /// What is given to whoever is judged.
    package enum Input: Sendable {
        /// A SAML response.
        case response(ResponseRecipe)
        /// Requests to the entitlement service.
        case exchange(ExchangeRecipe)
        /// Calls of an app on a device.
        case flow(FlowRecipe)
    }

    /// Its name, which stays: that of the response defect where there is one.
    package let name: String
    /// What it is about.
    package let family: Family
    /// What it is, as one sentence.
    package let summary: String
    /// Why it matters, as one sentence.
    package let why: String
    /// The published vulnerability that it resembles; `nil`: none.
    package let resembles: String?
    /// Whether something is wrong; the others are honest twins, which must be believed.
    package let isDefective: Bool
    /// What is given.
    package let input: Input

    /// The instant at which every case is judged: 2026-01-01T00:00:00Z.
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

    /// The response, where the case is one.
    package var response: ResponseRecipe? {
        if case .response(let recipe) = input { recipe } else { nil }
    }

    /// The requests to the service: the case's own, or those by which it is given the response.
    package var exchange: ExchangeRecipe? {
        switch input {
        case .exchange(let recipe): recipe
        case .response(let recipe): recipe.exchange
        case .flow: nil
        }
    }

    /// What the app does: the case's own flow, or that of every response that an app can be given.
    package var flow: FlowRecipe? {
        switch input {
        case .flow(let recipe): recipe
        case .response(let recipe): recipe.app?.flow(answering: recipe.providerDefect)
        case .exchange: nil
        }
    }

    /// What the service must answer, last of all; `nil`: it is not asked.
    package var service: ServiceVerdict? { exchange?.steps.last { $0.answer != nil }?.answer?.verdict }

    /// What must come of it, in one word: the policy that fails, `valid`, what the service must answer, or `callbacks`
    /// where the app's callbacks alone tell.
    package var expectation: String {
        if let response { return response.verdictWord }
        guard let service else { return "callbacks" }
        return service.code ?? String(service.status)
    }
}

/// What the entitlement service answers: a status, and the enhanced error code of a refusal.
package struct ServiceVerdict: Sendable, Hashable, Codable {
    /// The HTTP status.
    package let status: Int
    /// The enhanced error code; `nil`: the request is answered.
    package let code: String?

    init(_ status: Int, _ code: String? = nil) {
        self.status = status
        self.code = code
    }

    /// The response makes a profile.
    static let accepted = ServiceVerdict(201)
    /// The response is not believed.
    static let refused = ServiceVerdict(400, "invalid_parameter_saml_response")
}

extension ServiceVerdict: CustomStringConvertible {
    /// Status and code.
    package var description: String { code.map { "\(status) \($0)" } ?? "\(status)" }
}
