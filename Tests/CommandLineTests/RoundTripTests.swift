import Foundation
import TestSupport
import Testing

@Suite("What a command sets, another command shows", .waitsForPrograms)
struct RoundTripTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let set: [String]
        let show: String
        let expected: String
        var testDescription: String { "\(set.joined(separator: "; ")) → \(show)" }

        init(_ set: [String], _ show: String, _ expected: String) {
            self.set = set
            self.show = show
            self.expected = expected
        }
    }

    static let app = "com.example.stream"
    static let cases: [Case] = [
        Case([], "permission show", "com.example.stream  notDetermined\n"),
        Case(["permission grant"], "permission show com.example.stream", "granted\n"),
        Case(
            ["permission grant a.b", "permission deny"], "permission show",
            "a.b                 granted\ncom.example.stream  denied\n"),
        Case(
            ["permission restrict"], "permission show --format json",
            #"{"permissions":[{"access":"restricted","bundleID":"com.example.stream"}]}"# + "\n"),
        Case(
            ["permission revoke"], "permission show com.example.stream --format json",
            #"{"permissions":[{"access":"denied","bundleID":"com.example.stream"}]}"# + "\n"),
        Case(
            ["permission grant", "permission grant a.b", "permission reset a.b"], "permission show",
            "com.example.stream  granted\n"),
        Case(
            ["permission grant", "permission grant a.b", "permission reset"], "permission show",
            "com.example.stream  notDetermined\n"),
        Case([], "account show", "no user is signed in\n"),
        Case([], "account show --format json", #"{"account":null}"# + "\n"),
        Case(
            ["account sign-in Cablevision --as bob"], "account show", "Cablevision  bob  expires 2026-01-31T00:00:00Z\n"
        ),
        Case(["account sign-in Dish"], "account show", "Dish  carol  expires 2026-01-31T00:00:00Z\n"),
        Case(["account sign-in Dish --expires never"], "account show", "Dish  carol  expires never\n"),
        Case(
            ["account sign-in Dish --expires -1s"], "account show --format json",
            #"{"account":{"expired":true,"expires":"2025-12-31T23:59:59Z","provider":"Dish","#
                + #""signedInAt":"2026-01-01T00:00:00Z","subscriber":"carol"}}"# + "\n"),
        Case(
            ["account sign-in Dish --expires 2026-03-01T12:00:00Z"], "account show",
            "Dish  carol  expires 2026-03-01T12:00:00Z\n"),
        Case(
            ["account sign-in Dish", "account expire"], "account show", "Dish  carol  expired 2026-01-01T00:00:00Z\n"),
        Case(["account sign-in Dish", "account sign-out"], "account show", "no user is signed in\n"),
        Case(["account sign-in Dish", "account remove-provider"], "account show", "no user is signed in\n"),
        Case(
            ["account sign-in Dish --grant com.example.other"], "permission show",
            "com.example.other   granted\ncom.example.stream  notDetermined\n"),
        Case(
            ["viewer set systemPicker=none automaticSignIn=allow"], "viewer show --format json",
            #"{"accessPrompt":"ignore","appPicker":"none","automaticSignIn":"allow","secondScreen":"none","#
                + #""signIn":"none","systemPicker":"none"}"# + "\n"),
        Case(
            ["permission grant", "account sign-in Dish", "account sign-out"], "permission show",
            "com.example.stream  granted\n"),
        Case([], "clock show", "2026-01-01T00:00:00Z  frozen\n"),
        Case(["clock set 2026-06-01T00:00:00Z"], "clock show", "2026-06-01T00:00:00Z  frozen\n"),
        Case(
            ["clock advance 31d", "clock advance 90s"], "clock show --format json",
            #"{"mode":"frozen","now":"2026-02-01T00:01:30Z"}"# + "\n"),
        Case(
            [], "viewer show",
            "accessPrompt     ignore\nappPicker        none\nautomaticSignIn  ignore\nsecondScreen     none\nsignIn           none\n"
                + "systemPicker     cancel\n"),
        Case(
            ["viewer set accessPrompt=deny", "viewer reset"], "viewer show --format json",
            #"{"accessPrompt":"ignore","appPicker":"none","automaticSignIn":"ignore","secondScreen":"none","#
                + #""signIn":"none","systemPicker":"cancel"}"# + "\n"),
        Case(
            [], "provider list",
            "Cablevision  supported   Cablevision\nDish         supported   Dish Network\nSuddenlink   pickerOnly  Suddenlink\n"
        ),
        Case([], "fault list", "no faults\n"),
        Case([], "fault list --format json", #"{"faults":[]}"# + "\n"),
        Case(
            ["fault add service.token 503 --times 2 --after 1", "fault add provider.signIn timeout"], "fault list",
            "1  service.token    503      after 1  times 2\n2  provider.signIn  timeout  after 0  until cleared\n"),
        Case(
            ["fault add userAccountManager.update rejected --times 3", "fault add accountManager.interface rejected"],
            "fault list --format json",
            #"{"faults":[{"after":0,"at":"userAccountManager.update","error":"rejected","id":1,"times":3},"#
                + #"{"after":0,"at":"accountManager.interface","error":"rejected","id":2}]}"# + "\n"),
        Case(["fault add service.token 503", "fault clear"], "fault list --format json", #"{"faults":[]}"# + "\n"),
        Case(
            ["device create phone"], "device list --format json",
            #"{"devices":[{"name":"phone","profile":"built-in default","selected":false}]}"# + "\n"),
        Case(["device create a", "device create b", "device delete a"], "device list", "  b  built-in default\n"),
        Case(
            ["device create phone", "permission deny --device phone", "permission grant"],
            "permission show com.example.stream --device phone", "denied\n"),
        Case(
            ["device create phone", "permission deny --device phone", "device erase --device phone"],
            "permission show com.example.stream --device phone", "notDetermined\n"),
        Case(["permission deny", "device erase"], "permission show com.example.stream", "notDetermined\n"),
    ]

    @Test("and a successful change prints nothing", arguments: cases)
    func roundTrip(_ row: Case) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for command in row.set {
            let outcome = try tool.line(command)
            #expect(outcome.status == 0, "\(command): \(outcome.error)")
            #expect(outcome.output == "")
            #expect(outcome.error == "")
        }
        let shown = try tool.line(row.show)
        #expect(shown.status == 0)
        #expect(shown.output == row.expected)
    }

    @Test("including the user's answers, in the notation of a profile")
    func viewer() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.run("viewer", "set", "accessPrompt=allow", "systemPicker={choose: Cablevision, as: alice}")
        let second = try tool.run("viewer", "set", "secondScreen={as: alice, after: 15s}")
        #expect(second.error == "")
        #expect(
            try tool.line("viewer show --format json").output
                == #"{"accessPrompt":"allow","appPicker":"none","automaticSignIn":"ignore","#
                + #""secondScreen":{"after":"15s","as":"alice"},"signIn":"none","systemPicker":{"as":"alice","choose":"Cablevision"}}"#
                + "\n")
    }

    @Test("and a following clock follows the real time")
    func follow() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("clock follow")
        let shown = try tool.line("clock show --format json").output
        #expect(shown.contains(#""mode":"following""#))
        #expect(!shown.contains("2026-01-01T00:00:00Z"))
    }

    @Test("on the device that TVSIM_DEVICE names, which is created on first use")
    func environment() throws {
        let tool = try Tool(device: "ci-42")
        defer { tool.cleanUp() }
        #expect(try tool.line("permission deny").status == 0)
        #expect(try tool.line("device list").output == "* ci-42  built-in default\n")
    }

    @Test("and keeps files private")
    func privacy() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("permission deny")
        func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
        }
        #expect(try mode(tool.devicePath("default")) == 0o600)
        #expect(try mode(tool.home.appending(path: "devices").path) == 0o700)
    }
}
