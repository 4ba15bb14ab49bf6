package import Settings
package import StateStorage
import StructuredText

extension StateKey {
    /// Creates a key whose value is stored as JSON in the form that its format writes.
    ///
    /// Decoding throws `StateError` if a key is unknown. A missing key has its default.
    package init(_ name: String, _ format: Format<Value>) {
        self.init(
            name, encode: { JSONText.line(format.write($0)) },
            decode: { text in
                do {
                    return try JSONReader.document(text).read { (node) throws(SourceError) in
                        try format.read(node, ReadingNotes(clock: SimulatedClock.defaultStart, isStored: true))
                    }
                } catch let error as SourceError {
                    throw StateError(
                        .malformedDocument, "the stored document '\(name)' is damaged: \(error.placedReason)")
                }
            })
    }
}
