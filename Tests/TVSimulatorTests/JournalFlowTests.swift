import Foundation
import TVSimCore
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimRuns
@testable import TVSimScenario
@testable import TVSimulator

@Suite("The flows of a journal")
struct JournalFlowTests {
    /// The stored form of a request of a client.
    private static func request(
        _ endpoint: String?, _ verdict: String = "ok", client: String = "c-1", details: Members = [:],
        code: String? = nil, status: Int64 = 200, needs: String? = nil
    ) -> JSONValue {
        var value: Members = [
            "client": .string(client), "codes": .array(code.map { [.string($0)] } ?? []),
            "details": .object(details), "explanation": "because", "method": "POST",
            "outcome": "done", "path": "/x", "policies": [], "status": .integer(status),
            "verdict": .string(verdict),
        ]
        (value["endpoint"], value["needs"]) = (endpoint.map(JSONValue.string), needs.map(JSONValue.string))
        return [
            "at": "2026-01-01T00:00:00Z", "kind": "request", "verdict": .string(verdict), "value": .object(value),
        ]
    }

    private static func entry(_ kind: String, _ value: JSONValue, _ verdict: String? = nil) -> JSONValue {
        var members: Members = ["at": "2026-01-01T00:00:00Z", "kind": .string(kind), "value": value]
        members["verdict"] = verdict.map(JSONValue.string)
        return .object(members)
    }

    private static let register = request("register", details: ["software": "com.example.stream"])
    private static let other = request("register", client: "c-2", details: ["software": "com.example.other"])
    private static let token = request("token")
    private static let command = entry(
        "command", ["command": "signOut", "arguments": [:] as JSONValue], "changed")
    private static func access(_ permission: String) -> JSONValue {
        entry(
            "access",
            [
                "app": "com.example.stream", "cause": "asked", "operation": "checkAccessStatus",
                "permission": .string(permission),
            ], permission == "notDetermined" ? nil : permission == "denied" ? "refused" : "ok")
    }
    private static func call(_ name: String) -> JSONValue {
        entry("call", ["app": "com.example.stream", "arguments": [:] as JSONValue, "call": .string(name)])
    }

