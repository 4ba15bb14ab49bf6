import TVSimEntitlementAPI
import TVSimEntitlementService

extension DocumentationSample {
    private static let both = "domainName=adobe.com&redirectUrl=https%3A%2F%2Fadobe.com"
    private static let degraded = SampleWorld.degradedMVPD

    /// `POST sessions/sso/{partner}`.
    static let partnerSession: [DocumentationSample] = {
        func row(
            _ number: Int, _ title: String, _ circumstances: [SampleCircumstance] = [],
            status: String = SampleHeaders.granted("Cablevision"), body: String = both, answer: Answer,
            _ deviations: [Deviation] = []
        ) -> DocumentationSample {
            DocumentationSample(
                page: .partnerSession, number: number, title: title, circumstances: circumstances,
                request: .post(
                    "/api/v2/REF30/sessions/sso/Apple", .accessToken, .device, .frameworkStatus(status),
                    body: .form(body)), answer: answer, deviations: deviations)
        }
        return [
            row(1, "the partner is asked", answer: SampleShape.partnerProfile),
            row(
                2, "the MVPD is degraded", [.degraded(.authenticateAll, mvpd: degraded)],
                status: SampleHeaders.granted(degraded),
                // The placeholder's own characters are encoded in a path.
                answer: SampleShape.authorize("degraded", mvpd: degraded, path: "%24%7BdegradedMvpd%7D")),
            row(
                3, "access is denied", status: SampleHeaders.denied, answer: SampleShape.authenticate("pfs_fallback"),
                [
                    .member(
                        "mvpd", is: nil,
                        because: "the sample's status names no provider, and nothing else the MVPD of its response")
                ]),
            row(
                4, "single sign-on is switched off", [.singleSignOnOff(mvpd: "Cablevision")],
                answer: SampleShape.authenticate("configuration_fallback")),
            row(
                5, "the redirect URL is missing", body: "domainName=adobe.com",
                answer: SampleShape.supply(
                    "resume", "missing_parameters_fallback", missing: ["redirectUrl"], mvpd: "Cablevision")),
        ]
    }()

    /// `POST profiles/sso/{partner}`.
    static let partnerProfile: [DocumentationSample] = [
        DocumentationSample(
            page: .partnerProfile, number: 1, title: "the response is believed",
            request: .post(
                "/api/v2/REF30/profiles/sso/Apple", .accessToken, .device,
                .frameworkStatus(SampleHeaders.granted("Cablevision")), body: .samlResponse), status: 201,
            answer: SampleShape.profiles([
                "Cablevision": SampleShape.profile("appleSSO", issuer: "Apple", SampleShape.person)
            ]),
            deviations: [
                .member(
                    "profiles", "Cablevision", "attributes", "upstreamUserID", is: SampleShape.attribute(.text),
                    because: "the table of user metadata has it of every MVPD")
            ]),
        DocumentationSample(
            page: .partnerProfile, number: 2, title: "the MVPD is degraded",
            circumstances: [.degraded(.authenticateAll, mvpd: degraded)],
            request: .post(
                "/api/v2/REF30/profiles/sso/Apple", .accessToken, .device,
                .frameworkStatus(SampleHeaders.granted(degraded)),
                body: .form("SAMLResponse=PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2FzaXM6bmFtZXM...")),
            answer: SampleShape.profiles([degraded: SampleShape.degradedProfile])),
    ]
}
