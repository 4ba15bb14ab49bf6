import TVSimEntitlementAPI
import TVSimEntitlementService

extension DocumentationSample {
    /// `POST /o/client/register`: the sample's statement goes over several lines, which JSON does not allow.
    static let register: [DocumentationSample] = [
        DocumentationSample(
            page: .register, number: 1, title: "registered",
            request: .post("/o/client/register", .information, body: .statement), status: 201,
            answer: .json(
                .object([
                    "client_id": .text, "client_secret": .text, "redirect_uris": .list(of: .text),
                    "grant_types": .items([.word("client_credentials")]), "scopes": .items([.word("api:client:v2")]),
                    "client_id_issued_at": .number,
                ]))),
        DocumentationSample(
            page: .register, number: 1, title: "the body is malformed",
            request: .post(
                "/o/client/register", .information,
                body: .json("{\n    \"software_statement\": \"eyJhbGciOiJSUzI1NiJ9.\n        eyJzb2Z0d2FyZV9pZCI6\"\n}")
            ),
            status: 400, answer: .json(.object(["error": .word("invalid_request")]))),
    ]

    /// `POST /o/client/token`.
    static let token: [DocumentationSample] = [
        DocumentationSample(
            page: .token, number: 1, title: "issued",
            request: .post("/o/client/token", .information, body: .credentials), status: 201,
            answer: .json(
                .object([
                    "id": .text, "access_token": .text, "created_at": .number, "expires_in": .exactly(21_600),
                    "token_type": .word("bearer"),
                ]))),
        DocumentationSample(
            page: .token, number: 1, title: "a parameter is missing",
            request: .post(
                "/o/client/token", .information, body: .form("client_id=s6BhdRkqt3&client_secret=t7AkePiru4")),
            status: 400, answer: .json(.object(["error": .word("invalid_request")]))),
    ]

    /// `GET configuration`: the sample's path ends in a slash.
    static let configuration: [DocumentationSample] = [
        DocumentationSample(
            page: .configuration, number: 1, title: "the MVPDs",
            request: .get("/api/v2/REF30/configuration/", .accessToken, .information),
            answer: .json(
                .object([
                    "device": .word("unknown"), "clientType": .word("html5"), "os": .word("Unknown"),
                    "requestor": .object([
                        "id": .word("REF30"), "name": .text,
                        "domains": .list(of: .object(["name": .text, "mvpdInitiated": .flag])),
                        "mvpds": .list(
                            of: .object([
                                "id": .text, "displayName": .text, "logoUrl": .text,
                                "authPerAggregator": .optional(.flag), "isTempPass": .optional(.flag),
                                "passiveAuthnEnabled": .optional(.flag), "authPerBrowserSession": .optional(.flag),
                            ])),
                    ]),
                ])),
            deviations: [
                .member("time", is: .number, because: "the table demands it, the sample leaves it out"),
                .member(
                    "requestor", "domains", is: .items([]), because: "S-48: the sample's world names no domains"),
                .member(
                    "requestor", "mvpds", "*", "isProxy", is: .flag,
                    because: "S-46: the live service always sends it, the sample leaves it out"),
            ])
    ]

    private static let redirect = "?redirectUrl=https%3A%2F%2Fadobe.com"

    /// `GET logout/{mvpd}`.
    static let logout: [DocumentationSample] = {
        func row(
            _ number: Int, _ title: String, _ circumstances: [SampleCircumstance], path: String, _ answer: Answer,
            _ deviations: [Deviation] = [], header: SampleRequest.Header? = nil
        ) -> DocumentationSample {
            DocumentationSample(
                page: .logout, number: number, title: title, circumstances: circumstances,
                request: SampleRequest(
                    path: path + redirect, headers: [.accessToken, .device] + [header].compactMap { $0 }),
                answer: answer, deviations: deviations)
        }
        func shared(_ mvpd: String) -> Answer {
            SampleShape.logout(
                mvpd, "logout", "interactive",
                url: .address("/adobe-services/logout", query: ["requestor_id", "mso_id", "pt_device_id"]))
        }
        let degraded = SampleWorld.degradedMVPD
        return [
            row(
                1, "the MVPD has an address", [.profile(.regular, mvpd: "Cablevision")],
                path: "/api/v2/REF30/logout/Cablevision",
                SampleShape.logout(
                    "Cablevision", "logout", "interactive",
                    url: .address(
                        "/adobe-services/logout", query: ["noflash", "mso_id", "requestor_id", "redirect_url"])),
                [.logoutURL]),
            row(
                2, "the MVPD has none", [.profile(.regular, mvpd: "Dish"), .noLogoutEndpoint(mvpd: "Dish")],
                path: "/api/v2/REF30/logout/Dish", SampleShape.logout("Dish", "complete", "none")),
            row(
                3, "with a service token", [.profile(.serviceTokenSSO, mvpd: "Spectrum")],
                path: "/api/v2/REF30/logout/Spectrum", shared("Spectrum"), [.logoutURL], header: .serviceToken),
            row(
                4, "with a platform identity", [.profile(.platformSSO, mvpd: "Comcast_SSO")],
                path: "/api/v2/REF30/logout/Comcast_SSO", shared("Comcast_SSO"), [.logoutURL], header: .subjectToken),
            row(
                5, "a profile of the partner's", [.profile(.appleSSO, mvpd: "Cablevision")],
                path: "/api/v2/REF30/logout/Cablevision",
                SampleShape.logout("Cablevision", "partner_logout", "partner_interactive")),
            row(
                6, "the MVPD is degraded", [.degraded(.authenticateAll, mvpd: degraded)],
                path: "/api/v2/REF30/logout/\(degraded)",
                SampleShape.logout(degraded, "complete", "none", key: "ATTOTT"),
                [
                    .init(
                        why: "the table says that the key is the MVPD, the sample has another one there",
                        change: .answer(SampleShape.logout(degraded, "complete", "none")))
                ]),
            row(
                7, "a temporary pass", [.watched(["REF30"], mvpd: "TempPass_5mins")],
                path: "/api/v2/logout/REF30/TempPass_5mins", SampleShape.logout("TempPass_5mins", "complete", "none"),
                [
                    .init(
                        why: "the table of the page has the service provider before 'logout'",
                        change: .path("/api/v2/REF30/logout/TempPass_5mins" + redirect))
                ]),
        ]
    }()
}
