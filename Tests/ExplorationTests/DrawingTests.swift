import TVSimCore
import TVSimExploration
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("A drawn flow")
struct DrawingTests {
    private let drawer: StepDrawer

    init() throws {
        drawer = StepDrawer(
            profile: try ProfileDecoder.decode(["schema": 1, "name": "built-in"], source: "built-in"))
    }

    @Test("can have every kind of step, or a kind is left out for a reason")
    func everyKind() {
        let names = ProfileDecoder.stepKinds.map(\.name)
        #expect(StepDrawer.leftOut.keys.allSatisfy(names.contains))
        #expect(StepDrawer.leftOut.values.allSatisfy { !$0.isEmpty })
        var generator = SeededGenerator(seed: 1)
        var drawn: Set<String> = []
        for _ in 0..<2000 { drawn.insert(drawer.step(&generator).call) }
        #expect(drawn == Set(names).subtracting(StepDrawer.leftOut.keys))
    }

    @Test("is a valid profile")
    func isValid() throws {
        var generator = SeededGenerator(seed: 2)
        for number in 0..<200 {
            let steps = SequenceDrawer(drawer).sequence(from: [], &generator)
            let profile: JSONValue = [
                "schema": 1, "name": "drawn", "flow": .array(steps.map(\.notation)),
            ]
            let read = try ProfileDecoder.decode(profile, source: "flow \(number)")
            #expect(read.flow.map(\.action) == steps)
        }
    }

    @Test("has faults of the service of every kind: statuses, words and error codes")
    func kindsOfFaults() {
        var generator = SeededGenerator(seed: 4)
        var errors: Set<String> = []
        for _ in 0..<6000 {
            guard case .object(let step) = drawer.step(&generator).notation, case .object(let fault)? = step["fault"],
                case .string(let operation)? = fault["at"], operation.hasPrefix("service."),
                let error = fault["error"]
            else { continue }
            errors.insert(JSONText.line(ordered: error))
        }
        #expect(errors.contains { $0.contains("503") })
        #expect(errors.contains { $0.contains("unreachable") })
        #expect(errors.contains { $0.contains("_") })
    }

    @Test("depends on the seed alone")
    func isSeeded() {
        func flow(_ seed: UInt64) -> [FlowStep.Action] {
            var generator = SeededGenerator(seed: seed)
            return SequenceDrawer(drawer).sequence(from: [], &generator)
        }
        #expect(flow(3) == flow(3))
        #expect(flow(3) != flow(4))
    }

    @Test("begins in every state of an app, and has two to 24 steps, or up to six more than a known one")
    func beginnings() {
        var generator = SeededGenerator(seed: 5)
        let sequences = SequenceDrawer(drawer)
        let drawn = (0..<400).map { _ in sequences.sequence(from: [], &generator) }
        #expect(Set(drawn.map(\.count)) == Set(2...24))
        // The permission, the answers of the user and the requestor come in this order, each of them or not.
        let opening = ["permission", "viewer", "setRequestor"]
        var states: Set<[String]> = []
        for steps in drawn { states.insert(steps.prefix(3).map(\.call).filter(opening.contains)) }
        for state in [[], ["permission"], ["viewer"], ["setRequestor"], ["permission", "setRequestor"], opening] {
            #expect(states.contains(state), "\(state)")
        }
        let known = Array(repeating: FlowStep.Action.relaunch, count: 46)
        let longer = (0..<400).map { _ in sequences.sequence(from: [known], &generator) }
        #expect(longer.map(\.count).max() == 48)
        #expect(longer.contains { $0.starts(with: known) && $0.count == 47 })
        #expect(longer.contains { $0.first == .relaunch && !$0.starts(with: known.prefix(40)) })
    }

    @Test("has only steps that are allowed, also where it continues a known one")
    func allowed() {
        var generator = SeededGenerator(seed: 6)
        let sequences = SequenceDrawer(drawer) { $0.call == "logout" || $0.call == "relaunch" }
        for corpus in [[], [[FlowStep.Action.relaunch, .call(.logout)]]] {
            for _ in 0..<50 {
                let calls = Set(sequences.sequence(from: corpus, &generator).map(\.call))
                #expect(calls.isSubset(of: ["logout", "relaunch"]))
            }
        }
    }

