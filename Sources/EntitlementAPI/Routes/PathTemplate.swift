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
    ///
    /// A parameter matches one segment that is not empty and is percent-encoded UTF-8. A literal segment matches the
    /// same bytes only.
    package func parameters(of path: Substring) -> [String: String]? {
        let given = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard given.count == segments.count + 1, given[0].isEmpty else { return nil }
        var parameters: [String: String] = [:]
        for (segment, octets) in zip(segments, given.dropFirst()) {
            switch segment {
            case .literal(let text):
                guard octets.elementsEqual(text.utf8) else { return nil }
            case .parameter(let name):
                guard let value = PercentCoding.decode(octets, plusIsBlank: false), !value.isEmpty else { return nil }
                parameters[name] = value
            }
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
