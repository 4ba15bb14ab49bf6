package import TVSimCore
package import TVSimDevice

/// The end of an interface of the system: a prompt, the picker or the sign-in page.
package struct InterfaceDecision: JournalDecision {
    /// How the interface ended.
    package enum Ending: String, Codable, Sendable {
        case access, cancelled, withdrawn, otherProvider, listedOnly, refusedByApp, applicationProvider, rejected
        case invalidVerificationToken, unreachable, signedIn, fault, automaticSignIn
    }

    /// What a program may need to know of the ending.
    package enum Code: String, Codable, Sendable {
        /// The script of the user closed the interface, without a person.
        case closedByScript
    }

    package static let kind = "interface"
    /// The app's bundle identifier.
    package let app: String
    /// How the interface ended.
    package let ending: Ending
    /// The provider that the user chose, or whose sign-in page was open; `nil` if the ending has none.
    package private(set) var provider: JournalText?
    /// The user's decision in an access prompt; `nil` for another interface.
    package private(set) var permission: AccessPermission?
    /// The user's decision in the sheet of Automatic Sign-In; `nil` for another interface.
    package private(set) var authorization: AutomaticSignIn.Authorization?
    /// The error of a fault; `nil` without a fault.
    package private(set) var error: String?
    /// What a program may need to know of the ending; `nil` if that is nothing.
    package private(set) var code: Code?

    /// Creates the decision for an outcome.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - app: The app's bundle identifier.
    ///   - byScript: Whether the script of the user ended the interface, and not a person.
    ///   - page: The provider of the sign-in page at the end; `nil` for another page.
    init(_ outcome: InterfaceOutcome, of app: String, byScript: Bool, on page: String? = nil) {
        self.app = app
        provider = page.map { JournalText($0) }
        switch outcome {
        case .access(let answer): (ending, permission) = (.access, answer.permission)
        case .automaticSignIn(let answer): (ending, authorization) = (.automaticSignIn, answer.authorization)
        case .cancelled: (ending, code) = (.cancelled, byScript ? .closedByScript : nil)
        case .withdrawn: ending = .withdrawn
        case .otherProvider: ending = .otherProvider
        case .listedOnly(let id): (ending, provider) = (.listedOnly, JournalText(id))
        case .refusedByApp(let id): (ending, provider) = (.refusedByApp, JournalText(id))
        case .applicationProvider(let id): (ending, provider) = (.applicationProvider, JournalText(id))
        case .rejected: ending = .rejected
        case .invalidVerificationToken: ending = .invalidVerificationToken
        case .unreachable: ending = .unreachable
        case .signedIn(let id): (ending, provider) = (.signedIn, JournalText(id))
        case .failed(let fault): (ending, error) = (.fault, fault.error)
        }
    }

    package var application: String? { app }
    package var way: JournalWay? { .within(.framework) }
    package var isCause: Bool { true }

    package var verdict: JournalVerdict? {
        switch ending {
        case .access: permission == .granted ? .ok : permission == .notDetermined ? nil : .refused
        case .automaticSignIn:
            authorization == .granted ? .ok : authorization == .notDetermined ? nil : .refused
        case .signedIn, .applicationProvider: .ok
        case .unreachable, .fault: .failed
        case .cancelled, .withdrawn, .otherProvider, .listedOnly, .refusedByApp, .rejected, .invalidVerificationToken:
            .refused
        }
    }

    package var text: DecisionText {
        let name = provider?.kept ?? ""
        let outcome =
            switch ending {
            case .access: "access \(permission?.rawValue ?? "")"
            case .automaticSignIn: "Automatic Sign-In \(authorization?.rawValue ?? "")"
            case .cancelled: code == .closedByScript ? "closed by the script" : "cancelled by the user"
            case .withdrawn: "withdrawn by the app"
            case .otherProvider: "other provider"
            case .listedOnly: "'\(name)' is only listed"
            case .refusedByApp: "'\(name)' is refused by the app"
            case .applicationProvider: "the app's own provider '\(name)'"
            case .rejected: "rejected by the provider"
            case .invalidVerificationToken: "invalidVerificationToken"
            case .unreachable: "the provider cannot be reached"
            case .signedIn: "signed in with '\(name)'"
            case .fault: "\(error ?? ""), by a fault"
            }
        return DecisionText(FrameworkJournal.room, "interface", outcome, reason, details: ["app": app])
    }

    /// Why the interface ended, with the provider if one decided.
    private var reason: String {
        let subject = provider.map { "the provider '\($0)'" } ?? "the provider"
        switch ending {
        case .access, .automaticSignIn, .signedIn, .applicationProvider:
            return "the system's interface was dismissed"
        case .cancelled:
            let page = provider.map { "the sign-in page of '\($0)'" } ?? "the interface"
            return "\(code == .closedByScript ? "the script of the user" : "the user") closed \(page)"
        case .withdrawn: return "the app withdrew its request while the interface was open"
        case .otherProvider: return "the user's provider is not in the picker"
        case .listedOnly: return "\(subject) is in the picker, and has no sign-in at system level"
        case .refusedByApp: return "the app's delegate does not accept \(subject)"
        case .rejected: return "\(subject) rejected the user"
        case .invalidVerificationToken: return "\(subject) does not accept the verification token"
        case .unreachable: return "\(subject) did not answer"
        case .fault: return "\(FrameworkJournal.fault): \(error ?? "")"
        }
    }
}
