package import Settings
package import StateStorage
import StructuredText

extension StateKey {
    /// Creates a key whose value is stored as its format writes it: a profile's notation in JSON.
    ///
    /// A key that the format does not know damages the document; one that is missing has its default.
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
