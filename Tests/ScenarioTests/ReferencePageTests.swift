import Foundation
import TVSimIdentityProvider
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@Suite("The article of keys, events and faults")
struct ReferencePageTests {
    @Test("is what the profile format, the commands and the catalogue of faults say")
    func page() throws {
        try GeneratedFile.check(
            "docs/tvsim.docc/Reference/KeysEventsAndFaults.md", is: Self.page(), below: "ReferencePageTests")
    }

    @Test("has the JSON Schema of the format beside it, as a file for editors")
    func schema() throws {
        try GeneratedFile.check("docs/profile.schema.json", is: ProfileDecoder.schemaText() + "\n")
    }

    /// The generated part: the sections, each with its table.
    private static func page() throws -> String {
        let keys = rows(of: ProfileDecoder.schema, at: "").filter { !$0.key.hasPrefix("flow") }
        let sections: [(title: String, head: [String], rows: [[String]])] = [
            ("Keys of a profile", ["key", "values", "meaning"], keys.map { ["`\($0.key)`", $0.values, $0.summary] }),
            (
                "Providers and subscribers without a profile",
                ["provider", "subscriber", "password", "may watch"],
                WorldDescription.builtIn.providers.flatMap { provider in
                    provider.subscribers.map { subscriber in
                        [
                            "`\(provider.identifier)`", "`\(subscriber.name)`", "`\(subscriber.password)`",
                            code(subscriber.entitlements.map(\.rawValue)),
                        ]
                    }
                }
            ),
            (
                "Events of perform", ["event", "meaning"],
                CommandTable.rows.map { ["`\($0.name)`", $0.summary] }
            ),
            (
                "Faults", ["operation", "meaning", "errors"],
                try FaultCatalogListing().operations.map { operation in
                    ["`\(operation.operation)`", operation.summary, code(operation.errors)]
                }
            ),
        ]
        return sections.map { section in
            let lines = [section.head, section.head.map { _ in "---" }] + section.rows
            return "## \(section.title)\n\n"
                + lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    private struct Row {
        let key: String
        let values: String
        let summary: String
    }

    /// The keys of an object's schema, and of the objects in it.
    private static func rows(of schema: JSONValue, at path: String) -> [Row] {
        let properties = object(member("properties", of: schema)).sorted { $0.key < $1.key }
        return properties.flatMap { name, property in
            let key = path + name
            let row = Row(
                key: key, values: values(of: property), summary: cell(member("description", of: property)?.string ?? "")
            )
            return [row] + nested(property, at: key)
        }
    }

    private static func nested(_ schema: JSONValue, at key: String) -> [Row] {
        let own = rows(of: schema, at: key + ".")
        let named = member("additionalProperties", of: schema).map { rows(of: $0, at: key + ".NAME.") } ?? []
        let items = member("items", of: schema).map { rows(of: $0, at: key + "[].") } ?? []
        let alternatives = array(member("anyOf", of: schema)).flatMap { nested($0, at: key) }
        return own + named + items + alternatives
    }

    /// The values of a key: those that it lists, or its default.
    private static func values(of schema: JSONValue) -> String {
        let listed = array(member("enum", of: schema)).compactMap(\.string)
        let initial = member("default", of: schema).map { value in value.string ?? ((try? JSONText.line(value)) ?? "") }
        guard listed.isEmpty else {
            return code(listed) + (initial.map { listed.contains($0) ? "; default `\($0)`" : "" } ?? "")
        }
        return initial.map { "default `\(cell($0))`" } ?? ""
    }

    private static func code(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("\n", with: " ") }

    private static func member(_ name: String, of value: JSONValue) -> JSONValue? { object(value)[name] }

    private static func object(_ value: JSONValue?) -> [String: JSONValue] {
        if case .object(let members)? = value { members.dictionary } else { [:] }
    }

    private static func array(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let array)? = value { array } else { [] }
    }
}