    /// The entries of a journal, and each flow with its entries, its kind and its verdict.
    static let journals: [(name: String, entries: [JSONValue], flows: [String])] = [
        ("nothing", [], []),
        (
            "a silent sign-in, which the registration joins, and which the profile ends",
            [
                register, token, request("configuration"), request("partnerSession"), request("partnerProfile"),
                request("profiles"),
            ], ["1-3 configuration ok", "4-5 silentSignIn ok", "6 profiles ok"]
        ),
        (
            "a registration, and what begins nothing and is refused: the registration is not what failed",
            [register, token, request("profiles", "refused")], ["1-2 registration ok", "3 profiles refused"]
        ),
        (
            "a registration, and the end of a silent sign-in that another client began",
            [register, token, request("partnerProfile", "refused")],
            ["1-2 registration ok", "3 silentSignIn refused"]
        ),
        (
            "a registration, and a path that the service does not have",
            [register, token, request("", "refused")], ["1-2 registration ok", "3 other refused"]
        ),
        (
            "a refusal of what begins nothing, after which the app attempts something else",
            [request("profiles", "refused"), request("authorize"), request("profiles")],
            ["1 profiles refused", "2 authorize ok", "3 profiles ok"]
        ),
        (
            "a silent sign-in that fell back, after which a regular one begins",
            [request("partnerSession", "fellBack"), request("session"), request("authenticate"), request("profiles")],
            ["1 silentSignIn fellBack", "2-4 signIn ok"]
        ),
        (
            "a sign-in whose user has not signed in: nothing is decided",
            [request("session", needs: "user"), request("authenticate")], ["1-2 signIn note"]
        ),
        (
            "an app that polls before its user has signed in, which does not end the sign-in",
            [
                request("session", needs: "user"), request("profileByCode", needs: "user"),
                request("profileByCode", needs: "user"), request("authenticate"), request("assertionConsumer"),
                request("profileByCode"),
            ], ["1-6 signIn ok"]
        ),
        (
            "a sign-in at an authorization server, and one on a second screen",
            [
                request("session", needs: "user"), request("authenticate"), request("authorizationReturn"),
                request("profiles"), request("session", needs: "user"), request("activation"),
                request("activationForm"), request("authenticate"), request("assertionConsumer"),
                request("activationDone"), request("profileByCode"),
            ], ["1-4 signIn ok", "5-11 signIn ok"]
        ),
        (
            "a sign-in that got what was missing, whose user then signs in",
            [
                request("session", needs: "parameters"), request("resume", needs: "user"), request("authenticate"),
                request("assertionConsumer"), request("profiles"),
            ], ["1-5 signIn ok"]
        ),
        (
            "a session of a user who is signed in already",
            [request("session")], ["1 signIn ok"]
        ),
        (
            "a path that no endpoint has, in the middle of a sign-in, which goes on",
            [request("session", needs: "user"), request(nil, "refused"), request("authenticate"), request("profiles")],
            ["1,3-4 signIn ok", "2 other refused"]
        ),
        (
            "a silent sign-in without access, whose refusal is only why it fell back",
            [access("denied"), request("partnerSession", "fellBack")], ["1-2 silentSignIn fellBack"]
        ),
        (
            "a question for access that its user refused",
            [access("denied")], ["1 access refused"]
        ),
        (
            "the refusal of one of several requests, which is the flow's verdict",
            [request("partnerSession"), request("partnerProfile", "refused")], ["1-2 silentSignIn refused"]
        ),
        (
            "two apps at once, whose requests interleave",
            [register, other, token, request("token", client: "c-2"), request("session", client: "c-2"), token],
            ["1,3,6 registration ok", "2,4-5 signIn ok"]
        ),
        (
            "a command of the test, which ends every flow",
            [register, command, token], ["1 registration ok", "2 command changed", "3 registration ok"]
        ),
        (
            "calls of the SDK, whose creation joins the first one",
            [call("init"), call("setRequestor"), token, call("checkAuthentication"), request("profiles", "failed")],
            ["1-3 call ok", "4-5 call failed"]
        ),
        (
            "an entry of no app, which belongs to the flow before it",
            [
                register,
                entry(
                    "signIn",
                    [
                        "answer": "accepted", "explanation": "right", "provider": "P", "subscriber": "s",
                    ], "ok"),
            ], ["1-2 registration ok"]
        ),
    ]

    private static func flows(_ entries: [JSONValue], finding text: String? = nil) throws -> JournalFlows {
        var flows = JournalFlows(finding: text)
        for (place, entry) in entries.enumerated() {
            flows.add(place + 1, try JournalKinds.all.entry(LogLine(number: place + 1, text: JSONText.line(entry))))
        }
        return flows
    }

    private static func listed(_ flow: JournalFlow) throws -> Members {
        guard case .object(let members) = try JSONValue(json: Data(JSONText.line(FlowListing.Flow(flow)).utf8)) else {
            return [:]
        }
        return members
    }

    @Test("follow from the kinds and endpoints of decisions", arguments: journals.indices)
    func grouping(_ index: Int) throws {
        let (name, entries, expected) = Self.journals[index]
        let found = try Self.flows(entries).flows.map { flow in
            let shown = try Self.listed(flow)
            return "\(shown["numbers"]?.string ?? "") \(shown["kind"]?.string ?? "") \(shown["verdict"]?.string ?? "")"
        }
        #expect(found == expected, "\(name)")
    }

