import TVSimCore
import TVSimDevice
import TVSimStructuredText
import TVSimWorld

/// The format of a profile's `flow`: the table of its steps.
enum FlowFormat {
    /// One kind of step: its key, and the conversion of the key's value to an action.
    struct Step: Sendable {
        let name: String
        let summary: String
        let schema: Members
        let read: @Sendable (ValueCursor, ReadingNotes) throws(SourceError) -> FlowStep.Action
        /// Whether the key can be written without a value.
        let standsAlone: Bool

        init<Argument>(
            _ name: String, _ summary: String, _ format: Format<Argument>, standsAlone: Bool = false,
            _ action: @escaping @Sendable (Argument) -> FlowStep.Action
        ) {
            self.init(name, summary, format.schema, standsAlone) { (cursor, notes) throws(SourceError) in
                action(try format.read(cursor, notes))
            }
        }

        /// Creates a step without an argument.
        init(_ name: String, _ summary: String, _ action: FlowStep.Action) {
            self.init(name, summary, ["type": "null"], true) { (cursor, _) throws(SourceError) in
                guard cursor.value == .null else {
                    throw SourceError(.wrongType, at: cursor.path, "\(name) takes no argument, found \(cursor.kind)")
                }
                return action
            }
        }

        /// Creates a step that performs a command.
        init(_ row: any AnyCommandRow) {
            self.init(row.name, row.summary, row.schema, row.standsAlone) { (cursor, notes) throws(SourceError) in
                .command(try row.read(cursor, notes))
            }
        }

        private init(
            _ name: String, _ summary: String, _ schema: Members, _ standsAlone: Bool,
            read: @escaping @Sendable (ValueCursor, ReadingNotes) throws(SourceError) -> FlowStep.Action
        ) {
            self.name = name
            self.summary = summary
            self.schema = schema
            self.standsAlone = standsAlone
            self.read = read
        }
    }

    /// The steps of a flow: the app's actions, and the commands.
    static let flowSteps = appSteps + commands
    /// The app's actions.
    private static let appSteps = FlowTable.steps
    /// Every command, as a step.
    static let commands = CommandTable.rows.map(Step.init)

    static let steps: Format<[FlowStep]> = Format(
        ["type": ["array", "null"], "items": .object(schema)],
        write: { steps in .array(steps.map(written)) }
    ) { (cursor, notes) throws(SourceError) in
        if cursor.value == .null { return [] }
        guard let items = cursor.items else { throw .wrongType(cursor, expected: "a list of steps") }
        var steps: [FlowStep] = []
        for item in items { steps.append(try read(item, among: flowSteps, notes)) }
        return steps
    }

    /// Writes a step with the action before what it expects.
    private static func written(_ step: FlowStep) -> JSONValue {
        let notation = step.notation.sorted
        guard case .object(var members) = notation, let expect = members["expect"] else { return notation }
        members["expect"] = nil
        members["expect"] = expect
        return .object(members)
    }

    /// Decodes one step of a table.
    ///
    /// Error messages call it by the noun: a "step" of a profile, a "command" of a request. They suggest a similar
    /// step, or list all steps, of those that the caller accepts.
    static func read(
        _ cursor: ValueCursor, among steps: [Step], suggesting suggested: [Step]? = nil, as noun: String = "step",
        _ notes: ReadingNotes
    ) throws(SourceError) -> FlowStep {
        let suggested = suggested ?? steps
        switch cursor.value {
        case .string(let name):
            let step = try step(named: name, among: steps, suggesting: suggested, as: noun, at: cursor.path)
            guard step.standsAlone else {
                throw SourceError(.wrongType, at: cursor.path, "\(name) needs an argument: '\(name): …'")
            }
            return FlowStep(try step.read(ValueCursor(.null, at: cursor.path), notes))
        case .object:
            let actions = (cursor.entries ?? []).filter { $0.key != "expect" }
            // The first key may be a misspelled 'expect', so a known action is preferred.
            let known = actions.first { entry in steps.contains { $0.name == entry.key } }
            guard let entry = known ?? actions.first else {
                throw SourceError(
                    .missingKey, at: cursor.path, "missing action: a \(noun) needs one in addition to 'expect'")
            }
            let step = try step(named: entry.key, among: steps, suggesting: suggested, as: noun, at: entry.path)
            if let other = actions.first(where: { $0.key != entry.key }) {
                throw SourceError(
                    .wrongType, at: other.path,
                    "expected one action, found '\(entry.key)' and '\(other.key)'",
                    suggestion: Suggestion.closest(to: other.key, among: ["expect"]))
            }
            let action = try step.read(entry.value, notes)
            var expect: [CallbackPattern]?
            if let given = cursor["expect"] { expect = try expectations.read(given, notes) }
            return FlowStep(action, expect: expect)
        default:
            throw .wrongType(cursor, expected: "a \(noun)")
        }
    }

    private static func step(
        named name: String, among steps: [Step], suggesting suggested: [Step], as noun: String, at path: ValuePath
    ) throws(SourceError) -> Step {
        guard let step = steps.first(where: { $0.name == name }) else {
            let hint = Suggestion.closest(to: name, among: suggested.map(\.name))
            let known = hint == nil ? " (known: \(suggested.map(\.name).joined(separator: ", ")))" : ""
            throw SourceError(.unknownKey, at: path, "unknown \(noun) '\(name)'\(known)", suggestion: hint)
        }
        return step
    }

    private static let expectations = Format<[CallbackPattern]>(
        ["type": "array", "items": ["type": "string", "pattern": .string(expectationPattern)]], write: { _ in .null }
    ) { (cursor, notes) throws(SourceError) in
        guard let items = cursor.items else {
            throw .wrongType(cursor, expected: "a list of callbacks")
        }
        var patterns: [CallbackPattern] = []
        for item in items {
            guard case .string(let line) = item.value else { throw .wrongType(item, expected: "text: a callback") }
            do throws(CallbackPattern.Invalid) {
                let pattern = try CallbackPattern(possible: line)
                patterns.append(pattern)
                for mvpd in pattern.mvpds {
                    notes.references.append(Reference(kind: .shownMVPD, name: mvpd, path: item.path))
                }
            } catch {
                throw SourceError(
                    error.isUnknownName ? .unknownReference : .wrongValue, at: item.path, error.reason,
                    suggestion: error.suggestion)
            }
        }
        return patterns
    }

    private static var expectationPattern: String {
        "^(…|(\(CallbackPattern.names.joined(separator: "|")))(\\(.*\\))?)$"
    }

    private static let expectationSummary =
        "The expected callbacks of the step, in order. A line … matches any number of callbacks; … as an argument matches "
        + "one argument. sendTrackingData is compared only if a line names it."

    /// The schema of a flow's step, with or without expectations.
    private static var schema: Members {
        let expect = JSONValue.object(
            expectations.schema.merging(["description": .string(expectationSummary)]) { $1 })
        return schema(of: flowSteps, with: ["expect": expect])
    }

    /// Returns the schema of the steps of a table, each with further optional keys.
    static func schema(of steps: [Step], with others: Members) -> Members {
        let mappings = steps.map { step -> JSONValue in
            var argument = step.schema
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
