package import TVSimStateStorage
package import TVSimStructuredText

extension StateKey {
    /// Creates a key whose value is stored as JSON in the form that its format writes.
    ///
    /// Decoding throws `StateError` if a key is unknown. A missing key has its default. The key remembers the last text
    /// with its value: a server reads the configuration several times in each request, and it hardly ever changes.
    ///
    /// - Parameters:
    ///   - name: The name in the store.
    ///   - format: Reads and writes the value.
    ///   - complete: Adds what the document leaves out because it follows from the rest.
    package init(
        _ name: String, _ format: Format<Value>, complete: @escaping @Sendable (inout Value) -> Void = { _ in }
    ) {
        let last = Locked<(text: String, value: Value)?>(nil)
        self.init(
            name, encode: { JSONText.line(ordered: format.write($0)) },
            decode: { text in
                if let known = last.withLockedValue({ $0 }), known.text == text { return known.value }
                do {
                    var value = try format.read(
                        ValueCursor(try JSONReader.value(of: text)),
                        ReadingNotes(clock: SimulatedClock.defaultStart, isStored: true))
                    complete(&value)
                    last.withLockedValue { [value] in $0 = (text, value) }
                    return value
                } catch let error as SourceError {
                    throw StateError(
                        .malformedDocument, "the stored document '\(name)' is damaged: \(error.placedReason)")
                }
            })
    }
}
