extension JSONReader {
    /// Reads a text that is one JSON document.
    ///
    /// - Throws: ``SourceError`` with the position of the first error.
    package static func document(
        _ text: String, mostNested: Int = JSONValue.mostNested
    ) throws(SourceError) -> SourceNode {
        try document(text, mostNested: mostNested, large: nil)
    }

    /// Reads a text that is one JSON document with a member that is too large to be kept as a tree.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - key: The key of the member in the outermost object.
    ///   - take: Takes the entries of the member's value one by one. The value is then an empty object in the result.
    /// - Returns: The document without these entries.
    /// - Throws: ``SourceError`` with the position of the first error; entries may have been taken before.
    package static func document(
        _ text: String, large key: String, taking take: @escaping (SourceNode.Entry) -> Void
    ) throws(SourceError) -> SourceNode {
        try document(text, mostNested: JSONValue.mostNested, large: LargeMember(key: key, take: take))
    }

    private static func document(
        _ text: String, mostNested: Int, large: LargeMember?
    ) throws(SourceError) -> SourceNode {
        var text = text
        let result = text.withUTF8 { octets in
            Result { () throws(MalformedJSON) in
                try read(UnsafeRawBufferPointer(octets), .document, mostNested: mostNested, large: large)
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
