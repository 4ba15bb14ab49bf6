import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText

extension DocumentationSample {
    private static let whole = "mvpd=Cablevision&domainName=adobe.com&redirectUrl=https%3A%2F%2Fadobe.com"
    private static let ofPass = "mvpd=TempPass_TEST40&domainName=adobe.com&redirectUrl=https%3A%2F%2Fadobe.com"
    private static let code = "8BLW4RW"

    /// `POST sessions`.
    static let sessions: [DocumentationSample] = {
        func row(
            _ number: Int, _ title: String, _ circumstances: [SampleCircumstance] = [], body: String = whole,
            answer: Answer, _ deviations: [Deviation] = []
        ) -> DocumentationSample {
            DocumentationSample(
                page: .sessions, number: number, title: title, circumstances: circumstances,
                request: .post("/api/v2/REF30/sessions", .accessToken, .device, body: .form(body)), answer: answer,
                deviations: deviations)
        }
        return [
            row(1, "nothing is missing", answer: SampleShape.authenticate()),
            row(
                2, "everything is missing", body: "",
                answer: SampleShape.supply("resume", missing: ["mvpd", "domain", "redirectUrl"]),
                [
                    .member(
                        "missingParameters", "1", is: .word("domainName"),
                        because: "S-28: the parameter's name is 'domainName', as in requests and other samples")
                ]),
            row(
                3, "a profile is there", [.profile(.regular, mvpd: "Cablevision")],
                answer: SampleShape.authorize("authenticated", mvpd: "Cablevision")),
            row(
                4, "a temporary pass", body: ofPass, answer: SampleShape.authorize("temporary", mvpd: "TempPass_TEST40")
            ),
            row(
                5, "the MVPD is degraded", [.degraded(.authenticateAll, mvpd: "Cablevision")],
                answer: SampleShape.authorize("degraded", mvpd: "Cablevision")),
        ]
    }()

    /// `POST sessions/{code}`.
    static let resume: [DocumentationSample] = {
        func row(
            _ number: Int, _ title: String, _ circumstances: [SampleCircumstance] = [], body: String = whole,
            answer: Answer
        ) -> DocumentationSample {
            DocumentationSample(
                page: .resume, number: number, title: title,
                circumstances: [.session(code: code, SessionRequest())] + circumstances,
                request: .post("/api/v2/REF30/sessions/\(code)", .accessToken, body: .form(body)), answer: answer)
        }
        return [
            row(1, "nothing is missing any more", answer: SampleShape.authenticate()),
            row(
                2, "something is still missing", body: "mvpd=Cablevision&domainName=adobe.com",
                answer: SampleShape.supply("retry", missing: ["redirectUrl"], mvpd: "Cablevision")),
            row(
                3, "a profile is there", [.profile(.regular, mvpd: "Cablevision")],
                answer: SampleShape.authorize("authenticated", mvpd: "Cablevision")),
            row(
                4, "a temporary pass", body: ofPass, answer: SampleShape.authorize("temporary", mvpd: "TempPass_TEST40")
            ),
            row(
                5, "the MVPD is degraded", [.degraded(.authenticateAll, mvpd: "Cablevision")],
                answer: SampleShape.authorize("degraded", mvpd: "Cablevision")),
        ]
    }()

