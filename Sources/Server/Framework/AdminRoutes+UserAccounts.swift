import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
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
        answer: answer(UserAccountsAnswer.self), canRefuse: true
    ) { request in
        let options = request.query["options"]
        guard options == nil || options == "allDevices" else {
            throw AdminError(400, "'options' must be allDevices", suggestion: "allDevices")
        }
        return try told({ UserAccountsAnswer(error: $0) }) {
            let accounts = try request.queriedFramework().userAccounts(ofAllDevices: options != nil)
            return UserAccountsAnswer(userAccounts: accounts.map(ListedUserAccount.init))
        }
    }

    private static let updateAccount = AdminRoute(
        method: .post, path: "/framework/user-accounts", operation: "updateUserAccount",
        summary: "Registers an account, or replaces the one with the same identifier (VSUserAccountManager.update).",
        body: .init(summary: "The app and the account.", schema: .object(UserAccountBody.fields.schema)),
        bodyLimit: ServerLimits.commandBody, answer: answer(ErrorOnlyAnswer.self), canRefuse: true
    ) { request in
        let body = try request.json(UserAccountBody.fields)
        return try told { try request.framework(of: body.bundleID).update(body.userAccount) }
    }

    private static let readToken = AdminRoute(
        method: .get, path: "/framework/auto-sign-in-token", operation: "autoSignInToken",
        summary: "Returns the token of Automatic Sign-In (VSUserAccountManager.autoSignInToken).",
        parameters: [app],
        answer: answer(TokenAnswer.self), canRefuse: true
    ) { request in
        try told({ TokenAnswer(error: $0) }) {
            let kept = try request.queriedFramework().autoSignInToken()
            return TokenAnswer(autoSignInToken: .init(authorization: kept.authorization, value: kept.token))
        }
    }

    private static let updateToken = AdminRoute(
        method: .post, path: "/framework/auto-sign-in-token", operation: "updateAutoSignInToken",
        summary: "Stores a token of Automatic Sign-In (VSUserAccountManager.updateAutoSignInToken).",
        body: .init(summary: "The app, the token and the user's decision.", schema: .object(TokenBody.fields.schema)),
        bodyLimit: ServerLimits.commandBody, answer: answer(ErrorOnlyAnswer.self), canRefuse: true
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
        parameters: [app], answer: answer(ErrorOnlyAnswer.self), canRefuse: true
    ) { request in
        try told { try request.queriedFramework().deleteAutoSignInToken() }
    }

    private static let authorizeToken = AdminRoute(
        method: .post, path: "/framework/auto-sign-in-authorization", operation: "requestAutoSignInAuthorization",
        summary: "Asks the user for Automatic Sign-In (VSUserAccountManager.requestAutoSignInAuthorization).",
        body: .init(summary: "The app.", schema: .object(AppBody.fields.schemaOrNull)),
        bodyLimit: ServerLimits.commandBody, answer: answer(AuthorizationAnswer.self), accepted: waiting,
        canRefuse: true
    ) { request in
        let body = try request.json(AppBody.fields)
        let framework = try request.framework(of: body.bundleID)
        return try await made(request) { call in
            framework.requestAutoSignInAuthorization(
                unanswered: { call.reportUnanswered() },
                deliver: { answer in
                    call.answer(
                        Result { () throws -> any Encodable & Sendable in
                            switch try answer.get() {
                            case .success(let authorization): AuthorizationAnswer(authorization: authorization)
                            case .failure(let error): AuthorizationAnswer(error: ErrorAnswer(error))
                            }
                        }.mapError(AdminError.init))
                })
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

    private static func answer<Answer: Decodable>(_ type: Answer.Type) -> AdminRoute.Content {
        .init(summary: "What the call returns or throws.", type)
    }

    /// Returns the response with a call's answer, or with the error that an app would catch.
    private static func told<Answer: Encodable>(
        _ failure: (ErrorAnswer) -> Answer, _ call: () throws -> Answer
    ) throws -> HTTPAnswer {
        do {
            return try json(try call())
        } catch let error as VSError {
            return try json(failure(ErrorAnswer(error)))
        }
    }

    private static func told(_ call: () throws -> Void) throws -> HTTPAnswer {
        try told({ ErrorOnlyAnswer(error: $0) }) {
            try call()
            return ErrorOnlyAnswer()
        }
    }
}

extension AdminRequest {
    /// Returns Apple's framework for the app that the query names.
    fileprivate func queriedFramework() throws -> RemoteFramework { try framework(of: query["bundleID"]) }
}
