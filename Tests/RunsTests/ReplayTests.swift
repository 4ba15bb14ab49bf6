import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementService
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// A journal leads to the state that it describes: `tvsim journal fork` and `tvsim profile from-journal`.
@Suite("A recorded flow")
struct ReplayTests {
    private static let profiles: [Profile] = {
        let folders = ["Profiles", "Examples"].map { Repository.root.appending(path: $0).path }
        let read = try? ProfileFiles.profiles(in: ProfileFiles.paths(folders, in: "/"))
        return (read ?? []).filter { $0.matrix == nil && $0.world.clockStart != .following }
    }()

    private func ran(_ profile: Profile) async throws -> World {
        let world = World(store: try World.state(of: profile.origin))
        _ = try await ProfileRunner().run(profile, in: world)
        return world
    }

    private func fresh(_ flow: RecordedFlow) throws -> World { World(store: try World.state(of: flow.origin)) }

    @Test("leads to the same state and the same journal, for the committed profiles")
    func committedProfiles() async throws {
        #expect(Self.profiles.count > 120)
        let profiles = Self.profiles.filter { !$0.flow.isEmpty }
        for profile in profiles[each: Thoroughness.isFull ? 1 : 3, from: 0] {
            let world = try await ran(profile)
            let flow = try RecordedFlow(of: world, named: "phone", through: nil)
            let copy = try fresh(flow)
            let steps = try await JournalReplay(of: flow).perform(in: copy)
            #expect(try copy.simulation.journal.entries() == world.simulation.journal.entries(), "\(profile.name)")
            // The written profile does the same, and its expectations are met.
            var written = Profile(flow.origin)
            written.flow = steps
            let text = written.text
            let read = try #require(try ProfileDecoder.decode(text: text, source: profile.source).first)
            #expect(read.flow.map(\.notation) == steps.map(\.notation), "\(profile.name)")
            let again = World(store: try World.state(of: read.origin))
            let record = try await ProfileRunner().run(read, in: again)
            let failures = record.steps.flatMap(\.failures)
            #expect(failures.isEmpty, "\(profile.name): \(failures)")
            let isRefused = try world.simulation.journal.entries().map(\.text).contains { $0.outcome == "refused" }
            if !isRefused {
                #expect(
                    try again.simulation.journal.entries() == world.simulation.journal.entries(), "\(profile.name)")
            }
        }
    }

    @Test("is written without the keys that make no difference, and keeps those that do in their order")
    func shortText() throws {
        let long = """
            schema: 1
            name: short
            seed: 0
            device:
              platform: tvOS
              apps: {com.example.stream: {access: denied, usageDescription: true}}
            viewer: {accessPrompt: allow, signIn: none}
            flow: [{logout: }, {setRequestor: REF30}]
            """
        let read = try #require(try ProfileDecoder.decode(text: long, source: "long.yaml").first)
        let text = read.text
        let written = try JSONValue(json: Data(text.utf8))
        let access: JSONValue = ["com.example.stream": ["access": "denied"]]
        let expected: JSONValue = [
            "schema": 1, "name": "short", "device": ["platform": "tvOS", "apps": access],
            "viewer": ["accessPrompt": "allow"],
            "flow": ["logout", ["setRequestor": "REF30"]],
        ]
        #expect(written == expected, "\(text)")
        let again = try #require(try ProfileDecoder.decode(text: text, source: "long.yaml").first)
        #expect(again.text == text && again.flow.map(\.notation) == read.flow.map(\.notation))
    }

    private static let steps: [JSONValue] = [
        ["setOptions": ["visitorID": "v-1"]], "setRequestor", "checkAuthentication",
        ["getAuthentication": ["force": true, "data": ["email": "a@b.example"]]],
        ["getAuthentication": ["filter": ["TV_PROVIDERS": ["Dish"], "FEATURED_TV_PROVIDERS": ["Dish"]]]],
        ["setSelectedProvider": "Dish"], ["setSelectedProvider": .null], "getSelectedProvider",
        ["checkAuthorization": "news"], ["getAuthorization": "news"], ["getMetadata": "userID"],
        ["getMetadata": "deviceID"], ["getMetadata": "authentication"], ["getMetadata": ["authorization": "news"]],
        ["checkPreauthorizedResources": ["resources": ["news"], "cache": false]],
        ["checkPreauthorizedResources": ["news", "sports"]], "logout", "relaunch", "foreground",
        ["permission": "denied"], ["setPermission": ["bundleID": "com.example.other", "access": "granted"]],
        ["settings": ["platform": "tvOS"]], ["advance": "1d"], ["setClock": "2026-03-01T00:00:00Z"], "setRequestor",
    ]

    @Test("has each call and each command as a flow writes it")
    func notation() async throws {
        var profile = Profile(.builtIn)
        profile.flow = try Self.steps.map { try ProfileDecoder.step($0, of: profile) }
        let flow = try RecordedFlow(of: try await ran(profile), named: "phone", through: nil)
        let actions = try await JournalReplay(of: flow).perform(in: try fresh(flow)).map(\.action)
        // `foreground` is a second `setRequestor`.
        let expected = profile.flow.map(\.action).map { action -> FlowStep.Action in
            if action == .foreground { .call(.setRequestor("REF30")) } else { action }
        }
        #expect(actions == expected)
    }

    @Test("begins at the last reset, and ends at the entry that is asked for")
    func part() async throws {
        let world = World(store: try World.state(of: .builtIn))
        for command in [#"{"permission":"denied"}"#, #""reset""#, #"{"permission":"granted"}"#, #"{"advance":"1d"}"#] {
            try world.perform(text: command)
        }
        let flow = try RecordedFlow(of: world, named: "phone", through: 3)
        let copy = try fresh(flow)
        let actions = try await JournalReplay(of: flow).perform(in: copy)
        #expect(actions.map(\.notation) == [["permission": "granted"]])
        #expect(try copy.device.permissions().mapValues(\.rawValue) == ["com.example.stream": "granted"])
        let reset = try RecordedFlow(of: world, named: "phone", through: 2)
        #expect(try await JournalReplay(of: reset).perform(in: try fresh(reset)).isEmpty)
    }

    /// What a flow cannot repeat: what is done in a world, and the beginning of the error.
    private static let obstacles: [(name: String, work: @Sendable (World) async throws -> Void, error: String)] = [
        ("empty", { _ in }, "the journal of device 'phone' is empty"),
        (
            "cleared",
            { world in
                try world.perform(text: "permission: denied")
                try world.forgetJournal()
                try world.perform(text: "advance: 1d")
            }, "the journal begins with entry 2, and the state before it is unknown"
        ),
        (
            "a client over HTTP",
            { world in
                try world.perform(text: "permission: denied")
                let request = HTTPRequest(method: .get, scheme: "https", authority: "sp.example", path: "/activate")
                _ = try await WorldTransport(world).send(request, body: Data())
            },
            "cannot repeat entry 2, 'EntitlementService: GET /activate: 200 code page': no command and no call of the SDK"
        ),
        (
            "a change that is not in the journal",
            { world in
                try world.perform(text: "permission: denied")
                try world.device.setPermission(.granted, for: "com.example.other")
            }, "the state does not follow from the journal: the document 'device/"
        ),
        (
            "an import", { try $0.recordReplacement(.import) },
            "cannot repeat entry 1, 'Command: import: done': a flow cannot repeat an import of the state"
        ),
        (
            "a clock that follows the wall clock", { try $0.perform(text: "followClock") },
            "cannot repeat entry 1, 'Command: followClock: done': a flow cannot repeat the time of a clock that follows"
        ),
        (
            "a password",
            { try $0.perform(text: "provider: {id: Dish, set: {subscribers: {zoe: {password: hunter2}}}}") },
            "cannot repeat entry 1, 'Command: provider: done': the journal does not keep the secret in 'provider'"
        ),
        (
            "long arguments",
            { world in
                let name = String(repeating: "x ", count: 600)
                try world.perform(text: "provider: {id: Dish, set: {displayName: \(name)}}")
            },
            "cannot repeat entry 1, 'Command: provider: done': the journal keeps only the beginning of"
        ),
    ]

    @Test("is refused if the journal does not lead to the state", arguments: obstacles.map(\.name))
    func refused(name: String) async throws {
        let row = try #require(Self.obstacles.first { $0.name == name })
        let world = World(store: try World.state(of: .builtIn))
        try await row.work(world)
        let error = try #require(
            await #expect(throws: CommandError.self) {
                let flow = try RecordedFlow(of: world, named: "phone", through: nil)
                try await JournalReplay(of: flow).perform(in: try fresh(flow))
            })
        #expect(error.reason.hasPrefix(row.error), "\(error.reason)")
    }

    @Test("is refused for an entry that the journal does not have, and for a profile that follows the wall clock")
    func withoutEntry() throws {
        let world = World(store: try World.state(of: .builtIn))
        for command in ["permission: denied", "advance: 1d"] { try world.perform(text: command) }
        for last in [0, 3] {
            let error = #expect(throws: CommandError.self) {
                try RecordedFlow(of: world, named: "phone", through: last)
            }
            #expect(error?.code == .notFound)
            #expect(error?.reason == "no entry \(last): the journal of device 'phone' has the entries 1 to 2")
        }
        let clock = try WorldOrigin(text: "schema: 1\nname: wall\nclock: follow\n", source: "a test")
        let other = World(store: try World.state(of: clock))
        try other.perform(text: "permission: denied")
        let error = #expect(throws: CommandError.self) { try RecordedFlow(of: other, named: "phone", through: nil) }
        #expect(error?.reason.hasPrefix("the clock follows the wall clock") == true, "\(error?.reason ?? "")")
    }

    @Test("is refused at a call of another app, and names what can be repeated")
    func otherApp() async throws {
        var profile = Profile(.builtIn)
        profile.flow = [FlowStep(.call(.setRequestor("REF30")))]
        let world = World(store: try World.state(of: .builtIn))
        try world.perform(text: "permission: denied")
        var other = profile
        other.world.app.bundleID = "com.example.other"
        _ = try await ProfileRunner().run(other, in: world)
        let error = try #require(
            await #expect(throws: CommandError.self) {
                let flow = try RecordedFlow(of: world, named: "phone", through: nil)
                try await JournalReplay(of: flow).perform(in: try fresh(flow))
            })
        #expect(
            error.reason == "cannot repeat entry 2, 'AccessEnabler: init: called': a flow has the calls of one app, "
                + "com.example.stream, and this one is of com.example.other; what led to entry 1 can be repeated")
    }

    @Test("leaves out a command that was refused")
    func refusedCommand() async throws {
        let world = World(store: try World.state(of: .builtIn))
        #expect(throws: CommandError.self) { try world.perform(text: "expireAccount") }
        try world.perform(text: "permission: denied")
        let flow = try RecordedFlow(of: world, named: "phone", through: nil)
        let steps = try await JournalReplay(of: flow).perform(in: try fresh(flow))
        #expect(steps.map(\.notation) == [["permission": "denied"]])
    }

    @Test("cannot end at the launch of an app, which belongs to its first call")
    func launch() async throws {
        var profile = Profile(.builtIn)
        profile.flow = [FlowStep(.call(.setRequestor("REF30")))]
        let world = try await ran(profile)
        let error = try #require(
            await #expect(throws: CommandError.self) {
                let flow = try RecordedFlow(of: world, named: "phone", through: 1)
                try await JournalReplay(of: flow).perform(in: try fresh(flow))
            })
        #expect(
            error.reason
                == "cannot repeat entry 1, 'AccessEnabler: init: called': the launch belongs to the call after it")
    }

    @Test("cannot end within a call, and names the entries at which it can")
    func withinACall() async throws {
        var profile = Profile(.builtIn)
        profile.flow = [FlowStep(.call(.setRequestor("REF30")))]
        let world = try await ran(profile)
        let last = try world.simulation.journal.lastNumber()
        try world.perform(text: "advance: 1d")
        let error = try #require(
            await #expect(throws: CommandError.self) {
                let flow = try RecordedFlow(of: world, named: "phone", through: 3)
                try await JournalReplay(of: flow).perform(in: try fresh(flow))
            })
        #expect(
            error.reason
                == "entry 3 is a decision during 'setRequestor', which ends with entry \(last); use that number")
    }
}
