package import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
package import TVSimStructuredText
import VideoSubscriberAccount

/// The operations that can be made to fail, and their errors.
///
/// The operations of the service come from the table of endpoints.
package enum FaultCatalog {
    /// One operation.
    package struct Operation: Sendable {
        /// The operation, as the module declares it that performs it.
        let operation: FaultOperation
        /// What the operation does.
        package let summary: String
        /// The errors with which it can fail.
        package let errors: Errors
        /// The facts that `only` can name.
        package let facts: [String]

        /// The name, such as `accountManager.enqueue`.
        package var name: String { operation.rawValue }
        /// Whether a fault can change the answer of the operation: its answers are those of HTTP.
        package var hasShape: Bool { if case .service = errors { true } else { false } }
    }

    /// The errors with which an operation can fail.
    package enum Errors: Sendable {
        /// One of these names.
        case names([String])
        /// A status from 400 to 599, one of these words, such as `timeout`, or one of these error codes.
        case service(words: [String], codes: [String])
    }

    /// The operations, in the order of a silent exchange.
    package static let operations: [Operation] =
        [
            platform(.checkAccessStatus, "An app asks for its access status."),
            platform(.enqueue, "An app asks for account metadata.", VSError.Code.metadataFaultNames),
            platform(.interface, "The user acts in the system's picker or on its sign-in page."),
            platform(.updateUserAccount, "An app registers an account."),
            platform(.userAccounts, "An app asks for the accounts that it registered."),
            platform(.autoSignInToken, "An app requests its token for Automatic Sign-In."),
            platform(.requestAutoSignIn, "An app requests permission to store a token for Automatic Sign-In."),
            platform(.updateAutoSignIn, "An app stores a token for Automatic Sign-In."),
            platform(.deleteAutoSignIn, "An app deletes its token for Automatic Sign-In."),
            Operation(
                operation: .attributeQuery, summary: "The provider answers an app's attribute query.",
                errors: .names(providerErrors), facts: ["mvpd", "subscriber"]),
            page(.providerPage, "A browser requests the provider's sign-in page."),
            page(.providerToken, "A client asks the provider for tokens (OAuth 2)."),
            page(.providerUserInfo, "A client asks the provider who the user is (OAuth 2)."),
            page(.providerLogout, "A browser brings a logout to the provider."),
            Operation(
                operation: .providerSignIn, summary: "The user signs in at the provider.",
                errors: .service(words: providerErrors + PageFault.ofForms.map(\.rawValue), codes: []),
                facts: ["mvpd", "subscriber"]),
        ] + FaultTarget.all.map(service)

    /// The keys of a fault that change an answer of HTTP.
    package static let shapes = ["delay", "headers", "status", "body", "contentType", "adds"]

    /// Validates the error of an operation.
    ///
    /// - Throws: `CommandError` if the operation or the error is not in the catalogue.
    package static func check(error: String, of name: String) throws(CommandError) {
        switch try operation(name).errors {
        case .names(let names):
            guard names.contains(error) else {
                throw CommandError(
                    .invalid, "\(name) cannot fail with '\(error)', only with \(names.joined(separator: ", "))",
                    suggestion: Suggestion.closest(to: error, among: names))
            }
        case .service(let words, let codes):
            let isStatus = error.utf8.count == 3 && Int(error).map { (400...599).contains($0) } ?? false
            guard isStatus || (words + codes).contains(error) else {
                throw CommandError(
                    .invalid,
                    "\(name) cannot fail with '\(error)', only with a status from 400 to 599, "
                        + (codes.isEmpty ? "" : "an enhanced error code, ") + words.joined(separator: ", "),
                    suggestion: Suggestion.closest(to: error, among: words + codes))
            }
        }
    }

    private static func operation(_ name: String) throws(CommandError) -> Operation {
        guard let operation = operations.first(where: { $0.name == name }) else {
            throw CommandError(
                .notFound, "unknown operation '\(name)': see 'tvsim fault catalog' or GET /_sim/v1/faults/catalog",
                suggestion: Suggestion.closest(to: name, among: operations.map(\.name)))
        }
        return operation
    }

    private static let platformErrors = VSError.Code.faultNames
    private static let providerErrors = ProviderFault.allCases.map(\.rawValue)

    private static func platform(
        _ operation: FaultOperation, _ summary: String, _ errors: [String] = platformErrors
    ) -> Operation {
        Operation(operation: operation, summary: summary, errors: .names(errors), facts: ["app"])
    }

    private static func page(_ operation: FaultOperation, _ summary: String) -> Operation {
        Operation(
            operation: operation, summary: summary,
            errors: .service(words: PageFault.allCases.map(\.rawValue), codes: []), facts: ["mvpd"])
    }

    /// What a request of the service says about itself.
    private static func facts(of target: FaultTarget) -> [String] {
        func has(_ parameter: String) -> Bool { target.endpoints.contains { $0.template.contains("{\(parameter)}") } }
        let isProtected = target.endpoints.contains { $0.required.contains(.accessToken) }
        return [
            ("mvpd", has("mvpd") || target == .sessions), ("app", isProtected), ("requestor", has("serviceProvider")),
            ("resource", target == .authorize || target == .preauthorize), ("device", isProtected),
        ].filter(\.1).map(\.0)
    }

    /// Validates a fault.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - isStored: Whether an older build may have stored it, which accepted keys that change nothing.
    /// - Throws: `CommandError` if its operation or its error is not in the catalogue, if it does nothing, or if the
    ///   operation has no such answer or no such fact.
    package static func check(_ fault: Fault, isStored: Bool = false) throws(CommandError) {
        let name = fault.operation.rawValue
        if let error = fault.error { try check(error: error, of: name) }
        let operation = try operation(name)
        if let shape = fault.shape, shape.changesAnswer {
            guard operation.hasShape else {
                throw CommandError(
                    .invalid,
                    "\(name) cannot have '\(shape.words[0])': only a page or an operation of the service has an answer of HTTP"
                )
            }
            guard fault.error == nil || !shape.isByProxy else {
                throw CommandError(
                    .invalid, "'status' and 'body' exclude 'error': they are the answer of a proxy")
            }
            if !isStored { try check(shape, of: fault) }
        } else if fault.error == nil {
            throw CommandError(
                .invalid, "a fault needs the key 'error', or one that changes the answer, such as 'delay'")
        }
        if let fact = unknownFacts(of: fault, operation).first {
            throw CommandError(
                .invalid,
                "\(name) does not know '\(fact)': 'only' can name "
                    + (operation.facts.isEmpty ? "nothing" : operation.facts.joined(separator: ", ")))
        }
    }

    /// Refuses keys that would change nothing.
    private static func check(_ shape: FaultShape, of fault: Fault) throws(CommandError) {
        if shape.isByProxy, shape.adds != nil {
            throw CommandError(
                .invalid, "'adds' excludes 'status' and 'body': a proxy's answer has no members of the service's")
        }
        if !shape.isByProxy, shape.contentType != nil {
            throw CommandError(
                .invalid, "'contentType' needs 'status' or 'body': it is the media type of a proxy's answer")
        }
        if fault.operation == .providerSignIn, let error = fault.error, ProviderFault(rawValue: error) != nil {
            throw CommandError(
                .invalid,
                "'\(error)' is what a provider says of a password, on any page: it cannot have '\(shape.words[0])'")
        }
    }

    /// Returns whether `only` names a fact that the operation of a fault does not have.
    static func hasUnknownFact(_ fault: Fault) -> Bool {
        guard let operation = operations.first(where: { $0.operation == fault.operation }) else { return false }
        return !unknownFacts(of: fault, operation).isEmpty
    }

    private static func unknownFacts(of fault: Fault, _ operation: Operation) -> [String] {
        (fault.only?.named ?? []).map(\.0).filter { !operation.facts.contains($0) }
    }

    private static func service(_ target: FaultTarget) -> Operation {
        let codes = ServiceFault.registrationErrors(of: target).map(\.rawValue) + EnhancedErrorCode.all.map(\.name)
        return Operation(
            operation: FaultOperation(target), summary: target.summary,
            errors: .service(words: ServiceFault.names(of: target), codes: codes), facts: facts(of: target))
    }
}

extension FaultCatalog.Operation {
    /// The JSON Schema of the errors.
    var errorSchema: Members {
        switch errors {
        case .names(let names): ["enum": .array(names.map(JSONValue.string))]
        case .service(let words, let codes):
            [
                "anyOf": [
                    ["type": "integer", "minimum": 400, "maximum": 599],
                    ["type": "string", "pattern": "^[45][0-9][0-9]$"],
                    ["enum": .array((words + codes).map(JSONValue.string))],
                ]
            ]
        }
    }

    /// The errors as reports list them.
    package var errorNames: [String] {
        switch errors {
        case .names(let names): names
        case .service(let words, let codes): ["400…599"] + words + codes
        }
    }
}
