import EntitlementAPI
import SimulatedDevice
import SimulationCore

/// The profile's `flow`: the table of its steps.
enum FlowFormat {
    /// One kind of step: its key, and how what stands behind the key becomes an action.
    struct Step: Sendable {
        let name: String
        let summary: String
        let argument: Format<FlowStep.Action>
        /// Whether the key can stand alone.
        let standsAlone: Bool

        init<Argument>(
            _ name: String, _ summary: String, _ format: Format<Argument>, standsAlone: Bool = false,
            _ action: @escaping @Sendable (Argument) -> FlowStep.Action
        ) {
            self.name = name
            self.summary = summary
            argument = format.map(action)
            self.standsAlone = standsAlone
        }

        /// A step without an argument.
        init(_ name: String, _ summary: String, _ action: FlowStep.Action) {
            self.name = name
            self.summary = summary
            standsAlone = true
            argument = Format(["type": "null"]) { (node, _) throws(ProfileError) in
                guard node.content == .null else {
                    throw ProfileError(.wrongType, at: node.position, "\(name) takes no argument, found \(node.kind)")
                }
                return action
            }
        }
    }

    static let steps: Format<[FlowStep]> = Format(
        ["type": ["array", "null"], "items": .object(schema)]
    ) { (node, notes) throws(ProfileError) in
        if node.content == .null { return [] }
        guard case .sequence(let items) = node.content else { throw .wrongType(node, expected: "a list of steps") }
        var steps: [FlowStep] = []
        for item in items { steps.append(try read(item, among: FlowTable.steps, notes)) }
        return steps
    }

    /// Reads one step of a table.
    static func read(
        _ node: SourceNode, among steps: [Step], _ notes: ReadingNotes
    ) throws(ProfileError) -> FlowStep {
        let line = node.position.line
        switch node.content {
        case .string(let name):
            let step = try step(named: name, among: steps, at: node.position)
            guard step.standsAlone else {
                throw ProfileError(.wrongType, at: node.position, "\(name) needs an argument: '\(name): …'")
            }
            let nothing = SourceNode(content: .null, position: node.position)
            return FlowStep(try step.argument.read(nothing, notes), line: line)
        case .mapping(let entries):
            let actions = entries.filter { $0.key != "expect" }
            // A misspelt 'expect' may stand before the action.
            let known = actions.first { entry in steps.contains { $0.name == entry.key } }
            guard let entry = known ?? actions.first else {
                throw ProfileError(.missingKey, at: node.position, "a step needs an action beside 'expect'")
            }
            let step = try step(named: entry.key, among: steps, at: entry.position)
            if let other = actions.first(where: { $0.key != entry.key }) {
                throw ProfileError(
                    .wrongType, at: other.position,
                    "a step has one action, and this one has '\(entry.key)' and '\(other.key)'",
                    suggestion: Suggestion.closest(to: other.key, among: ["expect"]))
            }
            let action = try step.argument.read(entry.value, notes)
            var expect: [CallbackPattern]?
            if let given = node.entry("expect") { expect = try expectations.read(given.value, notes) }
            return FlowStep(action, expect: expect, line: line)
        default:
            throw .wrongType(node, expected: "a step")
        }
    }

    private static func step(
        named name: String, among steps: [Step], at position: SourcePosition
    ) throws(ProfileError) -> Step {
        guard let step = steps.first(where: { $0.name == name }) else {
            throw ProfileError(
                .unknownKey, at: position, "there is no step '\(name)'",
                suggestion: Suggestion.closest(to: name, among: steps.map(\.name)))
        }
        return step
    }

    private static let expectations = Format<[CallbackPattern]>([
        "type": "array", "items": ["type": "string", "pattern": .string(expectationPattern)],
    ]) { (node, notes) throws(ProfileError) in
        guard case .sequence(let items) = node.content else {
            throw .wrongType(node, expected: "a list of callbacks")
        }
        var patterns: [CallbackPattern] = []
        for item in items {
            guard case .string(let line) = item.content else { throw .wrongType(item, expected: "text: a callback") }
            do throws(CallbackPattern.Trouble) {
                let pattern = try CallbackPattern(possible: line)
                patterns.append(pattern)
                for mvpd in pattern.mvpds {
                    notes.references.append(Reference(kind: .shownMVPD, name: mvpd, position: item.position))
                }
            } catch {
                throw ProfileError(
                    error.isUnknownName ? .unknownReference : .wrongValue, at: item.position, error.reason,
                    suggestion: error.suggestion)
            }
        }
        return patterns
    }

    private static var expectationPattern: String {
        "^(…|(\(CallbackPattern.names.joined(separator: "|")))(\\(.*\\))?)$"
    }

    private static let expectationSummary =
        "All the callbacks that the step must cause, in order; … alone stands for any number of them, as an argument for "
        + "one, and sendTrackingData is compared only where it is named."

    /// A step is one of the table's, with or without expectations.
    private static var schema: [String: JSONValue] {
        let expect = JSONValue.object(
            expectations.schema.merging(["description": .string(expectationSummary)]) { $1 })
        return schema(of: FlowTable.steps, with: ["expect": expect])
    }

    /// The schema of a table's steps, each with other keys beside it.
    static func schema(of steps: [Step], with others: [String: JSONValue]) -> [String: JSONValue] {
        let mappings = steps.map { step -> JSONValue in
            var argument = step.argument.schema
            argument["description"] = .string(step.summary)
            return [
                "type": "object", "additionalProperties": false, "required": [.string(step.name)],
                "properties": .object(others.merging([step.name: .object(argument)]) { $1 }),
            ]
        }
        let words = steps.filter(\.standsAlone).map { JSONValue.string($0.name) }
        return ["anyOf": .array([["enum": .array(words)]] + mappings)]
    }
}
