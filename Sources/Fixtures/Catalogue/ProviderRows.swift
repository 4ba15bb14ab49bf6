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
        asked: [String] = ["status(VSA503)", shown], checked: [String] = ["status(N000)", AccountRows.nobody]
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
                        .call("checkAuthentication:", checked, healthy: [AccountRows.somebody]),
                        .call("getAuthentication:", asked, healthy: [AccountRows.somebody]),
                    ])))
    }

    private static func fault(_ operation: String, _ error: String) -> (String, String) {
        ("faults: []", "faults: [{at: \(operation), error: \(error)}]")
    }

    static let all: [FixtureCase] = [
        row(
            "noResponse", "The provider answers with success, and sends no SAML response.",
            why: "Some providers do where a subscriber has no such right: there is nothing to exchange.",
            defect: ("defect: none", "defect: noResponse"), silent: []),
        row(
            "providerTimeout", "The provider does not answer in time.",
            why: "An app waits for one callback: it must come.",
            defect: fault("provider.attributeQuery", "timeout"), silent: ["status(APPL)"]),
        row(
            "providerUnreachable", "The provider cannot be reached.",
            why: "The platform is there, the provider is not: another status than a person who is not signed in.",
            defect: fault("provider.attributeQuery", "unreachable"), silent: ["status(APPL)"]),
        row(
            "providerRejects", "The provider rejects the query, without a SAML response.",
            why: "A rejection has no body to be read.", defect: fault("provider.attributeQuery", "rejected"),
            silent: ["status(APPL)"]),
        row(
            "providerRefusesToken", "The provider does not believe the service's signed request.",
            why: "A certificate was changed on one side alone.",
            defect: fault("provider.attributeQuery", "invalidVerificationToken"), silent: ["status(APPL)"]),
        row(
            "metadataUnavailable", "The platform cannot answer requests for metadata at the moment.",
            why: "The error is the platform's, and passes.",
            defect: fault("accountManager.enqueue", "serviceTemporarilyUnavailable"), silent: ["status(APPL)"]),
        row(
            "accessUnavailable", "The platform cannot even say whether access is granted.",
            why: "Not to know is not to be denied: another status, and no word to the person.",
            defect: fault("accountManager.checkAccessStatus", "serviceTemporarilyUnavailable"),
            silent: ["status(APPL)"], checked: ["status(APPL_ERROR)", "status(N000)", AccountRows.nobody]),
        row(
            "providerNotNamed", "The platform answers, and does not name the provider.",
            why: "Success without an identifier is what a provider's outage looks like from here.",
            defect: fault("accountManager.enqueue", "noProviderIdentifier"), silent: []),
        FixtureCase(
            "providerSpeaksNoSAML", .providerAnswer, "The provider has an answer of its own, and no SAML.",
            why: "Apple's framework carries other schemes, too, which the service cannot exchange.",
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
                        .call("getAuthentication:", ["status(N004)", shown], healthy: [AccountRows.somebody]),
                    ]))),
    ]
}
