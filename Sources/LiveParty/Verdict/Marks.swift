import Foundation

/// What can be compared of two answers: short texts such as `hop0.status=302`.
///
/// What changes by itself has no mark: texts with digits, and the names of the users.
package struct Marks: Sendable, Hashable {
    /// All marks but words.
    package private(set) var strong: Set<String> = []
    /// The words of the last page and of the probe.
    package private(set) var words: Set<String> = []

    /// All marks.
    package var all: Set<String> { strong.union(words) }

    /// Creates the marks of an answer.
    ///
    /// - Parameters:
    ///   - seen: What the party did.
    ///   - names: The names of users that the message has.
    ///   - configured: The marks of acceptance of the configuration; `nil` to learn them.
    package init(_ seen: Observation, hiding names: [String] = [], configured: AcceptanceMarks? = nil) {
        if let configured {
            strong = configured.marks(of: seen)
            return
        }
        let hidden = Set(names.flatMap(Self.words))
        func shown(_ text: String) -> [String] { Self.words(text).filter { !hidden.contains($0) } }
        for (index, hop) in seen.hops.enumerated() {
            if let status = hop.status { strong.insert("hop\(index).status=\(status)") }
            strong.insert("hop\(index).address=" + hop.address.origin.authority + Self.stable(hop.address.path))
            for pair in (hop.address.query ?? "").split(separator: "&") {
                strong.insert("hop\(index).query=" + Self.stable(String(pair.prefix { $0 != "=" })))
            }
            for cookie in hop.cookies { strong.insert("hop\(index).cookie=" + Self.stable(cookie)) }
        }
        strong.insert("hops=\(seen.hops.count)")
        strong.insert("title=" + shown(seen.title).joined(separator: " "))
        words = Set(shown(seen.text).map { "page=\($0)" })
        // Some parties show a verdict only by the name.
        if names.contains(where: { Observation.shows($0, seen.text) }) { words.insert("page=a user's name") }
        if let probe = seen.probe {
            strong.insert("probe.status=\(probe.status)")
            words.formUnion(shown(probe.text).map { "probe=\($0)" })
            if names.contains(where: { Observation.shows($0, probe.text) }) { words.insert("probe=a user's name") }
        }
    }

    /// Returns a text with `#` in place of each part that has a digit or is very long.
    private static func stable(_ text: String) -> String {
        var (result, part) = ("", "")
        for character in text + "/" {
            if character.isLetter || character.isNumber {
                part.append(character)
            } else {
                result += (part.contains(where: \.isNumber) || part.count > 24 ? "#" : part) + String(character)
                part = ""
            }
        }
        return String(result.dropLast())
    }

    /// Returns the words of a text in lower case that have letters only.
    private static func words(_ text: String) -> [String] {
        let words: [Substring] = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.filter { (2...24).contains($0.count) && $0.allSatisfy(\.isLetter) }.map { String($0) }
    }
}

/// The marks of acceptance that a configuration gives, for a party whose marks cannot be learnt.
package struct AcceptanceMarks: Sendable, Hashable {
    /// The status of the consumer's answer.
    package var status: Int?
    /// The path to which the last redirect leads, with `*` for any text.
    package var location: String?
    /// A cookie that an answer sets.
    package var cookie: String?
    /// A text that the last page has.
    package var body: String?
    /// The status of the probe.
    package var probe: Int?

    /// Creates an empty value.
    package init() {}

    /// The names of the marks that are given.
    var names: Set<String> {
        Set(
            [
                status.map { "status=\($0)" }, location.map { "location=\($0)" }, cookie.map { "cookie=\($0)" },
                body.map { "body=\($0)" }, probe.map { "probe=\($0)" },
            ].compactMap(\.self))
    }

    /// Returns the names of the given marks that an answer has.
    func marks(of seen: Observation) -> Set<String> {
        var found: Set<String> = []
        if let status, seen.hops.first?.status == status { found.insert("status=\(status)") }
        if let location, seen.hops.count > 1, let last = seen.hops.last, Self.matches(last.address.path, location) {
            found.insert("location=\(location)")
        }
        if let cookie, seen.hops.contains(where: { $0.cookies.contains(cookie) }) { found.insert("cookie=\(cookie)") }
        if let body, seen.text.contains(body) || seen.title.contains(body) { found.insert("body=\(body)") }
        if let probe, seen.probe?.status == probe { found.insert("probe=\(probe)") }
        return found
    }

    /// Returns whether a text matches a pattern, in which `*` is any text.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, text.hasPrefix(first) else { return false }
        if parts.count == 1 { return text == pattern }
        var rest = text.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.range(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