    /// Arguments that decide what the SDK does, as steps of a profile.
    static let arguments: [JSONValue] = [
        ["setRequestor": "REF30"], "getAuthentication", ["getAuthentication": ["force": true]],
        ["getAuthentication": ["filter": ["TV_PROVIDERS": ["Cablevision"]]]],
        ["getAuthentication": ["data": ["genericData": "{}"]]], ["setSelectedProvider": .null],
        ["setSelectedProvider": "Cablevision"], ["checkAuthorization": "NobodysChannel"],
        ["getMetadata": "tokenSource"], ["getMetadata": "userID"], ["getMetadata": "authentication"],
        ["getMetadata": "deviceID"], ["getMetadata": ["authorization": "NobodysChannel"]],
        ["setOptions": ["handleSVC": true]], ["setOptions": ["handleSVC": false]], ["permission": "granted"],
        ["permission": "denied"], ["permission": "restricted"], ["permission": "notDetermined"], ["advance": "31d"],
        ["checkPreauthorizedResources": ["NobodysChannel"]],
    ]

    @Test("can have every argument that decides what the SDK does")
    func everyArgument() throws {
        var generator = SeededGenerator(seed: 7)
        var drawn: Set<JSONValue> = []
        var flags: [String: Set<JSONValue>] = [:]
        for _ in 0..<8000 {
            let notation = drawer.step(&generator).notation
            drawn.insert(notation)
            guard case .object(let step) = notation else { continue }
            for (kind, argument) in step {
                guard case .object(let keys) = argument else { continue }
                for (key, value) in keys { flags["\(kind) \(key)", default: []].insert(value) }
            }
        }
        for argument in Self.arguments {
            let step = try ProfileDecoder.step(argument, of: drawer.profile).action.notation
            #expect(drawn.contains(step), "\(step)")
        }
        #expect(flags["checkPreauthorizedResources cache"] == [false])
        #expect(flags["endSessions notify"] == [true, false])
        #expect(flags["signIn expires"]?.isSuperset(of: ["+30d", "+1h", "never"]) == true)
        #expect(flags["fault times"] == [1, 2])
        #expect(flags["fault after"] == [1])
    }

    @Test("signs in only subscribers of providers that the system supports")
    func signIns() {
        var generator = SeededGenerator(seed: 8)
        let supported = drawer.profile.providers.filter { $0.boarding == .supported }
        var people: Set<String> = []
        for _ in 0..<3000 {
            guard case .object(let step) = drawer.step(&generator).notation, case .object(let signIn)? = step["signIn"],
                let name = signIn["provider"]?.string, let person = signIn["as"]?.string
            else { continue }
            let provider = supported.first { $0.identifier == name }
            #expect(provider?.subscribers.contains { $0.name == person } == true, "\(person) at \(name)")
            people.insert("\(name) \(person)")
        }
        #expect(people.count == supported.reduce(0) { $0 + $1.subscribers.count })
    }

    @Test("is shrunk to the steps that are needed, with the simplest arguments")
    func shrinks() async throws {
        let notations: [JSONValue] = [
            ["setRequestor": "REF30"], "logout", "checkAuthentication",
            ["getAuthentication": ["force": true, "filter": ["TV_PROVIDERS": ["Dish", "Cablevision"]]]],
            "getSelectedProvider", ["advance": "1d"], "relaunch", "checkAuthentication", "foreground",
        ]
        let profile = drawer.profile
        let steps = try notations.map { try ProfileDecoder.step($0, of: profile).action }
        var count = 0
        let shrinker = Shrinker { steps in
            count += 1
            guard let logout = steps.firstIndex(of: .call(.logout)) else { return false }
            return steps[logout...].contains { $0.call == "getAuthentication" } && steps.last == .foreground
        }
        let shrunk = try await shrinker.shrunk(steps, in: drawer)
        #expect(shrunk.map(\.notation) == ["logout", "getAuthentication", "foreground"])
        #expect(count < 60)
    }
}
