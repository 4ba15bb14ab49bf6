import EntitlementAPI
import EntitlementService
import IdentityProvider
import SimulatedDevice
import SimulationCore
import StructuredText
import VideoSubscriberAccount

/// Every operation that can be made to fail, and how.
package enum FaultCatalog {
    /// One operation.
    package struct Operation: Sendable {
        /// The name, such as `accountManager.enqueue`.
        package let name: String
        /// What it is.
        package let summary: String
        /// How it can fail.
        package let errors: Errors
    }

    /// How an operation can fail.
    package enum Errors: Sendable {
        /// By one of these names.
        case names([String])
        /// As an HTTP service can: a status from 400 to 599, an error by name, or no answer at all.
        case service(names: [String])
    }

    /// The operations, in the order of the walk.
    package static let operations: [Operation] = [
        Operation(
            name: "accountManager.checkAccessStatus", summary: "An app asks for its access status.",
            errors: .names(platformErrors)),
        Operation(
            name: "accountManager.enqueue", summary: "An app asks for account metadata.",
            errors: .names(VSError.Code.metadataFaultNames)),
        platform(.interface, "A person acts in the system's picker or on its sign-in page."),
        platform(.updateUserAccount, "An app registers an account."),
        platform(.userAccounts, "An app asks for the accounts that it registered."),
        platform(.autoSignInToken, "An app asks for what it keeps for Automatic Sign-In."),
        platform(.requestAutoSignIn, "An app asks whether it may keep something for Automatic Sign-In."),
        platform(.updateAutoSignIn, "An app keeps something for Automatic Sign-In."),
        platform(.deleteAutoSignIn, "An app removes what it keeps for Automatic Sign-In."),
        Operation(
            name: "provider.attributeQuery", summary: "The provider answers an app's attribute query.",
            errors: .names(providerErrors)),
        Operation(
            name: "provider.signIn", summary: "A person signs in at the provider.", errors: .names(providerErrors)),
        service("register", "Client registration."),
        service("token", "The access token."),
        service("configuration", "A requestor's configuration."),
        service("sessions", "A session of the classic login."),
        service("sessionsSSO", "The session of a partner exchange: the SAML request."),
        service("authenticate", "The classic login's page."),
        service("profiles", "The profiles of a device."),
        service("profilesSSO", "The profile of a partner exchange: the SAML response."),
        service("authorize", "A decision with a media token."),
        service("preauthorize", "Decisions without tokens."),
        service("logout", "Logout."),
        service("resetTempPass", "A reset of temporary passes."),
    ]

    /// What an HTTP service can do besides answering with a status or an error by name, where its operation allows it.
    private static let serviceWords = [
        "timeout", "hang", "unreachable", "connectionClosed", "untrusted", "malformed", "wrongClock",
    ]

    /// The enhanced error codes that it can answer with.
    private static let enhancedErrorCodes = EnhancedErrorCode.all.map(\.name)

    /// Refuses an operation or an error that is not in the catalogue.
    package static func check(error: String, of name: String) throws(CommandError) {
        guard let operation = operations.first(where: { $0.name == name }) else {
            throw CommandError(
                .notFound, "there is no operation '\(name)'; see 'tvsim fault catalog'",
                suggestion: Suggestion.closest(to: name, among: operations.map(\.name)))
        }
        switch operation.errors {
        case .names(let names):
            guard names.contains(error) else {
                throw CommandError(
                    .invalid, "\(name) cannot fail with '\(error)', only with \(names.joined(separator: ", "))",
                    suggestion: Suggestion.closest(to: error, among: names))
            }
        case .service(let known):
            let isStatus = error.utf8.count == 3 && Int(error).map { (400...599).contains($0) } ?? false
            guard isStatus || known.contains(error) else {
                throw CommandError(
                    .invalid,
                    "\(name) cannot fail with '\(error)', only with a status from 400 to 599, an enhanced error code, "
                        + known.filter(serviceWords.contains).joined(separator: ", "),
                    suggestion: Suggestion.closest(to: error, among: known))
            }
        }
    }

    private static let platformErrors = VSError.Code.faultNames
    private static let providerErrors = ProviderFault.allCases.map(\.rawValue)

    private static func platform(_ operation: FaultOperation, _ summary: String) -> Operation {
        Operation(name: operation.rawValue, summary: summary, errors: .names(platformErrors))
    }

    private static func service(_ name: String, _ summary: String) -> Operation {
        let operation = FaultOperation(rawValue: "service.\(name)")
        let words = serviceWords.filter { ServiceFault($0, of: operation) != nil }
        let names = words + ServiceFault.registrationErrors(of: operation) + enhancedErrorCodes
        return Operation(name: operation.rawValue, summary: summary, errors: .service(names: names))
    }
}

extension FaultCatalog.Operation {
    /// The JSON Schema of the errors.
    var errorSchema: [String: JSONValue] {
        switch errors {
        case .names(let names): ["enum": .array(names.map(JSONValue.string))]
        case .service(let names):
            [
                "anyOf": [
                    ["type": "integer", "minimum": 400, "maximum": 599],
                    ["type": "string", "pattern": "^[45][0-9][0-9]$"],
                    ["enum": .array(names.map(JSONValue.string))],
                ]
            ]
        }
    }

    /// The errors as a person reads them.
    package var errorNames: [String] {
        switch errors {
        case .names(let names): names
        case .service(let names): ["400…599"] + names
        }
    }
}
