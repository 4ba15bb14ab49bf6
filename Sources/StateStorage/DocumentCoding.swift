package import Foundation

/// Writes and reads documents as canonical JSON: sorted keys, so that equal values are equal bytes.
enum DocumentCoding {
    /// The instants that are kept, in milliseconds since 1970: those whose numbers every reader of JSON takes for the same.
    fileprivate static let kept: ClosedRange<Double> = -0x1p53...0x1p53

    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            guard let kept = date.asKept else {
                throw EncodingError.invalidValue(
                    date, .init(codingPath: encoder.codingPath, debugDescription: "no instant is no number"))
            }
            // Milliseconds are the resolution of the simulated clock; an integer round-trips exactly.
            try container.encode(Int64((kept.timeIntervalSince1970 * 1000).rounded()))
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from json: String, named name: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let milliseconds = try container.decode(Int64.self)
            guard kept.contains(Double(milliseconds)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such instant is written")
            }
            return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        }
        do {
            return try decoder.decode(type, from: Data(json.utf8))
        } catch {
            throw StateError(.malformedDocument, "the stored document '\(name)' is damaged: \(Self.summary(error))")
        }
    }

    /// Says where a document departs from its type, without quoting its content.
    private static func summary(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it does not decode" }
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
            context = found
        case .keyNotFound(let key, let found):
            return "'\((found.codingPath + [key]).map(\.stringValue).joined(separator: "."))' is missing"
        @unknown default:
            return "it does not decode"
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "it is not the JSON that belongs there" : "'\(path)' has a wrong value"
    }
}

extension Date {
    /// The instant as every store keeps it: in whole milliseconds, and the nearest that can be kept where an app names one
    /// beyond; `nil`: it is no number, and no instant.
    package var asKept: Date? {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        guard !milliseconds.isNaN else { return nil }
        let kept = DocumentCoding.kept
        return Date(timeIntervalSince1970: min(max(milliseconds, kept.lowerBound), kept.upperBound) / 1000)
    }
}
