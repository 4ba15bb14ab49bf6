import TVSimEntitlementAPI
import TVSimEntitlementService

extension DocumentationSample {
    private static let degraded = SampleWorld.degradedMVPD

    private static func decide(_ path: String, _ mvpd: String, _ resources: String) -> SampleRequest {
        .post(
            "/api/v2/REF30/decisions/\(path)/\(mvpd)", .accessToken, .device,
            body: .json("{\n    \"resources\": [\(resources)]\n}"))
    }

    private static let denied = SampleShape.error(
        403, "authorization_denied_by_mvpd", "none", ["details": .text, "trace": .text])
    private static func withoutDetails(_ item: String) -> Deviation {
        .member(
            "decisions", item, "error", "details", is: nil,
            because: "S-48: 'details' is a message of the MVPD, if any; ours sends none")
    }

    /// `POST decisions/authorize/{mvpd}`.
    static let authorize: [DocumentationSample] =
        [
            DocumentationSample(
                page: .authorize, number: 1, title: "a permit",
                circumstances: [
                    .profile(.regular, mvpd: "Cablevision"), .subscribed(["REF30"], mvpd: "Cablevision"),
                ], request: decide("authorize", "Cablevision", "\"REF30\""),
                answer: SampleShape.decisions(
                    SampleShape.decision("REF30", mvpd: "Cablevision", source: "mvpd", SampleShape.permit))),
            DocumentationSample(
                page: .authorize, number: 2, title: "a deny",
                circumstances: [.profile(.regular, mvpd: "Cablevision"), .subscribed([], mvpd: "Cablevision")],
                request: decide("authorize", "Cablevision", "\"REF30\""),
                answer: SampleShape.decisions(
                    SampleShape.decision(
                        "REF30", mvpd: "Cablevision", source: "mvpd",
                        SampleShape.window.merging(["error": denied]) { $1 })),
                deviations: [withoutDetails("0")]),
        ]
        + degradations(.authorize, 3, [SampleShape.permit, SampleShape.token]) + passesOfAuthorize

    /// `POST decisions/preauthorize/{mvpd}`.
    static let preauthorize: [DocumentationSample] =
        [
            DocumentationSample(
                page: .preauthorize, number: 1, title: "two permits and a deny",
                circumstances: [
                    .profile(.regular, mvpd: "Cablevision"),
                    .subscribed(["resource1", "resource2"], mvpd: "Cablevision"),
                ], request: decide("preauthorize", "Cablevision", #""resource1", "resource2", "resource3""#),
                answer: SampleShape.decisions(
                    SampleShape.decision("resource1 ", mvpd: "Cablevision", source: "mvpd"),
                    SampleShape.decision("resource2", mvpd: "Cablevision", source: "mvpd"),
                    SampleShape.decision(
                        "resource3", mvpd: "Cablevision", source: "mvpd",
                        ["error": SampleShape.error(403, "preauthorization_denied_by_mvpd", "none")])),
                deviations: [
                    .trace(at: "decisions", "2", "error"),
                    .member(
                        "decisions", "0", "resource", is: .word("resource1"),
                        because: "the sample's response has a blank that its request has not"),
                ])
        ] + degradations(.preauthorize, 2, [[:], [:]])

    /// Both decisions of the three rules, with what a permit has under the first two.
    private static func degradations(
        _ page: Page, _ number: Int, _ permits: [[String: SampleShape]]
    ) -> [DocumentationSample] {
        let denial = ["error": SampleShape.error(403, "authorization_denied_by_degradation_rule", "none")]
        let rules: [(Degradation, [String: SampleShape])] = [
            (.authenticateAll, permits[0]), (.authorizeAll, permits[1]), (.authorizeNone, denial),
        ]
        return rules.map { rule, members in
            func decision(_ resource: String) -> SampleShape {
                SampleShape.decision(resource, mvpd: degraded, source: "degradation", members)
            }
            return DocumentationSample(
                page: page, number: number, title: rule.rawValue,
                // The page assumes a profile where nobody may watch, and nowhere else.
                circumstances: (rule == .authorizeNone ? [.profile(.regular, mvpd: degraded)] : [])
                    + [.degraded(rule, mvpd: degraded)],
                request: decide(page.rawValue, degraded, #""REF30", "apasstest1""#),
                answer: SampleShape.decisions(decision("REF30"), decision("apasstest1")),
                deviations: rule == .authorizeNone ? [.trace(at: "decisions", "*", "error")] : [])
        }
    }

    /// The two samples of enhanced errors of REST API V2.
    static let enhancedErrors: [DocumentationSample] = [
        DocumentationSample(
            page: .enhancedErrors, number: 1, title: "inside an item",
            circumstances: [
                .profile(.regular, mvpd: "Cablevision"), .subscribed(["REF30"], mvpd: "Cablevision"),
            ], request: decide("authorize", "Cablevision", #""REF30", "REF40""#),
            answer: SampleShape.decisions(
                SampleShape.decision(
                    "REF30", mvpd: "Cablevision", source: "mvpd",
                    [
                        "token": .object([
                            "issuedAt": .number, "notBefore": .number, "notAfter": .number,
                            "serializedToken": .beginning("PHNpZ25hdHVyZUluZm8+"),
                        ])
                    ]),
                SampleShape.decision("REF40", of: "REF40", mvpd: "Cablevision", source: "mvpd", ["error": denied])),
            deviations: [
                .member(
                    "decisions", "0", "token", "issuedAt", is: nil,
                    because: "the table of the endpoint has no such key, nor have its samples"),
                .member(
                    "decisions", "*", "notBefore", is: .number,
                    because: "the samples of the endpoint show the window of such decisions"),
                .member(
                    "decisions", "*", "notAfter", is: .number,
                    because: "the samples of the endpoint show the window of such decisions"),
                .member(
                    "decisions", "1", "serviceProvider", is: .word("REF30"),
                    because: "the path names one service provider, the sample's items two"),
                withoutDetails("1"),
            ]),
        DocumentationSample(
            page: .enhancedErrors, number: 2, title: "of the whole request",
            request: .get("/api/v2/NONE/configuration", .accessToken), status: 400,
            answer: .json(
                SampleShape.error(400, "invalid_parameter_service_provider", "none", ["trace": .text]))),
    ]
}
