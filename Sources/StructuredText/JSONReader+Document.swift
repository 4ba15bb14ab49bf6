extension JSONReader {
    /// Reads a text that is one JSON document, with the places of its parts.
    ///
    /// - Throws: ``SourceError`` with the position of the first error.
    package static func document(
        _ text: String, mostNested: Int = JSONValue.mostNested
    ) throws(SourceError) -> SourceDocument {
        let (value, places) = try read(text, mostNested: mostNested, large: nil, isPlaced: true)
        return SourceDocument(value, places: places ?? Places(.start))
    }

    /// Reads a text that is one JSON document.
    ///
    /// - Throws: ``SourceError`` with the position of the first error.
    package static func value(of text: String) throws(SourceError) -> JSONValue {
        try read(text, mostNested: JSONValue.mostNested, large: nil, isPlaced: false).value
    }

    /// Reads a text that is one JSON document with a member that is too large to be kept as a tree.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - key: The key of the member in the outermost object.
    ///   - take: Takes the members of the member's value one by one. The value is then an empty object in the result.
    /// - Returns: The document without these members.
    /// - Throws: ``SourceError`` with the position of the first error; members may have been taken before.
    package static func value(
        of text: String, large key: String, taking take: @escaping (Members.Element) -> Void
    ) throws(SourceError) -> JSONValue {
        try read(
            text, mostNested: JSONValue.mostNested, large: LargeMember(key: key, take: take), isPlaced: false
        ).value
    }

    private static func read(
        _ text: String, mostNested: Int, large: LargeMember?, isPlaced: Bool
    ) throws(SourceError) -> (value: JSONValue, places: Places?) {
        var text = text
        let result = text.withUTF8 { octets in
            Result { () throws(MalformedJSON) in
                try read(
                    UnsafeRawBufferPointer(octets), .document, mostNested: mostNested, large: large,
                    isPlaced: isPlaced)
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
