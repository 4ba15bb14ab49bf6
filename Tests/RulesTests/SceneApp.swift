import TVSimRules
import TVSimStructuredText
import TVSimWorld

/// An installed app whose requests have all that the vendor requires, as events of a scene.
struct SceneApp: Sendable {
    /// The device on which the app of a scene runs.
    static let roku: JSONValue = [
        "model": "Roku 4", "version": "4", "osName": "Roku OS", "osVersion": "12", "primaryHardwareType": "SetTopBox",
        "connectionType": "WiFi",
    ]
    static let appleTV: JSONValue = [
        "model": "AppleTV11,1", "version": "11,1", "osName": "tvOS", "osVersion": "18", "primaryHardwareType": "TV",
        "connectionType": "WiFi",
    ]

    var client = "A"
    var device: String? = "d"
    var provider = "REF30"
    var information = SceneApp.roku
    /// The number of the access token.
    var token: Int64 = 1
    /// The address of the device, which a server forwards.
    var address: String?
    /// The token of single sign-on: its header, which is sent where it is listed.
    var shared: String?

    private static let listing: Set<String> = [
        "session", "profiles", "profile", "authorize", "preauthorize", "logout",
    ]

    /// Returns a request with its answer.
    func sends(
        _ endpoint: String, _ answered: Members = [:], at place: Members = [:], sending members: Members = [:],
        headers own: Members = [:], facts: Members = [:]
    ) -> Scene.Event {
        let isOfRegistration = endpoint == "register" || endpoint == "token"
        var headers: Members = ["X-Device-Info": ["value": information], "User-Agent": ["value": "Stream/1"]]
        if !isOfRegistration {
            headers["Authorization"] = [
                "secret": .string("access token \(token) of client \(client)"),
                "accessToken": [
                    "number": .integer(token), "client": .string(client), "issuedBy": .integer(token),
                    "lifetime": 86_400, "remaining": 80_000,
                ],
            ]
            if let device { headers["AP-Device-Identifier"] = ["value": .string(device)] }
        }
        if let address { headers["X-Forwarded-For"] = ["value": .string(address)] }
        if let shared, Self.listing.contains(endpoint) { headers[shared] = ["secret": "a token of single sign-on"] }
        let parameters = place.merging(["serviceProvider": .string(provider)]) { own, _ in own }
        var all: Members = [
            "parameters": .object(isOfRegistration ? [:] : parameters), "client": .string(client),
            "device": isOfRegistration ? .null : device.map(JSONValue.string) ?? .null,
            "headers": .object(headers.merging(own) { $1 }), "members": .object(members.mapValues { ["value": $0] }),
            "answer": .object(answered.merging(["status": 200, "errors": []]) { own, _ in own }),
        ]
        all["kind"] = .integer(Self.kind("\(client) \(endpoint) \(Self.text(parameters)) \(Self.text(members))"))
        return Scene.get(endpoint, .object(all.merging(facts) { $1 }))
    }

