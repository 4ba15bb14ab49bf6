import EntitlementAPI
import HTTPTypes
import Settings
import SimulatedDevice
import SimulatedWorld
import SimulationCore
import StructuredText
import VideoSubscriberAccount

extension AdminRoutes {
    /// The operations of `VSUserAccountManager` and `VSSubscriptionRegistrationCenter`.
    static let userAccounts = [
        listAccounts, updateAccount, readToken, updateToken, deleteToken, authorizeToken, setSubscription,
    ]

    private static let listAccounts = AdminRoute(
        method: .get, path: "/framework/user-accounts", operation: "userAccounts",
        summary: "Returns the accounts that an app registered (VSUserAccountManager.userAccounts).",
        parameters: [
            app,
            AdminRoute.Parameter(
                name: "options", summary: "`allDevices` adds the accounts of the user's other devices.",
                schema: ["const": "allDevices"]),
        ],
        answer: answer(
            "userAccounts",
            ["type": "array", "items": RegisteredUserAccount.fields.listingSchema(optional: ["appleSubscription"])]),
        canRefuse: true
    ) { request in
        let options = request.query["options"]
        guard options == nil || options == "allDevices" else {
            throw AdminError(400, "'options' must be allDevices", suggestion: "allDevices")
        }
        return try told("userAccounts") {
            let accounts = try request.queriedFramework().userAccounts(ofAllDevices: options != nil)
            return .array(accounts.map { .object(RegisteredUserAccount.fields.json(of: $0)) })
        }
    }

    private static let updateAccount = AdminRoute(
        method: .post, path: "/framework/user-accounts", operation: "updateUserAccount",
        summary: "Registers an account, or replaces the one with the same identifier (VSUserAccountManager.update).",
        body: .init(summary: "The app and the account.", schema: .object(UserAccountBody.fields.schema)),
        bodyLimit: ServerLimits.commandBody, answer: answer(), canRefuse: true
    ) { request in
        let body = try request.json(UserAccountBody.fields)
        return try told { try request.framework(of: body.bundleID).update(body.userAccount) }
    }

    private static let readToken = AdminRoute(
        method: .get, path: "/framework/auto-sign-in-token", operation: "autoSignInToken",
        summary: "Returns the token of Automatic Sign-In (VSUserAccountManager.autoSignInToken).",
        parameters: [app],
        answer: answer(
            "autoSignInToken", object(["authorization": authorization, "value": ["type": ["string", "null"]]])),
        canRefuse: true
    ) { request in
        try told("autoSignInToken") {
            let kept = try request.queriedFramework().autoSignInToken()
            return ["authorization": .string(kept.authorization.rawValue), "value": JSONValue(kept.token)]
        }
    }

    private static let updateToken = AdminRoute(
        method: .post, path: "/framework/auto-sign-in-token", operation: "updateAutoSignInToken",
        summary: "Stores a token of Automatic Sign-In (VSUserAccountManager.updateAutoSignInToken).",
        body: .init(summary: "The app, the token and the user's decision.", schema: .object(TokenBody.fields.schema)),
        bodyLimit: ServerLimits.commandBody, answer: answer(), canRefuse: true
    ) { request in
        let body = try request.json(TokenBody.fields)
        return try told {
            try request.framework(of: body.bundleID)
                .updateAutoSignInToken(body.newToken, authorization: body.authorization)
        }
    }

    private static let deleteToken = AdminRoute(
        method: .delete, path: "/framework/auto-sign-in-token", operation: "deleteAutoSignInToken",
        summary: "Deletes the token of Automatic Sign-In (VSUserAccountManager.deleteAutoSignInToken).",
        parameters: [app], answer: answer(), canRefuse: true
    ) { request in
        try told { try request.queriedFramework().deleteAutoSignInToken() }
    }

    private static let authorizeToken = AdminRoute(
        method: .post, path: "/framework/auto-sign-in-authorization", operation: "requestAutoSignInAuthorization",
        summary: "Asks the user for Automatic Sign-In (VSUserAccountManager.requestAutoSignInAuthorization).",
        body: .init(summary: "The app.", schema: .object(AppBody.fields.schemaOrNull)),
        bodyLimit: ServerLimits.commandBody, answer: answer("authorization", authorization), canRefuse: true
    ) { request in
        let body = try request.json(AppBody.fields)
        return try told("authorization") {
            .string(try request.framework(of: body.bundleID).requestAutoSignInAuthorization().rawValue)
        }
    }

    private static let setSubscription = AdminRoute(
        method: .post, path: "/framework/current-subscription", operation: "setCurrentSubscription",
        summary: "Registers a subscription (VSSubscriptionRegistrationCenter.setCurrentSubscription).",
        body: .init(
            summary: "The app, and the subscription; null after the user has signed out.",
            schema: .object(SubscriptionBody.fields.schema)),
        bodyLimit: ServerLimits.commandBody, canRefuse: true
    ) { request in
        let body = try request.json(SubscriptionBody.fields)
        try request.framework(of: body.bundleID).setCurrentSubscription(body.currentSubscription?.subscription)
        return .done
    }

    // MARK: - Parts

    private static let app = AdminRoute.Parameter(
        name: "bundleID", summary: "The app. Default: the device's own app.", schema: .object(Formats.bundleID.schema))
    private static let authorization: JSONValue = [
        "enum": .array(AutomaticSignIn.Authorization.allCases.map { .string($0.rawValue) })
    ]

    private static func answer(_ name: String? = nil, _ schema: JSONValue = [:]) -> AdminRoute.Content {
        var properties: Members = ["error": FrameworkAnswers.errorSchema]
        if let name { properties[name] = FrameworkAnswers.orNull(schema) }
        return .init(summary: "What the call returns or throws.", schema: object(properties))
    }

    /// Returns the response with a call's value, or the error that an app would catch.
    private static func told(_ name: String, _ call: () throws -> JSONValue) throws -> HTTPAnswer {
        do {
            return try json(.object([name: try call(), "error": .null]))
        } catch let error as VSError {
            return try json(.object([name: .null, "error": FrameworkAnswers.json(error)]))
        }
    }

    private static func told(_ call: () throws -> Void) throws -> HTTPAnswer {
        do {
            try call()
            return try json(["error": .null])
        } catch let error as VSError {
            return try json(["error": FrameworkAnswers.json(error)])
        }
    }
}

extension AdminRequest {
    /// Returns Apple's framework for the app that the query names.
    fileprivate func queriedFramework() throws -> RemoteFramework { try framework(of: query["bundleID"]) }
}
