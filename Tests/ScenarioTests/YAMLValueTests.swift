import TVSimScenario
import TVSimStructuredText
import Testing

/// YAML 1.2.2, 10.3.2: the core schema; 7.3 for quotes.
@Suite("A value in YAML")
struct YAMLValueTests {
    static let scalars: [(text: String, value: JSONValue)] = [
        ("", .null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null), ("nULL", "nULL"),
        ("true", true), ("True", true), ("TRUE", true), ("false", false), ("False", false), ("FALSE", false),
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("y", "y"), ("tRUE", "tRUE"),
        ("0", 0), ("7", 7), ("-7", -7), ("+7", 7), ("007", 7), ("9223372036854775807", 9_223_372_036_854_775_807),
        ("1.5", .number(1.5)), ("-.5", .number(-0.5)), ("1e3", .number(1_000)), ("1E-3", .number(0.001)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1e999", "1e999"), ("1_000", "1_000"),
        ("0x1F", "0x1F"), (".inf", ".inf"), (".nan", ".nan"), ("1.2.3", "1.2.3"), ("2026-01-01", "2026-01-01"),
        ("+", "+"), ("a", "a"), ("30d", "30d"), ("'7'", "7"), ("\"true\"", "true"), ("'~'", "~"), ("''", ""),
        ("\"a\\tb\"", "a\tb"), ("'it''s'", "it's"),
    ]

    @Test("is what the core schema says, and a text in quotes", arguments: scalars)
    func scalar(text: String, value: JSONValue) throws {
        let document = try #require(try YAMLReader.documents(in: "key: \(text)\n").first)
        #expect(document.value == ["key": value])
    }

    @Test("can be several documents, each with the places of its values")
    func documents() throws {
        let documents = try YAMLReader.documents(in: "a: [1, {b: 2}]\n---\n- x\n- y: z\n")
        #expect(documents.map(\.value) == [["a": [1, ["b": 2]]], ["x", ["y": "z"]]])
        #expect(try YAMLReader.documents(in: "").isEmpty)
    }

    /// What a profile does not need, with its place and the reason.
    static let refused = [
        ("? [a, b]\n: x\n", "1:3", "a key must be text, not a list"),
        ("x: 1\n? {a: b}\n: x\n", "2:3", "a key must be text, not a mapping"),
        ("<<: {a: b}\n", "1:1", "merge keys ('<<') are not supported: write the values again"),
        ("a: *b\n", "1:4", "aliases are not supported: write the value again"),
        ("a: 1\na: 2\n", "1:1", "'a' is given more than once"), ("a: &b 1\n", "1:4", "anchors are not supported"),
        ("{\"a\": 1, \"a\": 2}", "1:10", "'a' is given more than once"),
        ("a: [1\n", "2:1", "invalid YAML: "), ("a: b: c\n", "1:5", "invalid YAML: "),
    ]

    @Test("is refused at its place if YAML allows more than a profile needs", arguments: refused)
    func unsupported(text: String, place: String, reason: String) {
        let error = #expect(throws: SourceError.self) { try YAMLReader.documents(in: text) }
        #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
        #expect("\(error?.position.line ?? 0):\(error?.position.column ?? 0)" == place)
    }
}