    private static func text(_ members: Members) -> String {
        members.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "&")
    }

    /// A number that is equal for equal requests, and above those of pages.
    private static func kind(_ text: String) -> Int64 {
        1_000 + text.utf8.reduce(7) { ($0 &* 31 &+ Int64($1)) & 0xFFFF_FFFF }
    }

    // MARK: - Registration

    func register() -> Scene.Event { sends("register", ["status": 201, "client": .string(client)]) }

    func getToken() -> Scene.Event {
        sends(
            "token",
            [
                "accessToken": [
                    "number": .integer(token), "client": .string(client), "issuedBy": .integer(token),
                    "lifetime": 86_400, "remaining": 86_400,
                ]
            ])
    }

    /// The first two requests of an app.
    var start: [Scene.Event] { [register(), getToken()] }

    // MARK: - Sign-in

    static func profile(
        _ mvpd: String = "Cablevision", _ type: String = "regular", until end: Int64 = 1_900_000_000_000
    ) -> JSONValue {
        ["mvpd": .string(mvpd), "type": .string(type), "notAfter": .integer(end)]
    }

    func profiles(_ list: [JSONValue] = [], headers: Members = [:]) -> Scene.Event {
        sends("profiles", ["profiles": .array(list)], headers: headers)
    }

    func profile(_ mvpd: String = "Cablevision", _ list: [JSONValue], headers: Members = [:]) -> Scene.Event {
        sends("profile", ["profiles": .array(list)], at: ["mvpd": .string(mvpd)], headers: headers)
    }

    func configuration(_ facts: Members = [:]) -> Scene.Event {
        sends("configuration", ["providers": ["Cablevision"]], facts: facts)
    }

    /// Creates a session; without an MVPD or an address it lacks parameters.
    func session(
        _ action: String = "authenticate", _ code: String? = "CODE", mvpd: String? = "Cablevision",
        missing: [String] = [], until end: Int64? = nil
    ) -> Scene.Event {
        var session: Members = ["action": .string(action), "reason": "none"]
        if let code { session["code"] = .string(code) }
        if let end { session["notAfter"] = .integer(end) }
        if !missing.isEmpty { session["missing"] = .array(missing.map(JSONValue.string)) }
        var sent: Members = ["domainName": "example.com", "redirectUrl": "https://example.com/done", "mvpd": "-"]
        sent["mvpd"] = mvpd.map(JSONValue.string)
        for name in missing { sent[name] = nil }
        return sends("session", ["session": .object(session)], sending: sent)
    }

    /// Completes a session, as the app of a second screen does.
    func resume(_ code: String = "CODE") -> Scene.Event {
        sends(
            "resume", ["session": ["action": "authenticate", "reason": "none", "code": .string(code)]],
            at: ["code": .string(code)], sending: ["mvpd": "Cablevision"])
    }

    func poll(_ code: String = "CODE", _ list: [JSONValue] = []) -> Scene.Event {
        sends("profileByCode", ["profiles": .array(list)], at: ["code": .string(code)])
    }

    private static let redirection: JSONValue = ["status": 302, "errors": []]

    /// The browser opens the sign-in page, and returns to the app's address.
    static func pages(_ code: String = "CODE") -> [Scene.Event] {
        [
            Scene.get("authenticate", ["parameters": ["code": .string(code)], "answer": redirection]),
            Scene.get("assertionConsumer", ["answer": redirection]),
        ]
    }

    /// A sign-in with a page that the app opens, from the session to the profile.
    func signIn(_ code: String = "CODE", profile: JSONValue = SceneApp.profile()) -> [Scene.Event] {
        [session("authenticate", code)] + Self.pages(code) + [poll(code, [profile])]
    }

    /// The first launch, from the registration to the profile.
    func signedIn(profile: JSONValue = SceneApp.profile()) -> [Scene.Event] {
        start + [profiles(), configuration()] + signIn(profile: profile)
    }

    // MARK: - Decisions and logout

    /// Asks for a decision on resources, each with the action of its denial; `nil` for a permit.
    func decides(
        _ resources: KeyValuePairs<String, String?>, at endpoint: String = "authorize", mvpd: String = "Cablevision",
        source: String = "mvpd", token: String? = nil, headers: Members = [:]
    ) -> Scene.Event {
        let names = resources.map { JSONValue.string($0.key) }
        let decisions = resources.map { resource, denial -> JSONValue in
            var decision: Members = [
                "resource": .string(resource), "authorized": .bool(denial == nil), "source": .string(source),
            ]
            if let token { decision["token"] = ["pseudonym": .string(token), "notAfter": 1_890_000_000_000] }
            return .object(decision)
        }
        let errors = resources.compactMap { resource, denial in
            denial.map { action -> JSONValue in
                ["code": "a_code", "action": .string(action), "resource": .string(resource)]
            }
        }
        return sends(
            endpoint, ["decisions": .array(decisions), "errors": .array(errors)], at: ["mvpd": .string(mvpd)],
            sending: ["resources": .array(names)], headers: headers, facts: ["resources": .array(names)])
    }

    /// Asks for a permit, verifies its media token, and plays.
    func plays(_ resource: String, _ token: String) -> [Scene.Event] {
        [
            decides([resource: nil], token: token), .mark(.tokenVerified, token: token),
            .mark(.play, resource: resource, token: token),
        ]
    }

    /// Gets an error without a body.
    func fails(_ endpoint: String, _ status: Int64, at place: Members = [:]) -> Scene.Event {
        sends(endpoint, ["status": .integer(status)], at: place)
    }

    func logout(_ action: String, page: Int64? = nil) -> Scene.Event {
        var step: Members = ["mvpd": "Cablevision", "action": .string(action)]
        if let page { step["page"] = .integer(page) }
        return sends("logout", ["logouts": [.object(step)]], at: ["mvpd": "Cablevision"])
    }
}
