import HTTPTypes
import NIOCore
import ServiceLifecycle
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import VideoSubscriberAccount

extension AdminRoutes {
    /// The operations that ask Apple's framework, in the name of an app of the device.
    static let framework = [accessStatus, accountMetadata, readCall, cancelCall, interface, act] + userAccounts

    private static let accessStatus = AdminRoute(
        method: .post, path: "/framework/access-status", operation: "checkAccessStatus",
        summary: "Checks whether an app may use the TV provider account (VSAccountManager.checkAccessStatus).",
        body: .init(summary: "The app and the option.", schema: .object(AccessStatusBody.fields.schemaOrNull)),
        bodyLimit: ServerLimits.commandBody,
        answer: .init(summary: "What the completion handler receives.", AccessAnswer.self),
        accepted: waiting, canRefuse: true
    ) { request in
        let body = try request.json(AccessStatusBody.fields)
        let device = request.world.device
        let bundleID = try request.world.app(body.bundleID)
        let framework = try request.framework(of: bundleID)
        return try await made(request) { call in
            framework.checkAccessStatus(
                prompt: body.prompt, unanswered: { call.reportUnanswered() },
                deliver: { answer in
                    call.answer(
                        Result { () throws -> any Encodable & Sendable in
                            let (status, error) = try answer.get()
                            return AccessAnswer(status, error, warning: try device.unknownAppHint(bundleID))
                        }.mapError(AdminError.init))
                })
        }
    }

    private static let accountMetadata = AdminRoute(
        method: .post, path: "/framework/account-metadata", operation: "enqueueMetadataRequest",
        summary: "Requests metadata of the TV provider account (VSAccountManager.enqueue).",
        body: .init(
            summary: "The app, and the properties of VSAccountMetadataRequest.",
            schema: .object(AccountMetadataBody.fields.schemaOrNull)),
        bodyLimit: ServerLimits.commandBody, answer: metadata, accepted: waiting, canRefuse: true
    ) { request in
        let body = try request.json(AccountMetadataBody.fields)
        let device = request.world.device
        let bundleID = try request.world.app(body.bundleID)
        let framework = try request.framework(of: bundleID)
        return try await made(request) { call in
            framework.enqueue(
                body.request, hasDelegate: body.delegate, unanswered: { call.reportUnanswered() },
                deliver: { answer in
                    call.answer(
                        Result { () throws -> any Encodable & Sendable in
                            return MetadataAnswer(
                                try answer.get(), outlook: try AccountOutlook(of: device, for: bundleID),
                                asksForDate: body.includeAuthenticationExpirationDate,
                                warning: try device.unknownAppHint(bundleID))
                        }.mapError(AdminError.init))
                })
        }
    }

    private static let readCall = AdminRoute(
        method: .get, path: "/framework/requests/{request}", operation: "readMetadataRequest",
        summary: "Returns the answer to a request that waited for the user.",
        parameters: [
            number,
            AdminRoute.Parameter(
                name: "wait",
                summary:
                    "The longest wait: a duration such as 5s, at most \(ServerLimits.longestWait)s. Default: none.",
                schema: waiting(default: nil)),
        ],
        answer: .init(
            summary: "What the completion handler receives.",
            schema: [
                "anyOf": [
                    schema(of: MetadataAnswer.self), schema(of: AccessAnswer.self),
                    schema(of: AuthorizationAnswer.self),
                ]
            ]),
        accepted: waiting, canRefuse: true, isMissable: true
    ) { request in
        let deadline = NIODeadline.now() + (try request.wait("wait") ?? .zero)
        let call = try request.call()
        while !call.isAnswered, !Task.isShuttingDownGracefully, !Task.isCancelled, NIODeadline.now() < deadline,
            try await ClientPresence.holds(request.connection, after: ServerLimits.lookEvery)
        {}
        guard case .answered(let answer) = call.phase else { return try told(call, request) }
        return try json(try answer.get())
    }

    private static let cancelCall = AdminRoute(
        method: .delete, path: "/framework/requests/{request}", operation: "cancelMetadataRequest",
        summary: "Asks to cancel a metadata request (VSAccountManagerResult.cancel), or removes its answer.",
        parameters: [number], canRefuse: true, isMissable: true
    ) { request in
        let call = try request.call()
        if call.isAnswered {
            request.worlds.calls.remove(call)
        } else {
            try call.cancel()
        }
        return .done
    }

