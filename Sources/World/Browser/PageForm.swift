import Foundation

/// The form of a page: its action and its hidden fields.
package struct PageForm {
    let action: String
    let hidden: [(name: String, value: String)]
    /// Whether the form has nothing but a button that leads on.
    let onlyContinues: Bool
    /// Whether the fields are sent in the URL.
    let isGet: Bool
    /// Whether the form asks for the user's consent.
    let isConsent: Bool
    /// Whether a script sends the fields as JSON.
    let isFetched: Bool
    /// The steps of a form that has the fields of all.
    let steps: [String]
    private let fields: [String: String]
    /// The first account that the form offers; `nil` if it offers none.
    private let account: String?

    /// Returns the fields that a person fills in.
    ///
    /// - Parameters:
    ///   - answers: What the person enters.
    ///   - steps: The steps whose fields are filled in; `nil` for all fields of the form.
    ///   - accounts: The accounts that a script got for the form.
    /// - Returns: Names and values.
    func filled(
        with answers: ScriptedBrowser.Answers, in steps: [String]? = nil, accounts: [String] = []
    ) -> [(name: String, value: String)] {
        let values = [
            ("username", ["credentials", "userName"], answers.name),
            ("password", ["credentials", "password"], answers.password), ("code", ["code"], answers.code),
            ("account", ["account"], answers.account ?? accounts.first ?? account ?? ""),
        ]
        return values.compactMap { id, asking, value in
            guard let name = fields[id], steps == nil || steps?.contains(where: asking.contains) == true else {
                return nil
            }
            return (name, value)
        }
    }

    /// Reads the first form of a page; `nil` if the page has no form.
    package init?(_ page: String) {
        guard let start = page.range(of: "<form "),
            let end = page.range(of: "</form>", range: start.upperBound..<page.endIndex)
        else { return nil }
        let form = page[start.lowerBound..<end.lowerBound]
        let tags = form.split(separator: "<").map(String.init)
        action = tags.first { $0.hasPrefix("form ") }.flatMap { Self.attribute("action", of: $0) } ?? ""
        let opening = tags.first { $0.hasPrefix("form ") } ?? ""
        onlyContinues = Self.attribute("name", of: opening) == "continue"
        isGet = Self.attribute("method", of: opening) == "get"
        isConsent = tags.contains { $0.hasPrefix("button ") && Self.attribute("value", of: $0) == "consent" }
        isFetched = Self.attribute("data-form", of: opening) == "fetch"
        steps = tags.compactMap { Self.attribute("data-step", of: $0) }
        account = tags.first { $0.hasPrefix("option>") }.map { Self.unescape(String($0.dropFirst("option>".count))) }
        fields = tags.filter { $0.hasPrefix("input ") || $0.hasPrefix("select ") }.reduce(into: [:]) { found, tag in
            if let id = Self.attribute("id", of: tag) { found[id] = Self.attribute("name", of: tag) }
        }
        hidden = tags.filter { $0.hasPrefix("input ") && $0.contains("type=\"hidden\"") }.compactMap { tag in
            Self.attribute("name", of: tag).map { (name: $0, value: Self.attribute("value", of: tag) ?? "") }
        }
    }

    private static func attribute(_ name: String, of tag: String) -> String? {
        guard let start = tag.range(of: " \(name)=\""),
            let end = tag[start.upperBound...].firstIndex(of: "\"")
        else { return nil }
        return unescape(String(tag[start.upperBound..<end]))
    }

    static func unescape(_ text: String) -> String {
        text.replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
            .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&amp;", with: "&")
    }
}
