import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operations that return the JSON that `show`, `list`, `catalog` and `explain` of the command line print.
    static let getters = [
        device, statement, providers, integrations, faultCatalog, explain, conditions, deadlines, settings,
    ]

    static let device = AdminRoute(
        method: .get, path: "/device", operation: "showDevice",
        summary: "Returns the device's state, as 'device show' prints it: permissions, account, clock, faults, and "
            + "the software statement of its app.",
        answer: .init(summary: "The device.", DeviceSummary.self)
    ) { request in
        try json(request.device.summary())
    }

    private static let statement = AdminRoute(
        method: .get, path: "/statement", operation: "showStatement",
        summary: "Returns the software statement that an app uses to register, as 'statement show' prints it.",
        parameters: [
            AdminRoute.Parameter(name: "bundleID", summary: "The app. Default: the device's own app.", schema: text),
            AdminRoute.Parameter(
                name: "requestors", summary: "The requestors of the statement, separated by commas. Default: all.",
                schema: text),
            AdminRoute.Parameter(
                name: "expires", summary: "When the statement expires: an instant, an offset such as +30d, or never.",
                schema: ["type": "string", "default": "never"]),
        ],
        answer: .init(summary: "The statement.", StatementListing.self), canRefuse: true
    ) { request in
        let requestors = request.query["requestors"].map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        // A plus sign that the client does not escape as %2B arrives as a space, as in every query.
        let expires = request.query["expires"].map { $0.hasPrefix(" ") ? "+" + $0.dropFirst() : $0 }
        return try json(
            request.device.statement(
                of: request.query["bundleID"], requestors: CommandArguments.limits((requestors ?? []).map(String.init)),
                expires: CommandArguments.instant(expires ?? "never")))
    }

    static let providers = AdminRoute(
        method: .get, path: "/providers", operation: "listProviders",
        summary: "Lists the TV providers with their subscribers, each as 'provider show' prints it.",
        answer: .init(summary: "The providers, in the picker's order.", by: ProviderListing.self)
    ) { request in
        try json(ProviderListing(of: request.device).json)
    }

    static let integrations = AdminRoute(
        method: .get, path: "/integrations", operation: "listIntegrations",
        summary: "Lists the settings of MVPDs for requestors, as 'integration list' prints them.",
        parameters: [
            AdminRoute.Parameter(
                name: "requestor", summary: "Returns only the integrations of this requestor.", schema: text)
        ],
        answer: .init(summary: "The integrations, in the service's order.", by: IntegrationListing.self),
        canRefuse: true
    ) { request in
        try json(request.device.integrations(of: request.query["requestor"]).json)
    }

    private static let faultCatalog = AdminRoute(
        method: .get, path: "/faults/catalog", operation: "listFaultOperations",
        summary: "Lists the operations and their possible errors, as 'fault catalog' prints them.",
        parameters: [
            AdminRoute.Parameter(name: "operation", summary: "Returns only the operation of this name.", schema: text),
            AdminRoute.Parameter(
                name: "contains",
                summary: "Returns only operations with this text in their name, their summary or an error.",
                schema: text),
        ],
        answer: .init(summary: "The operations, in the order of a silent exchange.", FaultCatalogListing.self),
        canRefuse: true
    ) { request in
        try json(FaultCatalogListing(operation: request.query["operation"], contains: request.query["contains"]))
    }

    private static let explain = AdminRoute(
        method: .get, path: "/explain", operation: "explain",
        summary: "Explains the outcome that a call would have now, as 'explain' does, without changing anything: "
            + "the conditions of the silent exchange, the reasons and a remedy.",
        parameters: [explained],
        answer: .init(summary: "The explanation.", ExplanationListing.self)
    ) { request in
        try json(
            await request.worlds.sdk.explanation(
                of: try call(of: request), in: request.world, named: request.device.name, for: reader(of: request)))
    }

    private static let conditions = AdminRoute(
        method: .get, path: "/explain/conditions", operation: "explainConditions",
        summary: "Judges all conditions of the silent exchange, without changing anything: after each one that does "
            + "not hold, the next ones as they would be after its remedy. `event` is the body of POST /_sim/v1/commands "
            + "that is the remedy.",
        parameters: [explained],
        answer: .init(summary: "What must hold, in the order in which it is judged.", ConditionOutlook.self)
    ) { request in
        try json(
            await request.worlds.sdk.outlook(
                of: try call(of: request), in: request.world, named: request.device.name, for: reader(of: request)))
    }

    static let deadlines = AdminRoute(
        method: .get, path: "/deadlines", operation: "listDeadlines",
        summary: "Lists what ends by itself: the account, profiles, authorizations, registration codes and SAML "
            + "requests that wait for an answer. `{\"setClock\": jumpTo}` moves the clock to the first whole second at "
            + "which it has ended.",
        answer: .init(summary: "The deadlines, the earliest first.", DeadlineListing.self)
    ) { request in
        try json(DeadlineListing(of: request.world))
    }

    static let settings = AdminRoute(
        method: .get, path: "/settings", operation: "listSettings",
        summary:
            "Lists the settings of the device, of its user's answers, of the integrations and of the providers, each "
            + "with its description, its value and the value of the world's profile. `event` is the body of "
            + "POST /_sim/v1/commands that is the way back to the profile.",
        parameters: [
            AdminRoute.Parameter(
                name: "changed", summary: "Whether only settings are returned that differ from the world's profile.",
                schema: ["type": "boolean", "default": false]),
            AdminRoute.Parameter(
                name: "unusual",
                summary:
                    "Whether only settings are returned that differ from the world's profile or from their default.",
                schema: ["type": "boolean", "default": false]),
            AdminRoute.Parameter(
                name: "group", summary: "Returns only settings with this `group`.",
                schema: ["enum": .array(SettingListing.groups.map(JSONValue.string))]),
            AdminRoute.Parameter(
                name: "provider", summary: "Returns only settings of the TV provider with this key.", schema: text),
            AdminRoute.Parameter(name: "mvpd", summary: "Returns only settings of this MVPD.", schema: text),
        ],
        answer: .init(summary: "The settings, in the order of their tables.", SettingListing.self)
    ) { request in
        let isUnusual = try request.flag("unusual")
        let selection = try request.flag("changed") ? SettingListing.Selection.changed : isUnusual ? .unusual : .all
        let group = try request.word("group", among: SettingListing.groups)
        let members = ["group": group, "provider": request.query["provider"], "mvpd": request.query["mvpd"]]
        return try json(SettingListing(of: request.world, selection, with: members.compactMapValues { $0 }))
    }

    // MARK: - Parts

    private static let explained = AdminRoute.Parameter(
        name: "call", summary: "The call of the app.",
        schema: ["enum": .array(calls.map(JSONValue.string)), "default": "setRequestor"])

    private static func call(of request: AdminRequest) throws -> ExplainedCall {
        try request.word("call") ?? .setRequestor
    }

    private static func reader(of request: AdminRequest) -> AdviceReader {
        request.deviceName.map { .commandLine(device: $0) } ?? .adminAPI
    }

    private static let calls = ExplainedCall.allCases.map(\.rawValue)
    static let text: JSONValue = ["type": "string"]
}