    // MARK: - The user

    static let interface = AdminRoute(
        method: .get, path: "/framework/interface", operation: "showInterface",
        summary: "Returns the system's interface that waits: the access prompt, the sheet of Automatic Sign-In, the "
            + "picker or a sign-in page.",
        answer: .init(summary: "The interface, or null.", InterfaceAnswer.self)
    ) { request in
        try json(InterfaceAnswer(request.world.device.screen.presented?.page))
    }

    private static let act = AdminRoute(
        method: .post, path: "/framework/interface", operation: "actInInterface",
        summary: "Acts as the user in the system's interface, and returns the interface afterwards.",
        body: .init(
            summary: "An action, such as {\"choose\": \"Dish\"}, {\"signIn\": {\"as\": \"carol\"}} or \"cancel\".",
            schema: .object(InterfaceActions.action.schema)),
        bodyLimit: ServerLimits.commandBody,
        answer: .init(summary: "The interface, or null after it was closed.", InterfaceAnswer.self),
        canRefuse: true
    ) { request in
        let screen = request.world.device.screen
        let action = try request.read(InterfaceActions.action)
        guard let presented = screen.presented, presented.page != nil else {
            guard action == .allow || action == .deny else {
                throw AdminError(422, "no interface of the system is open")
            }
            throw AdminError(
                422,
                "no prompt is open: the scripted user answers the access prompt and the sheet of Automatic Sign-In, unless "
                    + "the answer is 'none'",
                suggestion: #"{"viewer": {"accessPrompt": "none"}} to POST \#(AdminAPI.prefix)/commands"#)
        }
        if case .impossible(let reason) = await presented.act(action) { throw AdminError(422, reason) }
        return try json(InterfaceAnswer(presented.page))
    }

    // MARK: - Parts

    private static func schema<Answer: Decodable>(of type: Answer.Type) -> JSONValue {
        SchemaReader(isClosed: true).schema(of: type)
    }

    private static let metadata = AdminRoute.Content(
        summary: "What the completion handler receives, and the status for the service.", MetadataAnswer.self)
    static let waiting = AdminRoute.Content(
        summary: "The request waits for the user. The body has the interface that is open.",
        InterfaceAnswer.self)
    private static let number = AdminRoute.Parameter(
        name: "request", summary: "The request's number, as in `Location`.", schema: ["type": "string"])

    /// Makes a request of the framework, and returns its answer, or the response of a request that waits for the user.
    static func made(
        _ request: AdminRequest, _ begin: (ServedFrameworkCall) throws -> RemoteRequest
    ) async throws -> HTTPAnswer {
        let call = try request.worlds.calls.add(of: request.worldName)
        call.hold(try begin(call))
        guard case .answered(let answer) = await call.decided() else { return try told(call, request) }
        request.worlds.calls.remove(call)
        return try json(try answer.get())
    }

    /// Returns the response of a request that waits for the user.
    private static func told(_ call: ServedFrameworkCall, _ request: AdminRequest) throws -> HTTPAnswer {
        var answer = try json(InterfaceAnswer(request.world.device.screen.presented?.page))
        answer.head.status = .accepted
        answer.head.headerFields[.location] =
            "\(request.pathPrefix)\(AdminAPI.prefix)/framework/requests/\(call.number)"
        return answer
    }
}

extension AdminRequest {
    /// Returns Apple's framework for an app of the world's device, in a process that the request alone uses.
    ///
    /// - Parameter bundleID: The app; `nil` for the device's own app.
    /// - Returns: The framework.
    /// - Throws: `CommandError` if the bundle identifier is invalid.
    func framework(of bundleID: String?) throws -> RemoteFramework {
        RemoteFramework(
            app: RunningApp(
                device: world.device, bundleID: try world.app(bundleID), process: .simulated(SimulatedProcess())),
            on: BlockingThreads.executor(for: world))
    }

    /// The call that the path names.
    fileprivate func call() throws(AdminError) -> ServedFrameworkCall {
        try worlds.calls.call(path["request"] ?? "", of: worldName)
    }
}
