package import Foundation

extension JSONReader {
    /// Reads a text that is one JSON document, with the places of its parts.
    ///
    /// - Throws: ``SourceError`` with the position of the first error.
    package static func document(
        _ text: String, mostNested: Int = JSONValue.mostNested
    ) throws(SourceError) -> SourceDocument {
        let (value, places) = try read(text, mostNested: mostNested, isPlaced: true)
        return SourceDocument(value, places: places ?? Places(.start))
    }

    /// Reads a text that is one JSON document.
    ///
    /// - Throws: ``SourceError`` with the position of the first error.
    package static func value(of text: String) throws(SourceError) -> JSONValue {
        try read(text, mostNested: JSONValue.mostNested, isPlaced: false).value
    }

    /// Reads bytes that are one JSON document with an object or an array that is too large to be kept as a tree.
    ///
    /// - Parameters:
    ///   - octets: The text in UTF-8.
    ///   - strictness: How strictly the text is read.
    ///   - mostNested: The maximum nesting depth of objects and arrays.
    ///   - path: The keys that lead to it.
    ///   - most: How many parts it has at most, because a value in memory is many times larger than its text.
    ///   - mostValues: How many values a part has at most, for the same reason.
    ///   - take: Takes the parts one by one, with their keys. The value is then empty in the result.
    /// - Returns: The document without these parts.
    /// - Throws: ``MalformedJSON`` with the position of the first error; parts may have been taken before.
    package static func value(
        of octets: some ContiguousBytes, _ strictness: Strictness, mostNested: Int = JSONValue.mostNested,
        large path: [String], most: Int, mostValues: Int,
        taking take: @escaping (_ key: String, _ value: JSONValue) -> Void
    ) throws(MalformedJSON) -> JSONValue {
        let large = LargeMember(path: path, most: most, take: take)
        let result = octets.withUnsafeBytes { octets in
            Result { () throws(MalformedJSON) in
                try read(
                    octets, strictness, mostNested: mostNested, mostValues: mostValues, large: large, isPlaced: false
                ).value
            }
        }
        return try result.get()
    }

    private static func read(
        _ text: String, mostNested: Int, isPlaced: Bool
    ) throws(SourceError) -> (value: JSONValue, places: Places?) {
        var text = text
        let result = text.withUTF8 { octets in
            Result { () throws(MalformedJSON) in
                try read(
                    UnsafeRawBufferPointer(octets), .document, mostNested: mostNested, mostValues: .max, large: nil,
                    isPlaced: isPlaced)
            }
        }
        do throws(MalformedJSON) {
            return try result.get()
        } catch {
            throw SourceError(
                error.isDuplicate ? .duplicateKey : .syntax, at: error.position, error.reasonInDocument)
        }
    }
}
