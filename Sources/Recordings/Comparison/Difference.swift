import TVSimEntitlementAPI
import TVSimStructuredText

/// A difference between a recorded response and the simulator's.
package struct Difference: Sendable, Hashable, Encodable {
    /// Where the responses differ: `status`, `header NAME`, or the JSON path of a member, such as `$.decisions[0].source`.
    package let path: String
    /// What the recording has there: a type, or a word of the API.
    package let recorded: String
    /// What the simulator has there, or what the schema of its answers allows.
    package let simulated: String
    /// The row of Differences that explains it; `nil` if none does.
    package var row: String?

    init(_ path: String, recorded: String, simulated: String) {
        self.path = path
        self.recorded = recorded
        self.simulated = simulated
    }

    /// The description of a missing member or header.
    static let nothing = "nothing"
}

/// The form of a number, by which two numbers are compared.
enum NumberForm: String, Sendable, Hashable {
    case milliseconds = "milliseconds since 1970"
    case seconds = "seconds since 1970"
    case number = "a number"

    /// Recognizes times of the years 2001 to 2286.
    init(of number: Int64) {
        switch number {
        case 1_000_000_000_000..<10_000_000_000_000: self = .milliseconds
        case 1_000_000_000..<10_000_000_000: self = .seconds
        default: self = .number
        }
    }
}

/// Describes a JSON value by its type, so that a report contains no text of a recording but words of the API.
enum ValueDescription {
    /// Returns the description of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The name of the member.
    /// - Returns: The description.
    static func text(_ value: JSONValue?, key: String) -> String {
        switch value {
        case nil: Difference.nothing
        case .null?: "null"
        case .bool(let flag)?: "\(flag)"
        case .integer(let number)? where key == "status": "\(number)"
        case .integer(let number)?: NumberForm(of: number).rawValue
        case .number?: "a fraction"
        case .string(let text)? where isComparedWord(text, key: key): "'\(text)'"
        case .string(let text)? where PublicMembers.anyText.contains(key) && !text.isEmpty: TextForm.text.rawValue
        case .string(let text)?: form(of: text)
        case .array(let items)?: items.isEmpty ? "an empty list" : "a list"
        case .object?: "an object"
        }
    }

    /// Returns the form of a text; that of an endpoint's path names the endpoint.
    private static func form(of text: String) -> String {
        let form = TextForm(of: text)
        guard form == .path else { return form.rawValue }
        let path = RequestTarget(text).path
        return Endpoint.api.first { $0.path.parameters(of: path) != nil }.map { "the path \($0.template)" }
            ?? form.rawValue
    }

    /// Returns whether the text of a member is compared as a word of the API.
    static func isComparedWord(_ text: String, key: String) -> Bool {
        PublicMembers.words.contains(key) && PublicMembers.keeps(text, key: key, in: "")
    }
}
