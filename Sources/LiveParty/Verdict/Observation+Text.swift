import Foundation
import TVSimCore
import TVSimStructuredText

extension Observation {
    /// The most characters of a page in a report.
    private static let longestText = 400

    /// Returns what the party did, for people and without secrets: no value of a query, of a cookie, or of a token.
    ///
    /// - Parameters:
    ///   - names: The marks that stand for the names of users.
    ///   - values: The attributes of the user, which are hidden where they are whole words.
    /// - Returns: A line for each answer, and the texts of the last page and of the probe.
    package func lines(
        showing names: [(name: String, mark: String)] = [], hiding values: [String] = []
    ) -> [String] {
        func safe(_ text: String) -> String {
            Self.safe(values.reduce(text) { Self.replacing($1, in: $0) }, names)
        }
        if let failure { return ["  no answer: \(failure)"] }
        var lines = hops.map { hop in
            let query = (hop.address.query ?? "").split(separator: "&").map { $0.prefix { $0 != "=" } }
            let shown = hop.address.place + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
            let status = hop.status.map { "status \($0)" } ?? "not opened"
            let cookies = hop.cookies.isEmpty ? "" : ", sets \(hop.cookies.joined(separator: ", "))"
            return "  \(shown): \(status)\(cookies)"
        }
        if !title.isEmpty { lines.append("  title: \(safe(title))") }
        if !text.isEmpty { lines.append("  page: \(safe(text))") }
        if let probe { lines.append("  probe: status \(probe.status): \(safe(probe.text))") }
        return lines.map(\.onOneLine)
    }

    /// Returns the beginning of a text without names, and without texts that look like tokens.
    private static func safe(_ text: String, _ names: [(name: String, mark: String)]) -> String {
        let named = names.reduce(String(text.prefix(4 * longestText))) {
            $0.replacingOccurrences(of: $1.name, with: $1.mark)
        }
        let words = named.split(separator: " ").map { word in
            let isToken = word.count >= 20 && word.contains(where: \.isNumber) && !word.hasPrefix("http")
            return isToken ? Redaction.pseudonym(of: String(word)) : Redaction.redact(String(word))
        }
        return String(words.joined(separator: " ").prefix(longestText))
    }
}
