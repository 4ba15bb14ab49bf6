import Foundation
package import TVSimStructuredText

/// The rows of a fault: profiles, commands and the stored document read and write its values by the same formats.
extension Fault {
    /// The rows of profiles and commands, without the operation and the error, which a catalogue knows.
    package static let rows: [Field<Fault>] =
        [id] + counts + selection + FaultShape.fields.fields.map { $0.lifted(to: \Fault.changes) }

    private static let id = Field<Fault>(
        "id", "The number of the fault, by which it can be removed. Default: the next one.",
        Formats.count(in: 1...Fault.largestID), ifSet: \.id)

    private static let counts: [Field<Fault>] = [
        Field(
            "after", "The number of matching operations that succeed before the first failure.", Formats.count(),
            unless: 0, into: \.after),
        Field(
            "times", "The number of operations that then fail. Default: all, until the fault is removed.",
            Formats.count(from: 1).orNull, from: { $0.times.map(Optional.some) }
        ) { (times, fault, _, _) throws(SourceError) in fault.times = times },
    ]

    private static let selection: [Field<Fault>] = [
        Field(
            "only",
            "The operations that match: those with all of these facts. With a resource, the other resources of a "
                + "decision are decided as usual.", FaultScope.fields.format, ifSet: \.only),
        Field(
            "probability", "The probability that a matching operation fails; the seed decides which ones do.",
            probability, ifSet: \.probability),
    ]

    /// The stored document, which also has what was counted.
    static let stored = ObjectFormat<Fault>(
        title: "a fault", defaults: Fault(operation: FaultOperation(rawValue: ""), error: nil),
        fields: [
            Field(
                "operation", "The operation that fails.",
                Formats.text.map({ FaultOperation(rawValue: $0) }, back: \.rawValue), required: true,
                into: \.operation),
            Field("error", "The error with which it fails.", Formats.text, ifSet: \.error),
            Field("after", "The number of operations that still succeed.", Formats.count(), into: \.after),
            Field("times", "The number of operations that still fail.", Formats.count(), ifSet: \.times),
            Field(
                "draws", "The number of operations for which the probability was drawn.",
                Formats.count(in: 0...Int.largestExact), ifSet: \.draws),
            Field("shape", "What changes in an answer.", FaultShape.fields.format, ifSet: \.shape),
        ] + [id] + selection)

    /// What the fault changes in an answer, also if it changes nothing.
    private var changes: FaultShape {
        get { shape ?? FaultShape() }
        set { shape = newValue }
    }

    private static let probability = Format<Double>(
        ["type": "number", "minimum": 0, "maximum": 1], write: { .number($0) }
    ) { (cursor, _) throws(SourceError) in
        let value: Double? =
            switch cursor.value {
            case .integer(let number): Double(number)
            case .number(let number): number
            case .string(let text): Double(text)
            default: nil
            }
        guard let value else { throw .wrongType(cursor, expected: "a number from 0 to 1") }
        guard (0...1).contains(value) else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "expected a number from 0 to 1, found \(JSONText.line(ordered: cursor.value))")
        }
        return value
    }
}

extension FaultPlan {
    static let fields = ObjectFormat<FaultPlan>(
        title: "the faults", defaults: FaultPlan(),
        fields: [
            Field(
                "faults", "The faults in the order in which they were added.",
                Formats.list(Fault.stored.format, of: "faults"), required: true, into: \.faults),
            Field(
                "last", "The largest number that a fault had.", Formats.count(in: 0...Fault.largestID), ifSet: \.last),
        ])
}

extension FaultScope {
    /// The rows of `only`.
    package static let fields = ObjectFormat<FaultScope>(
        title: "only", defaults: FaultScope(),
        fields: [
            Field("mvpd", "The MVPD, or the TV provider.", Formats.text, ifSet: \.mvpd),
            Field(
                "app", "The app: its bundle identifier, or the name in its software statement.", Formats.text,
                ifSet: \.app),
            Field("requestor", "The requestor.", Formats.text, ifSet: \.requestor),
            Field("resource", "One of the resources of a decision.", Formats.text, ifSet: \.resource),
            Field(
                "device", "The device: the text in its identifier, as `GET requests` shows it.", Formats.text,
                ifSet: \.device),
            Field("subscriber", "The subscriber's name.", Formats.text, ifSet: \.subscriber),
        ])
}
