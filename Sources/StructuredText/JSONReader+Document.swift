extension JSONReader {
    /// Reads a text that is one JSON document.
    ///
    /// - Throws: ``SourceError`` with the position of the first error.
    package static func document(
        _ text: String, mostNested: Int = JSONValue.mostNested
    ) throws(SourceError) -> SourceNode {
        var text = text
        let result = text.withUTF8 { octets in
            Result { () throws(MalformedJSON) in
                try read(UnsafeRawBufferPointer(octets), .document, mostNested: mostNested)
            }
        }
        do throws(MalformedJSON) {
            return try result.get()
        } catch {
            throw SourceError(
                error.isDuplicate ? .duplicateKey : .syntax, at: error.position,
                error.isDuplicate ? error.reason : "invalid JSON: \(error.reason)")
        }
    }
}
