package import Foundation
package import TVSimCore
import TVSimEntitlementAPI
import TVSimWorld

/// What the clients of a world visit, request by request: what they send and are answered, and the flows of the vendor's
/// checklist that they walk.
package struct ClientCoverage: Sendable {
    /// The largest number of codes that are remembered; the next one drops all.
    private static let most = 1_000

    /// What is known of the sign-in with a code.
    private struct SignIn: Sendable {
        var client: String?
        var isOnSecondScreen = false
        var isOpened = false
    }

    private var signIns: [String: SignIn] = [:]
    /// The code whose page was opened last.
    private var opened: String?
    /// Whether a code was entered on the page of a second screen, which opens the sign-in next.
    private var isActivated = false

    /// Creates a reader that has seen no request.
    package init() {}

    /// Returns what a client has visited with a request, the flows that it completes among it.
    ///
    /// - Parameters:
    ///   - fact: What it sent, and what it was answered.
    ///   - instant: The simulated time.
    /// - Returns: The items.
    package mutating func visited(by fact: RequestFact, at instant: Date) -> [CoverageItem] {
        fact.visited(at: instant) + completed(by: fact)
    }

    /// Returns the flows that a request completes.
    package mutating func completed(by fact: RequestFact) -> [CoverageItem] {
        guard let answer = fact.answer, answer.status < 400 else { return [] }
        var flows: [ChecklistFlow] = []
        switch fact.endpoint {
        case .session: if let code = answer.session?.code { change(code) { $0.client = fact.client } }
        case .sessionInformation: if let code = fact.parameters["code"] { change(code) { $0.isOnSecondScreen = true } }
        case .resume:
            guard let code = fact.parameters["code"] else { break }
            // An app may also complete a session of its own on the first screen.
            change(code) { $0.isOnSecondScreen = $0.isOnSecondScreen || $0.client != fact.client }
        case .activationForm: isActivated = true
        case .authenticate:
            guard let code = fact.parameters["code"] else { break }
            change(code) { [isActivated] in
                $0.isOpened = true
                $0.isOnSecondScreen = $0.isOnSecondScreen || isActivated
            }
            (opened, isActivated) = (code, false)
        case .logout: flows.append(.logout)
        case .authorize, .preauthorize:
            let decisions = answer.decisions ?? []
            let isAuthorize = fact.endpoint == .authorize
            if decisions.contains(where: \.authorized) {
                flows.append(isAuthorize ? .authorizePermit : .preauthorizePermit)
            }
            if decisions.contains(where: { !$0.authorized }) {
                flows.append(isAuthorize ? .authorizeDeny : .preauthorizeDeny)
            }
            let sources = decisions.filter(\.authorized).map(\.source)
            if sources.contains(.degradation) { flows.append(.degraded) }
            if sources.contains(.temppass) { flows.append(.temporary) }
        default: break
        }
        flows += profiles(fact, answer)
        return flows.map(CoverageItem.flow)
    }

    /// Returns the flows that ended with the profiles of an answer.
    private func profiles(_ fact: RequestFact, _ answer: AnswerFact) -> [ChecklistFlow] {
        (answer.profiles ?? []).compactMap { profile in
            switch EntitlementProfile.Kind(rawValue: profile.type) {
            case .degraded: return .degraded
            case .temporary: return .temporary
            case .appleSSO, .platformSSO, .serviceTokenSSO: return .singleSignOn
            case .regular:
                guard let signIn = (fact.parameters["code"] ?? opened).flatMap({ signIns[$0] }), signIn.isOpened else {
                    return nil
                }
                return signIn.isOnSecondScreen ? .secondScreen : .firstScreen
            case nil: return nil
            }
        }
    }

    private mutating func change(_ code: String, _ body: (inout SignIn) -> Void) {
        if signIns.count >= Self.most, signIns[code] == nil { signIns = [:] }
        body(&signIns[code, default: SignIn()])
    }
}