    @Test("name the app, the MVPD, the code that decided and the conditions as far as they came")
    func values() throws {
        let condition = Self.entry(
            "condition",
            ["condition": "signedIn", "holds": false, "cause": ["signedOut": [:] as JSONValue] as JSONValue], "fellBack"
        )
        let met = Self.entry(
            "condition",
            [
                "condition": "permissionGranted", "holds": true,
                "cause": ["access": ["_0": "granted"] as JSONValue] as JSONValue,
            ], "ok")
        let known = try Self.flows([
            Self.register,
            Self.request(
                "partnerProfile", "refused", details: ["mvpd": "Dish"], code: "invalid_parameter_saml_response"),
            Self.command, Self.call("setRequestor"), met, condition,
        ])
        let refused = try Self.listed(known.flows[1])
        #expect(refused["app"] == "com.example.stream")
        #expect(refused["mvpd"] == "Dish")
        #expect(refused["code"] == "invalid_parameter_saml_response")
        #expect(refused["requests"] == 1)
        #expect(refused["lanes"] == ["app", "service"])
        let fellBack = try Self.listed(try #require(known.flows.last))
        #expect(fellBack["call"] == "setRequestor")
        #expect(fellBack["condition"] == "signedIn")
        #expect(fellBack["conditions"] == [true, false])
        #expect(fellBack["lanes"] == ["app", "sdk"])
        #expect(fellBack["reason"] == "no user is signed in at system level")
    }

    @Test("name the request that decided with its status, and the resources that an app asked about")
    func deciding() throws {
        let asked: Members = ["resources": "ESPN CNN"]
        for (request, resources, endpoint, status) in [
            (Self.request("authorize", details: asked), "ESPN CNN", "authorize", 200),
            (Self.request("authorize", "refused", details: asked, status: 403), "ESPN CNN", "authorize", 403),
            (Self.request("profiles", details: ["resources": ""]), nil, "profiles", 200),
            // A client that got no response.
            (Self.request("logout", "failed", status: 0), nil, "logout", nil),
            (Self.command, nil, nil, nil),
        ] as [(JSONValue, JSONValue?, JSONValue?, JSONValue?)] {
            let flow = try Self.listed(try #require(try Self.flows([request]).flows.first))
            #expect([flow["resources"], flow["endpoint"], flow["status"]] == [resources, endpoint, status])
        }
        // The worst request decides, wherever it stands.
        let session = Self.request("session", "failed", status: 503)
        let found = try Self.listed(try #require(try Self.flows([session, Self.request("resume")]).flows.first))
        #expect(found["numbers"] == "1-2" && found["endpoint"] == "session" && found["status"] == 503)
        // Of several such requests, the last.
        let later = Self.request("resume", "failed", status: 500)
        let last = try Self.listed(try #require(try Self.flows([session, later]).flows.first))
        #expect(last["numbers"] == "1-2" && last["endpoint"] == "resume" && last["status"] == 500)
    }

    @Test("keep the last question for access until its user or a command answers it")
    func question() throws {
        let asked = Self.access("notDetermined")
        for command in ["permission", "setPermission", "resetPermission", "app", "setApp", "resetApp", "reset"] {
            let answer = Self.entry(
                "command", ["command": .string(command), "arguments": [:] as JSONValue], "changed")
            #expect(try Self.flows([asked, answer]).unanswered == nil, "\(command)")
        }
        for (entries, waits) in [
            ([asked], true), ([asked, Self.command], true),
            ([asked, Self.access("granted")], false), ([Self.access("granted"), asked], true), ([], false),
        ] {
            #expect((try Self.flows(entries).unanswered != nil) == waits)
        }
    }

    /// What is done in a world in which a silent sign-in succeeds, and the verdict of the call.
    static let outcomes: [(change: String, verdict: String)] = [
        ("freezeClock", "ok"), ("permission: denied", "fellBack"), ("signOut", "fellBack"),
        ("expireAccount", "fellBack"), ("integration: {mvpd: Cablevision, set: {singleSignOn: false}}", "fellBack"),
        ("integration: {mvpd: Cablevision, set: {enabled: false}}", "fellBack"),
        ("integration: {mvpd: Cablevision, set: {degradation: AuthNAll}}", "fellBack"),
        ("provider: {id: Cablevision, set: {defect: expired}}", "refused"),
        ("fault: {at: service.sessionsSSO, error: 503}", "fault"),
        ("fault: {at: provider.attributeQuery, error: unreachable}", "fault"),
    ]

    @Test("are amber, neither green nor red, when a silent sign-in fell back", arguments: outcomes)
    func outcome(_ change: String, _ verdict: String) async throws {
        let flow = ExplanationTests.device() + "\nflow:\n  - \(change)\n  - setRequestor: REF30\n"
        let profile = try #require(try ProfileDecoder.decode(text: flow, source: "outcome.yaml").first)
        let world = World(store: MemoryStateStore())
        try world.install(profile)
        _ = try await ProfileRunner().run(profile, in: world)
        var flows = JournalFlows()
        for (place, entry) in try world.simulation.journal.entries().enumerated() { flows.add(place + 1, entry) }
        let call = try #require(try flows.flows.map(Self.listed).last { $0["kind"] == "call" })
        #expect(call["verdict"]?.string == verdict, "\(call)")
    }
}
