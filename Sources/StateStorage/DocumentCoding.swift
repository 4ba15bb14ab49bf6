package import Foundation
import TVSimStructuredText

/// Encodes and decodes documents as canonical JSON with sorted keys, so that equal values have equal bytes.
package enum DocumentCoding {
    /// The instants that can be stored, in milliseconds since 1970: the integers that every JSON parser reads exactly.
    fileprivate static let kept: ClosedRange<Double> = -0x1p53...0x1p53

    /// Checks that a document can hold a value, which takes less time than to encode it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - document: The name of the document; `nil` for a line of the log.
    /// - Throws: ``StateError`` if it has a number that is not finite, or NaN as an instant.
    package static func check(_ value: some Encodable, in document: String?) throws {
        do {
            try DocumentCheck.check(value)
        } catch EncodingError.invalidValue(_, let context) {
            let holder = document.map { "the document '\($0)'" } ?? "a line of the log"
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw StateError(
                .malformedDocument,
                "\(holder) cannot hold its new value\(path.isEmpty ? "" : ", at '\(path)'"): \(context.debugDescription)"
            )
        }
    }

    /// Encodes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - document: The name of the document; `nil` for a line of the log.
    /// - Returns: The JSON.
    /// - Throws: As ``check(_:in:)``.
    package static func encode(_ value: some Encodable, in document: String?) throws -> String {
        try check(value, in: document)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            guard let kept = date.keptMilliseconds else {
                throw EncodingError.invalidValue(
                    date, .init(codingPath: encoder.codingPath, debugDescription: "it is not an instant"))
            }
            // The simulated clock has a resolution of milliseconds, and integers are decoded exactly.
            try container.encode(kept)
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from json: String, named name: String) throws
        -> Value
    {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let milliseconds = try container.decode(Int64.self)
            guard kept.contains(Double(milliseconds)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "the instant is out of range")
            }
            return Date(millisecondsSince1970: milliseconds)
        }
        do {
            return try decoder.decode(type, from: Data(json.utf8))
        } catch {
            throw StateError(.malformedDocument, "the stored document '\(name)' is damaged: \(Self.summary(error))")
        }
    }

    /// Describes which part of a document is invalid, without quoting its content.
    private static func summary(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it cannot be decoded" }
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
            context = found
        case .keyNotFound(let key, let found):
            return "'\((found.codingPath + [key]).map(\.stringValue).joined(separator: "."))' is missing"
        @unknown default:
            return "it cannot be decoded"
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "it has the wrong JSON type" : "'\(path)' has an invalid value"
    }
}

extension Date {
    /// The instant in whole milliseconds since 1970, as every store keeps it; `nil` for NaN.
    package var keptMilliseconds: Int64? {
        asKept?.millisecondsSince1970
    }

    /// The instant as every store keeps it: in whole milliseconds, limited to the range that can be stored; `nil` for
    /// NaN.
    package var asKept: Date? {
        let milliseconds = roundedMilliseconds
        guard !milliseconds.isNaN else { return nil }
        let kept = DocumentCoding.kept
        return Date(timeIntervalSince1970: min(max(milliseconds, kept.lowerBound), kept.upperBound) / 1000)
    }
}
