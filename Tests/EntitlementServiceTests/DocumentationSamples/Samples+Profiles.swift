import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText

extension DocumentationSample {
    private static let degraded = SampleWorld.degradedMVPD

    private static let sharedAttributes = ["userID", "upstreamUserID", "mvpd"]

    private static func shared(_ type: String, _ mvpd: String) -> SampleShape {
        SampleShape.profile(type, issuer: mvpd, SampleShape.shared)
    }

    /// `GET profiles`.
    static let profiles: [DocumentationSample] = [
        DocumentationSample(
            page: .profiles, number: 1, title: "two MVPDs",
            circumstances: [
                .profile(.regular, mvpd: "Cablevision"), .profile(.regular, mvpd: "Spectrum", attributes: ["userID"]),
            ],
            request: .get("/api/v2/REF30/profiles", .accessToken, .device),
            answer: SampleShape.profiles([
                "Cablevision": SampleShape.profile("regular", issuer: "Cablevision", SampleShape.person),
                "Spectrum": SampleShape.profile(
                    "regular", issuer: "Spectrum", ["userID": SampleShape.attribute(.text)]),
            ])),
        DocumentationSample(
            page: .profiles, number: 2, title: "one by service token, one regular",
            circumstances: [
                .profile(.regular, mvpd: "Spectrum", attributes: ["userID"]),
                .profile(.serviceTokenSSO, mvpd: "AdobeShibboleth", attributes: sharedAttributes),
            ],
            request: .get("/api/v2/REF30/profiles", .accessToken, .device, .serviceToken),
            answer: SampleShape.profiles([
                "AdobeShibboleth": shared("serviceTokenSSO", "AdobeShibboleth"),
                "Spectrum": SampleShape.profile(
                    "regular", issuer: "Spectrum", ["userID": SampleShape.attribute(.text)]),
            ])),
        DocumentationSample(
            page: .profiles, number: 3,
            title: "one by platform identity, one regular, whose sample names another issuer",
            circumstances: [
                .profile(.regular, mvpd: "Cablevision", attributes: ["userID"]),
                .profile(.platformSSO, mvpd: "AdobePass_SMI", attributes: sharedAttributes),
            ],
            request: .get("/api/v2/REF30/profiles", .accessToken, .device, .subjectToken),
            answer: SampleShape.profiles([
                "AdobePass_SMI": shared("platformSSO", "AdobePass_SMI"),
                "Cablevision": SampleShape.profile(
                    "regular", issuer: "Spectrum", ["userID": SampleShape.attribute(.text)]),
            ]),
            deviations: [
                .member(
                    "profiles", "Cablevision", "issuer", is: .word("Cablevision"),
                    because: "the table says that the issuer of a regular profile is its MVPD")
            ]),
    ]

    /// `GET profiles/{mvpd}`.
    static let profile: [DocumentationSample] =
        [
            DocumentationSample(
                page: .profile, number: 1, title: "a regular one",
                circumstances: [.profile(.regular, mvpd: "Spectrum")],
                request: .get("/api/v2/REF30/profiles/Spectrum", .accessToken, .device),
                answer: SampleShape.profiles([
                    "Spectrum": SampleShape.profile("regular", issuer: "Spectrum", SampleShape.person)
                ])),
            DocumentationSample(
                page: .profile, number: 2, title: "one by service token",
                circumstances: [.profile(.serviceTokenSSO, mvpd: "AdobeShibboleth", attributes: sharedAttributes)],
                request: .get(
                    "/api/v2/REF30/profiles/AdobeShibboleth", .accessToken, .device,
                    .serviceToken),
                answer: SampleShape.profiles(["AdobeShibboleth": shared("serviceTokenSSO", "AdobeShibboleth")])),
            DocumentationSample(
                page: .profile, number: 3, title: "one by platform identity",
                circumstances: [.profile(.platformSSO, mvpd: "AdobePass_SMI", attributes: sharedAttributes)],
                request: .get(
                    "/api/v2/REF30/profiles/AdobePass_SMI", .accessToken, .device,
                    .subjectToken),
                answer: SampleShape.profiles(["AdobePass_SMI": shared("platformSSO", "AdobePass_SMI")])),
        ]
        + passes(
            page: .profile, basic: 4, promotional: 5, session: { _ in [] },
            request: { .get("/api/v2/REF30/profiles/\($0)", .accessToken, .device) })
        + [degradedRow(page: .profile, 6, [], .get("/api/v2/REF30/profiles/\(degraded)", .accessToken, .device))]

    /// `GET profiles/code/{code}`: the samples' code has six characters.
    static let profileByCode: [DocumentationSample] =
        [
            DocumentationSample(
                page: .profileByCode, number: 1, title: "a regular one",
                circumstances: session("Cablevision") + [.profile(.regular, mvpd: "Cablevision")],
                request: byCode,
                answer: SampleShape.profiles([
                    "Cablevision": SampleShape.profile("regular", issuer: "Cablevision", SampleShape.person)
                ]))
        ]
        + passes(page: .profileByCode, basic: 2, promotional: 3, session: session, request: { _ in byCode })
        + [degradedRow(page: .profileByCode, 4, session(degraded), byCode)]

    private static let byCode = SampleRequest.get("/api/v2/REF30/profiles/code/XTC98W", .accessToken)

    private static func session(_ mvpd: String) -> [SampleCircumstance] {
        [.session(code: "XTC98W", SessionRequest(mvpd: MVPDID(mvpd)))]
    }

    private static func degradedRow(
        page: Page, _ number: Int, _ circumstances: [SampleCircumstance], _ request: SampleRequest
    ) -> DocumentationSample {
        DocumentationSample(
            page: page, number: number, title: "AuthNAll",
            circumstances: circumstances + [.degraded(.authenticateAll, mvpd: degraded)], request: request,
            answer: SampleShape.profiles([degraded: SampleShape.degradedProfile]))
    }
}
