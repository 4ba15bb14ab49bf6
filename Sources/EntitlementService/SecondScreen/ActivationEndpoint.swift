import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// `GET /activate`: the second screen, where a user enters the code from the TV.
///
/// The page acts as the service provider's web site, the documentation's secondary application. `code` fills in the
/// field, as a link in a QR code does.
struct ActivationEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering {
            ActivationPages.code(try request.query(orRefuse: .invalidParameterCode).value("code") ?? "")
        }
    }
}

/// `POST /activate`: takes the code, and the MVPD if the session has none, and redirects the browser to the sign-in.
struct ActivationFormEndpoint: OpenEndpoint {
    /// The domain name of a session that has none: the domain of this page.
    static let domainName = "activate.tvsim.example"
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering { try entered(request) }
    }

    private func entered(_ request: ServiceRequest) throws -> ServiceAnswer {
        let form = try request.form(orRefuse: .invalidParameterCode)
        let typed = form.value("code") ?? ""
        let code = ActivationCode.normalized(typed)
        let chosen = form.value("mvpd").flatMap { $0.isEmpty ? nil : MVPDID($0) }
        let done = request.served.address(of: ActivationDoneEndpoint.address(code: code))
        // One transaction: if two screens choose at the same time, the second sees the choice of the first.
        let judged = try simulation.store.write { state -> ActivationCode in
            let judged = try ActivationCode.judge(code, at: request.now, for: context, in: state)
            var record: SessionRecord
            switch judged {
            case .unknown, .taken: return judged
            case .ready(let session):
                guard chosen.map({ session.mvpd == $0 }) ?? true else { return judged }
                record = session
            case .needsProvider(let session, let choices):
                guard let chosen, choices.contains(where: { $0.mvpd == chosen }) else { return judged }
                record = session
                record.mvpd = chosen
                record.isChosenByPerson = true
            }
            record.domainName = record.domainName ?? Self.domainName
            record.redirectURL = record.redirectURL ?? done
            try state.setValue(record, for: ServiceDocument.session(code))
            return .ready(record)
        }
        switch judged {
        case .unknown:
            return ActivationPages.code(
                typed, alert: "This code is unknown or has expired. Check the code on your TV.")
        case .taken:
            return ActivationPages.code(typed, alert: "This code has already been used to sign in.")
        case .needsProvider(_, let choices):
            return ActivationPages.provider(code: code, choices: choices, isWrong: chosen != nil)
        case .ready(let record) where chosen.map({ record.mvpd != $0 }) ?? false:
            return ActivationPages.code(
                typed, alert: "Your TV uses another TV provider. Enter the code without choosing a provider.")
        case .ready(let record):
            return BrowserPage.redirect(
                to: Endpoint.authenticate.route(record.serviceProvider, code: code).path, outcome: "sent to sign in",
                reason: "The code is valid, so the user continues to '\(record.mvpd ?? "")'.")
        }
    }
}

/// `GET /activate/done`: the last page of the second screen.
struct ActivationDoneEndpoint: OpenEndpoint {
    let context: ServiceContext

    /// Returns the redirect URL of a sign-in whose session has none.
    static func address(code: String) -> String {
        "https://\(ActivationFormEndpoint.domainName)\(Endpoint.activationDone.template)?code=\(code)"
    }

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering {
            let fields = try request.query(orRefuse: .invalidParameterCode)
            let code = ActivationCode.normalized(fields.value("code") ?? "")
            return ActivationPages.done(
                signedIn: try simulation.store.read {
                    try ActivationCode.isSignedIn(code, at: request.now, for: context, in: $0)
                })
        }
    }
}
