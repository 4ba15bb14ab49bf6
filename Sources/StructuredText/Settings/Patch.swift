package import Foundation

/// A change of some keys of a described value; the other keys keep their values.
///
/// ```swift
/// let patch = try Patch<Integration>(["enabled": false])
/// try patch.apply(to: &integration, at: now)
/// ```
package struct Patch<Target: TableDescribed>: Sendable, Hashable {
    /// The keys and values that change.
    package let values: Members

    /// Creates a patch.
    ///
    /// - Throws: ``SourceError`` if a key or value is not valid. References to other parts of a world are checked when
    ///   the patch is applied.
    package init(_ values: Members) throws(SourceError) {
        self.values = values
        var example = Target.example
        try Target.read(values, into: &example, at: TimeText.range.lowerBound)
    }

    /// A patch without changes.
    package static var empty: Patch<Target> { Patch(checked: [:]) }

    private init(checked values: Members) {
        self.values = values
    }

    /// Applies the patch to a value.
    ///
    /// - Parameters:
    ///   - target: The value.
    ///   - now: The instant from which offsets such as `+30d` count.
    /// - Throws: ``SourceError`` if the change is not valid for the value.
    package func apply(to target: inout Target, at now: Date) throws(SourceError) {
        try Target.read(values, into: &target, at: now)
    }

    /// The format of a change, which requires at least one key: an empty change is probably a mistake.
    package static var format: Format<Patch<Target>> {
        // The table of the target's fields is read when it is needed: a command makes the formats of all commands.
        Format(
            Target.fields.schema.merging(["minProperties": 1]) { $1 }, write: { .object($0.values) }
        ) { (cursor, notes) throws(SourceError) in
            guard cursor.value != .null, cursor.value != .object([:]) else {
                throw SourceError(
                    .wrongValue, at: cursor.path, "the change is empty: it must contain at least one key")
            }
            let wasChange = notes.isChange
            notes.isChange = true
            defer { notes.isChange = wasChange }
            var example = Target.example
            try Target.fields.read(cursor, into: &example, notes)
            guard case .object(let values) = cursor.value else { return Patch(checked: [:]) }
            return Patch(checked: values)
        }
    }
}
