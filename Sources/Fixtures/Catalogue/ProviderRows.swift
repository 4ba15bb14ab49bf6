/// Providers and platforms that answer without SAML, or do not answer.
enum ProviderRows {
    private static let world = """
        device:
          apps:
            com.example.stream: {access: granted}
          account: {provider: Cablevision, subscriber: alice, expires: +30d}
        providers:
          Cablevision:
            defect: none
            subscribers: {alice: {}}
          Dish: {}
        faults: []

        """

    private static let shown = "displayProviderDialog(Cablevision, Dish)"

    private static func row(
        _ name: String, _ summary: String, why: String, defect: (String, String), silent: [String],
        asked: [String] = ["status(VSA503)", shown], checked: [String] = ["status(N000)", AccountRows.notAuthenticated]
    ) -> FixtureCase {
        FixtureCase(
            name, .providerAnswer, summary, why: why,
            .flow(
                FlowRecipe(
                    world: world, defect: defect,
                    steps: [
                        .call(
                            "setRequestor: REF30", silent + ["setRequestorComplete(1)"],
                            healthy: ["setRequestorComplete(1)"]),
                        .call("checkAuthentication:", checked, healthy: [AccountRows.authenticated]),
                        .call("getAuthentication:", asked, healthy: [AccountRows.authenticated]),
                    ])))
    }

    private static func fault(_ operation: String, _ error: String) -> (String, String) {
        ("faults: []", "faults: [{at: \(operation), error: \(error)}]")
    }

    static let all: [FixtureCase] = [
        row(
            "noResponse", "The provider answers with success, but sends no SAML response.",
            why: "Some providers do this if the subscriber has no such right. The app has no response to exchange.",
            defect: ("defect: none", "defect: noResponse"), silent: []),
        row(
            "providerTimeout", "The provider does not answer in time.",
            why: "The app waits for one callback, which must arrive in spite of the timeout.",
            defect: fault("provider.attributeQuery", "timeout"), silent: ["status(APPL)"]),
        row(
            "providerUnreachable", "The provider cannot be reached.",
            why: "The status must differ from that of a user who is not signed in.",
            defect: fault("provider.attributeQuery", "unreachable"), silent: ["status(APPL)"]),
        row(
            "providerRejects", "The provider rejects the query, without a SAML response.",
            why: "A rejection has no body, and the app must not try to read one.",
            defect: fault("provider.attributeQuery", "rejected"),
            silent: ["status(APPL)"]),
        row(
            "providerRefusesToken", "The provider rejects the service's signed request.",
            why: "For example, a certificate was replaced on one side only.",
            defect: fault("provider.attributeQuery", "invalidVerificationToken"), silent: ["status(APPL)"]),
        row(
            "metadataUnavailable", "The platform temporarily cannot answer requests for metadata.",
            why: "The error is one of the platform, and it is temporary.",
            defect: fault("accountManager.enqueue", "serviceTemporarilyUnavailable"), silent: ["status(APPL)"]),
        row(
            "accessUnavailable", "The platform cannot report whether access is granted.",
            why:
                "An unknown permission is not a denied one. The app gets another status, and the user sees no message.",
            defect: fault("accountManager.checkAccessStatus", "serviceTemporarilyUnavailable"),
            silent: ["status(APPL)"], checked: ["status(APPL_ERROR)", "status(N000)", AccountRows.notAuthenticated]),
        row(
            "providerNotNamed", "The platform answers, but does not name the provider.",
            why: "For the app, an outage of the provider looks like success without an identifier.",
            defect: fault("accountManager.enqueue", "noProviderIdentifier"), silent: []),
        FixtureCase(
            "providerSpeaksNoSAML", .providerAnswer, "The provider answers in its own format instead of SAML.",
            why: "Apple's framework also carries other schemes, which the service cannot exchange.",
            .flow(
                FlowRecipe(
                    world: """
                        device:
                          apps:
                            com.example.stream: {access: granted}
                          account: {provider: Cablevision, subscriber: alice, expires: +30d}
                        providers:
                          Cablevision:
                            schemes: [saml, api]
                            apiResponse: {status: ok, body: '{"authorized": true}'}
                            subscribers: {alice: {}}
                          Dish: {}

                        """, defect: ("schemes: [saml, api]", "schemes: [api]"),
                    steps: [
                        .call(
                            "setRequestor: REF30", ["status(APPL)", "setRequestorComplete(1)"],
                            healthy: ["setRequestorComplete(1)"]),
                        .deauthenticated,
                        .call("getAuthentication:", ["status(N004)", shown], healthy: [AccountRows.authenticated]),
                    ]))),
    ]
}
