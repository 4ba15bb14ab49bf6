import EntitlementAPI
import EntitlementService

extension DocumentationSample {
    private static let degraded = SampleWorld.degradedMVPD
    private static let serviceToken = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJkZDNmYWIyN2NmMjg0ZmU2ZWU0ZDY3ZmExZjY4MzE3YyJ9"
    private static let subjectToken = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIyMmM4MDU1MjEzMDIwYzhmZGYzOGZkMTI1YWViMzUzYSJ9"
    private static let byServiceToken = "single sign-on by service token is being built"
    private static let byPlatform = "single sign-on by platform identity is being built"

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
            ]),
            deviations: [
                .member(
                    "profiles", "Cablevision", "attributes", "zip",
                    is: .object(["value": .list(of: .text), "state": .word("plain")]),
                    because: Deviation.plainZIP.why)
            ]),
        DocumentationSample(
            page: .profiles, number: 2, title: "one by service token, one regular",
            circumstances: [.profile(.regular, mvpd: "Spectrum", attributes: ["userID"])],
            request: .get(
                "/api/v2/REF30/profiles", .accessToken, .device, .other("AD-Service-Token", serviceToken)),
            answer: SampleShape.profiles([
                "AdobeShibboleth": shared("serviceTokenSSO", "AdobeShibboleth"),
                "Spectrum": SampleShape.profile(
                    "regular", issuer: "Spectrum", ["userID": SampleShape.attribute(.text)]),
            ]), pending: byServiceToken),
        DocumentationSample(
            page: .profiles, number: 3,
            title: "one by platform identity, one regular, whose sample names another issuer",
            circumstances: [.profile(.regular, mvpd: "Cablevision", attributes: ["userID"])],
            request: .get(
                "/api/v2/REF30/profiles", .accessToken, .device, .other("Adobe-Subject-Token", subjectToken)),
            answer: SampleShape.profiles([
                "AdobePass_SMI": shared("platformSSO", "AdobePass_SMI"),
                "Cablevision": SampleShape.profile(
                    "regular", issuer: "Spectrum", ["userID": SampleShape.attribute(.text)]),
            ]), pending: byPlatform),
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
                ]), deviations: [.plainZIP]),
            DocumentationSample(
                page: .profile, number: 2, title: "one by service token",
                request: .get(
                    "/api/v2/REF30/profiles/AdobeShibboleth", .accessToken, .device,
                    .other("AD-Service-Token", serviceToken)),
                answer: SampleShape.profiles(["AdobeShibboleth": shared("serviceTokenSSO", "AdobeShibboleth")]),
                pending: byServiceToken),
            DocumentationSample(
                page: .profile, number: 3, title: "one by platform identity",
                request: .get(
                    "/api/v2/REF30/profiles/AdobePass_SMI", .accessToken, .device,
                    .other("Adobe-Subject-Token", subjectToken)),
                answer: SampleShape.profiles(["AdobePass_SMI": shared("platformSSO", "AdobePass_SMI")]),
                pending: byPlatform),
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
                ]), deviations: [.plainZIP])
        ]
        + passes(page: .profileByCode, basic: 2, promotional: 3, session: session, request: { _ in byCode })
        + [degradedRow(page: .profileByCode, 4, session(degraded), byCode)]

    private static let byCode = SampleRequest.get("/api/v2/REF30/profiles/code/XTC98W", .accessToken)

    private static func session(_ mvpd: String) -> [SampleCircumstance] {
        [.session(code: "XTC98W", SessionRequest(mvpd: mvpd))]
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
