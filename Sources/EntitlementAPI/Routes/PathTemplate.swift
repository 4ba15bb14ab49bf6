import TVSimStructuredText

/// A path whose segments are literal text or parameters, such as `/api/v2/{serviceProvider}/sessions`.
package struct PathTemplate: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The path with its parameters in braces.
    package let text: String
    private let segments: [Segment]

    private enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    /// Creates a template from a path with parameters in braces.
    package init(_ text: String) {
        self.text = text
        segments = text.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// The names of the parameters, in order.
    package var parameters: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// Returns the decoded parameters of a path by name; `nil` if the path does not match.
    package func parameters(of path: Substring) -> [String: String]? { parameters(of: PathSegments(path)) }

    /// Returns the decoded parameters of a path by name; `nil` if the path does not match.
    ///
    /// A parameter matches one segment that is not empty and is percent-encoded UTF-8. A literal segment matches the
    /// same bytes only. All literals are compared before a parameter is decoded, because most templates do not match.
    func parameters(of path: PathSegments) -> [String: String]? {
        guard path.isAbsolute, path.segments.count == segments.count else { return nil }
        for case (.literal(let text), let octets) in zip(segments, path.segments) {
            guard octets.elementsEqual(text.utf8) else { return nil }
        }
        var parameters: [String: String] = [:]
        for case (.parameter(let name), let octets) in zip(segments, path.segments) {
            guard let value = PercentCoding.decode(octets, plusIsBlank: false), !value.isEmpty else { return nil }
            parameters[name] = value
        }
        return parameters
    }

    /// Returns the path with percent-encoded values of its parameters.
    package func path(with parameters: [String: String]) -> String {
        segments.reduce(into: "") { path, segment in
            switch segment {
            case .literal(let text): path += "/" + text
            case .parameter(let name): path += "/" + PercentCoding.encode(parameters[name] ?? "")
            }
        }
    }
}

/// The segments of a path, split once for the comparison with many templates.
struct PathSegments {
    /// Whether the path begins with a slash.
    let isAbsolute: Bool
    /// The text between the slashes, percent-encoded as received.
    let segments: ArraySlice<Substring.UTF8View.SubSequence>

    /// Splits a path.
    init(_ path: Substring) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        isAbsolute = parts[0].isEmpty
        segments = parts.dropFirst()
    }
}
