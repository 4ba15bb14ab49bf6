import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// The form of a text, by which two texts are compared whose contents differ in every world.
enum TextForm: String, Sendable, Hashable {
    case empty = "an empty text"
    case removed = "a removed secret"
    case uuid = "a UUID"
    case code = "a code"
    case milliseconds = "milliseconds since 1970, as a text"
    case digits = "digits"
    case dateTime = "a date with a time"
    case url = "a URL"
    case path = "a path"
    case token = "a token"
    case base64XML = "XML in Base64"
    case base64 = "Base64"
    case text = "a text"

    /// Recognizes the form of a text.
    init(of text: String) {
        let octets = text.utf8
        if text.isEmpty {
            self = .empty
        } else if Redaction.isPseudonym(text) {
            self = .removed
        } else if octets.allSatisfy({ (48...57).contains($0) }) {
            self = octets.count == 13 ? .milliseconds : .digits
        } else if octets.count == 36, UUID(uuidString: text) != nil {
            self = .uuid
        } else if (6...7).contains(octets.count),
            octets.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) })
        {
            self = .code
        } else if RecordedTime.instant(text) != nil {
            self = .dateTime
        } else if text.hasPrefix("/"), !text.contains(" ") {
            self = .path
        } else if text.contains(":/"), text.firstMatch(of: /^[A-Za-z][A-Za-z0-9+.\-]*:\/[^\s]/) != nil {
            self = .url
        } else if octets.contains(UInt8(ascii: ".")),
            text.wholeMatch(of: /[A-Za-z0-9_\-]{4,}\.[A-Za-z0-9_\-]{4,}\.[A-Za-z0-9_\-]*/) != nil
        {
            self = .token
        } else if octets.count >= 12, let data = Data(base64Encoded: text) {
            self = data.first == UInt8(ascii: "<") ? .base64XML : .base64
        } else {
            self = .text
        }
    }

    /// Returns a text of the same form without the original's content.
    ///
    /// - Parameters:
    ///   - text: The original.
    ///   - number: Distinguishes it from the stand-ins of other texts.
    /// - Returns: The stand-in.
    func standIn(for text: String, number: Int) -> String {
        switch self {
        case .empty: ""
        case .removed: "<redacted \(number)>"
        case .uuid: "00000000-0000-4000-8000-" + Self.padded(number, to: 12)
        case .code: "R" + Self.padded(number, to: text.utf8.count - 1)
        case .milliseconds, .dateTime: text
        case .digits: String(number)
        case .url: Self.host(of: text)
        case .path: Self.route(of: text, number: number)
        case .token: "removed.token.\(number)"
        case .base64XML: Data("<removed number='\(number)'/>".utf8).base64EncodedString()
        case .base64: Data("removed-\(number)".utf8).base64EncodedString()
        case .text: "removed-\(number)"
        }
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits.suffix(width)
    }

    /// Returns the scheme and the host of a URL.
    private static func host(of text: String) -> String {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme else {
            return "https://removed.example/"
        }
        return parts.host.map { "\(scheme)://\($0)/" } ?? "\(scheme):/removed"
    }

    /// Returns the path of an endpoint without the values of its parameters; "/" for any other path.
    private static func route(of text: String, number: Int) -> String {
        let path = RequestTarget(text).path
        for endpoint in Endpoint.all {
            guard var parameters = endpoint.path.parameters(of: path) else { continue }
            for (name, value) in parameters where value != Partner.apple {
                parameters[name] = name == "code" ? TextForm.code.standIn(for: value, number: number) : "removed"
            }
            return endpoint.path.path(with: parameters)
        }
        return "/"
    }
}

/// Reads the times of HTTP archives.
enum RecordedTime {
    /// Reads an ISO 8601 time with any fraction of a second and any offset, as browsers and proxies write it.
    static func instant(_ text: String) -> Date? {
        // An expression takes far longer than a look at the first octet, and few texts of a recording are times.
        guard let first = text.utf8.first, (48...57).contains(first), text.utf8.count >= 20,
            let match = text.wholeMatch(
                of:
                    /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]+))?(Z|([+\-])([0-9]{2}):?([0-9]{2}))/
            ),
            let whole = TimeText.instant(match.output.1 + "Z")
        else { return nil }
        let fraction = match.output.2.flatMap { Double("0.\($0)") } ?? 0
        var offset = 0.0
        if let sign = match.output.4, let hours = match.output.5.flatMap({ Double($0) }),
            let minutes = match.output.6.flatMap({ Double($0) })
        {
            offset = (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
        }
        let instant = whole.addingTimeInterval(fraction - offset)
        return TimeText.range.contains(instant) ? instant : nil
    }
}
