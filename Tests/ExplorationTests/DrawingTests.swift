import AccessEnabler
import Exploration
import Scenario
import SimulationCore
import StructuredText
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
