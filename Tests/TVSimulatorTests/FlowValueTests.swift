import Foundation
import TVSimCore
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("The values of an attempt")
struct FlowValueTests {
    private static func entry(_ kind: String, _ value: Members, _ verdict: String? = nil) -> JSONValue {
        var members: Members = ["at": "2026-01-01T00:00:00Z", "kind": .string(kind), "value": .object(value)]
        members["verdict"] = verdict.map(JSONValue.string)
        return .object(members)
    }

    /// The stored form of a request of a client.
    private static func request(
        _ endpoint: String?, _ verdict: String = "ok", client: String? = "c-1", details: Members = [:],
        status: Int64 = 200, path: String = "/x", more: Members = [:]
    ) -> JSONValue {
        var value: Members = [
            "codes": [], "details": .object(details), "explanation": "because", "method": "POST", "outcome": "done",
            "path": .string(path), "policies": [], "status": .integer(status), "verdict": .string(verdict),
        ]
        value["client"] = client.map(JSONValue.string)
        value["endpoint"] = endpoint.map(JSONValue.string)
        return entry("request", value.merging(more) { $1 }, verdict)
    }

    private static let register = request("register", details: ["software": "com.example.stream"])
    private static let other = request("register", client: "c-2", details: ["software": "com.example.other"])

    private static func flows(_ entries: [JSONValue]) throws -> [JSONValue] {
        var flows = JournalFlows()
        for (place, entry) in entries.enumerated() {
            flows.add(place + 1, try JournalKinds.all.entry(LogLine(number: place + 1, text: JSONText.line(entry))))
        }
        return try flows.flows.map { try JSONValue(json: Data(JSONText.line(FlowListing.Flow($0)).utf8)) }
    }

    private static func asked(_ mvpd: String, _ resources: [String] = []) -> Members {
        var subject: Members = ["mvpd": .string(mvpd)]
        if !resources.isEmpty { subject["resources"] = .array(resources.map(JSONValue.string)) }
        return ["subject": .object(subject)]
    }

    /// A request, and what its flow is about.
    static let subjects: [(request: JSONValue, subject: JSONValue?)] = [
        (
            request("authorize", more: asked("Dish", ["ESPN", "a b"])),
            ["kind": "resource", "names": ["ESPN", "a b"]]
        ),
        // A refused request has asked for the same.
        (
            request("authorize", "refused", status: 401, more: asked("Dish", ["ESPN"])),
            ["kind": "resource", "names": ["ESPN"]]
        ),
        (request("authorize", details: ["resources": "ESPN"]), ["kind": "resource", "names": ["ESPN"]]),
        (request("partnerSession", details: ["mvpd": "Dish"]), ["kind": "mvpd", "names": ["Dish"]]),
        (request("configuration"), nil),
        (request("sessionInformation"), ["kind": "endpoint", "names": ["sessionInformation"]]),
        (request(nil, "refused", status: 501, path: "/api/v1/config"), ["kind": "path", "names": ["/api/v1/config"]]),
        (entry("command", ["command": "signOut", "arguments": [:]], "changed"), nil),
    ]

    @Test("say what it is about, also if the request was refused", arguments: subjects.indices)
    func subject(_ index: Int) throws {
        let (request, subject) = Self.subjects[index]
        #expect(try Self.flows([request]).first?["subject"] == subject)
    }

    @Test("have the words that the app got, with the one who speaks")
    func details() throws {
        let said: JSONValue = [["by": "mvpd", "text": "Too many devices.", "resource": "ESPN"]]
        let denied = Self.request("authorize", "refused", more: ["said": said])
        #expect(try Self.flows([denied]).first?["details"] == said)
        #expect(try Self.flows([Self.request("authorize")]).first?["details"] == nil)
    }

    /// The requests of a silent sign-in over HTTP, the conditions as they were, and whether a profile was issued.
    static let conditions: [(requests: [JSONValue], held: JSONValue, issued: JSONValue?)] = [
        ([session([false], "fellBack")], [false], nil),
        ([session([true, true, true, true, false], "fellBack")], [true, true, true, true, false], nil),
        ([session(all)], .array(all), nil),
        ([session(all), profile("ok", 201)], .array(all + [true]), true),
        (
            [session(all), profile("refused", 400, ["failures": [["policy": "structure", "reason": "two"]]])],
            .array(all + [true]), false
        ),
        // Another refusal does not judge the response.
        ([session(all), request("partnerProfile", "refused", status: 401)], .array(all), nil),
        (
            [
                session(all),
                entry(
                    "providerAnswer",
                    [
                        "provider": "Dish", "subscriber": "a", "query": "attributeQuery", "requesters": [],
                        "answer": "timeout", "explanation": "late",
                    ], "failed"),
            ], .array(all + [false]), nil
        ),
    ]

    private static let all = [JSONValue](repeating: true, count: 6)
    private static func session(_ held: [JSONValue], _ verdict: String = "ok") -> JSONValue {
        request("partnerSession", verdict, more: ["conditions": .array(held)])
    }
    private static func profile(_ verdict: String, _ status: Int64, _ more: Members = [:]) -> JSONValue {
        let held: Members = ["conditions": [true]]
        return request("partnerProfile", verdict, status: status, more: held.merging(more) { $1 })
    }