    /// `GET sessions/{code}`: both samples swap two segments of the path.
    static let sessionInformation: [DocumentationSample] = {
        func row(
            _ number: Int, _ title: String, _ session: SessionRequest, _ members: [String: SampleShape],
            _ deviations: [Deviation] = []
        ) -> DocumentationSample {
            let common: [String: SampleShape] = ["device": device, "notBefore": .digits, "notAfter": .digits]
            return DocumentationSample(
                page: .sessionInformation, number: number, title: title,
                circumstances: [.session(code: code, session, device: desktop)],
                request: .get("/api/v2/sessions/REF30/\(code)", .accessToken),
                answer: .json(.object(common.merging(members) { $1 })),
                deviations: deviations + [
                    .init(
                        why: "the table of the page has the service provider before 'sessions'",
                        change: .path("/api/v2/REF30/sessions/\(code)")),
                    .member(
                        "device", "display", "name", is: .null,
                        because: "X-Device-Info has no key for the display's name"),
                ])
        }
        return [
            row(
                1, "nothing is missing",
                SessionRequest(
                    mvpd: "Cablevision", domainName: "adobe.com", redirectURL: "https://www.adobe.com"),
                [
                    "existingParameters": .object([
                        "mvpd": .text, "domain": .word("adobe.com"), "redirectUrl": .word("https://www.adobe.com"),
                        "serviceProvider": .word("REF30"),
                    ])
                ],
                [
                    .member(
                        "existingParameters", "domain", is: nil,
                        because: "S-28: the parameter's name is 'domainName', as in the page's other sample"),
                    .member(
                        "existingParameters", "domainName", is: .word("adobe.com"),
                        because: "S-28: the parameter's name is 'domainName', as in the page's other sample"),
                ]),
            row(
                2, "the MVPD is missing", SessionRequest(domainName: "adobe.com", redirectURL: "https://adobe.com"),
                [
                    "missingParameters": .items([.word("mvpd")]),
                    "existingParameters": .object([
                        "domainName": .word("adobe.com"), "redirectUrl": .word("https://adobe.com"),
                        "serviceProvider": .word("REF30"),
                    ]),
                ]),
        ]
    }()

    /// `GET authenticate/{code}`.
    static let authenticate: [DocumentationSample] = [
        DocumentationSample(
            page: .authenticate, number: 1, title: "the browser goes on",
            circumstances: [
                .session(
                    code: "8KHP9RW",
                    SessionRequest(
                        mvpd: "Cablevision", domainName: "adobe.com",
                        redirectURL: "http://adobe.com/apitest/live.html"))
            ],
            request: .get("/api/v2/authenticate/REF30/8KHP9RW"), status: 302,
            answer: .redirection(
                "/adobe-services/authenticate/saml",
                query: ["noflash", "mso_id", "requestor_id", "no_iframe", "domain_name", "redirect_url"]),
            deviations: [
                .init(
                    why: "S-31: the vendor's page in between is left out, the browser goes straight to the MVPD",
                    change: .answer(
                        .redirection("/sso", query: ["SAMLRequest", "RelayState", "SigAlg", "Signature"])))
            ])
    ]

    /// The browser of the samples, as far as `X-Device-Info` can say it.
    private static let desktop: Members = [
        "primaryHardwareType": "Desktop", "vendor": "Apple", "manufacturer": "Apple", "osName": "macOS",
        "osFamily": "macOS", "osVendor": "Apple", "osVersion": "10.15.7", "browserName": "Chrome",
        "browserVendor": "Google", "browserVersion": "140.0.0.0", "userAgent": "Mozilla/5.0",
        "connectionIp": "192.0.2.1", "connectionPort": "55161", "connectionSecure": .bool(false),
    ]

    private static let version = SampleShape.object([
        "major": .number, "minor": .number, "patch": .number, "profile": .text,
    ])
    private static let device = SampleShape.object([
        "type": .word("Desktop"), "model": .null, "version": version, "applicationId": .null,
        "hardware": .object(["name": .null, "vendor": .text, "version": version, "manufacturer": .text]),
        "operatingSystem": .object(["name": .text, "family": .text, "vendor": .text, "version": version]),
        "browser": .object([
            "name": .text, "vendor": .text, "version": version, "userAgent": .text, "originalUserAgent": .text,
        ]),
        "display": .object([
            "width": .number, "height": .number, "ppi": .number, "name": .text, "vendor": .null, "version": .null,
            "diagonalSize": .null,
        ]),
        "connection": .object(["ipAddress": .text, "port": .digits, "secure": .flag, "type": .null]),
    ])
}