    @Test("have the conditions of a client without the SDK as they were then", arguments: conditions.indices)
    func held(_ index: Int) throws {
        let (requests, held, issued) = Self.conditions[index]
        let flow = try #require(try Self.flows(requests).first)
        #expect(flow["conditions"] == held && flow["profileIssued"] == issued)
    }

    @Test("tell of a question that waits, until it is answered")
    func waiting() throws {
        func access(_ permission: String) -> JSONValue {
            Self.entry(
                "access",
                [
                    "app": "com.example.stream", "cause": "asked", "operation": "askForAccess",
                    "permission": .string(permission),
                ], permission == "granted" ? "ok" : nil)
        }
        let asked = try Self.flows([Self.register, access("notDetermined")])
        #expect(asked.last?["waiting"] == ["question": "access", "number": 2])
        let answered = try Self.flows([Self.register, access("notDetermined"), access("granted")])
        #expect(answered.allSatisfy { $0["waiting"] == nil })
    }

    @Test("tell what a sign-in waits for, until its user is signed in")
    func unfinished() throws {
        let needed = ["user": "signIn", "parameters": "parameters"]
        for (need, question) in needed {
            let begun = Self.request("session", more: ["needs": .string(need)])
            let flow = try Self.flows([begun, Self.request("profileByCode", more: ["needs": "user"])]).last
            #expect(flow?["waiting"] == ["question": .string(question), "number": 1] && flow?["verdict"] == "note")
            for end in [Self.request("profileByCode"), Self.request("profileByCode", "refused", status: 401)] {
                #expect(try Self.flows([begun, end]).last?["waiting"] == nil, "\(need) \(end)")
            }
        }
    }

    @Test("are those of the right app, also if the service or a browser asks for it")
    func twoApps() throws {
        func channel(_ client: String) -> JSONValue {
            Self.entry(
                "backChannel",
                [
                    "asked": "tokens", "explanation": "it gave them", "mvpd": "Dish", "outcome": "answered",
                    "client": .string(client),
                ], "ok")
        }
        let browser = Self.request("assertionConsumer", client: nil, more: ["subject": ["client": "c-1"]])
        let flows = try Self.flows([
            Self.register, Self.request("session"), Self.other, Self.request("session", client: "c-2"),
            channel("c-1"), channel("c-2"), browser,
        ])
        let signIns = flows.filter { $0["kind"] == "signIn" }
        #expect(signIns.map { $0["app"] } == ["com.example.stream", "com.example.other"])
        #expect(signIns.map { $0["numbers"] } == ["1-2,5,7", "3-4,6"])
    }

    /// A command with its arguments, and its sentence.
    static let sentences: [(command: String, arguments: JSONValue, sentence: String)] = [
        ("provider", ["id": "Cablevision", "set": ["defect": "xsw3"]], "Cablevision: defect → xsw3"),
        (
            "provider", ["id": "Cablevision", "set": ["denialText": "Not in your package."]],
            "Cablevision: denial text → “Not in your package.”"
        ),
        (
            "provider",
            ["id": "Cablevision", "set": ["subscribers": ["alice": ["denials": ["ESPN": "Too many devices."]]]]],
            "Cablevision: alice’s denial of ESPN → “Too many devices.”"
        ),
        (
            "provider", ["id": "Cablevision", "set": ["subscribers": ["alice": ["denials": ["ESPN": .null]]]]],
            "Cablevision: alice is denied ESPN"
        ),
        (
            "integration", ["requestor": "REF30", "mvpd": "Cablevision", "set": ["singleSignOn": false]],
            "REF30 · Cablevision: single sign-on → off"
        ),
        (
            "setPermission", ["bundleID": "com.example.stream", "access": "granted"],
            "Access of com.example.stream → granted"
        ),
        ("advance", "4h", "Clock + 4h"),
        (
            "signIn", ["provider": "Cablevision", "as": "alice", "expires": "+30d"],
            "alice signs in at Cablevision, until +30d"
        ),
        (
            "fault",
            ["at": "service.authorize", "error": "503", "headers": ["Retry-After": "30"], "after": 1, "times": 1],
            "Fault at service.authorize: 503, Retry-After 30, from call 2, 1 time"
        ),
        (
            "fault", ["at": "provider.attributeQuery", "error": "timeout", "times": 2],
            "Fault at provider.attributeQuery: timeout, 2 times"
        ),
        ("clearFaults", .null, "All faults are removed"),
        (
            "integration", ["requestor": "REF30", "mvpd": "Dish", "set": ["authorizationTTL": "1h"]],
            "REF30 · Dish: authorization TTL → 1h"
        ),
    ]

    @Test("have a sentence of each command", arguments: sentences.indices)
    func sentence(_ index: Int) throws {
        let (command, arguments, sentence) = Self.sentences[index]
        let value: Members = arguments == .null ? [:] : ["value": arguments]
        let entry = Self.entry(
            "command", ["command": .string(command), "arguments": .object(value)], "changed")
        #expect(try Self.flows([entry]).first?["sentence"]?.string == sentence)
    }

    @Test("have a sentence of each command that there is, which is not only its name")
    func everySentence() throws {
        for row in CommandTable.rows {
            let entry = Self.entry("command", ["command": .string(row.name), "arguments": .object([:])], "changed")
            let sentence = try #require(try Self.flows([entry]).first?["sentence"]?.string)
            #expect(!sentence.hasPrefix(row.name), "add the command to CommandSentence.swift")
        }
    }
}
