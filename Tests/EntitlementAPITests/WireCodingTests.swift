import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

/// The wire is written as Foundation's `JSONEncoder` writes it, and accepts what its `JSONDecoder` accepts.
@Suite("JSON of the wire")
struct WireCodingTests {
    /// A message with a member of every kind.
    struct Message: Codable, Hashable {
        enum Choice: Codable, Hashable {
            case nothing
            case named(text: String, number: Int?)
        }
        enum Word: String, Codable, Hashable { case first, second }
        struct Inner: Codable, Hashable {
            var list: [Inner]?
            var 名前: String?
        }

        var text = ""
        var flag = true
        var whole = 0
        var long = Int64.min
        var byte = UInt8.max
        var short: Int16 = -7
        var real = 0.5
        var narrow: Float = 1.25
        var date = Date(timeIntervalSinceReferenceDate: 788_918_400)
        var absent: String?
        var present: Int? = 4
        var word = Word.second
        var choices: [Choice] = [.nothing, .named(text: "a/b", number: nil), .named(text: "", number: 1)]
        var inner = Inner(list: [Inner(list: nil, 名前: "ü"), Inner(list: [], 名前: nil)], 名前: "日本")
        var members: [String: [Int?]] = ["z": [1, nil], "a": [], "B": [3]]
        var numbered: [Int: String] = [2: "b"]
        var moment = Milliseconds(1_767_225_600_000)
        var any: Members = ["n": .null, "x": [1, .number(2.5), "t", false], "o": ["k": [:]]]
    }

    static let messages: [Message] = [
        Message(),
        Message(text: "\" and \\ and / and \u{0}\u{8}\u{9}\u{A}\u{B}\u{C}\u{D}\u{1F}\u{7F}\u{2028}😀é", flag: false),
        Message(whole: .min, real: -0.001, narrow: 3), Message(whole: .max, real: 1e21), Message(real: 1e-7),
        Message(real: 123_456_789), Message(long: .max, byte: 0, present: nil, choices: [], members: [:], any: [:]),
    ]

    @Test("a message has the same bytes, and both read it", arguments: messages)
    func sameBytes(message: Message) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let expected = try encoder.encode(message)
        let written = try WireCoding.encode(message)
        #expect(String(decoding: written, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
        #expect(try WireCoding.decode(Message.self, from: expected) == message)
        #expect(try JSONDecoder().decode(Message.self, from: written) == message)
    }

    @Test("a number that JSON does not have is not written", arguments: [Double.nan, .infinity])
    func noSuchNumber(number: Double) {
        #expect(throws: EncodingError.self) { try WireCoding.encode(["a": number]) }
        #expect(throws: EncodingError.self) { try WireCoding.encode(["a": JSONValue.number(number)]) }
    }

    /// A type that demands one member, and may have another.
    struct Small: Codable, Hashable {
        var a: Int
        var b: String?
    }

    @Test(
        "a text is accepted or rejected as by JSONDecoder",
        arguments: [
            "", " ", "null", "1", "[]", "{}", #"{"a":1}"#, " {\"a\"\n:\t1\r} ", #"{"a":1}x"#, #"{"a":1"#, #"{"a" 1}"#,
            #"{"a":1 "b":"x"}"#, #"{a:1}"#, #"{'a':1}"#, #"{"a":"1"}"#, #"{"a":null}"#, #"{"a":true}"#,
            #"{"a":1.0}"#, #"{"a":1e3}"#, #"{"a":1.5}"#, #"{"a":01}"#, #"{"a":-1}"#, #"{"a":+1}"#, #"{"a":.5}"#,
            #"{"a":9223372036854775807}"#, #"{"a":9223372036854775808}"#, #"{"a":1,"b":null}"#, #"{"a":1,"b":2}"#,
            #"{"a":1,"b":"\u00e9\ud83d\ude00"}"#, #"{"a":1,"b":"\ud83d"}"#, #"{"a":1,"b":"\x"}"#,
            #"{"a":1,"b":"\u12"}"#,
            "{\"a\":1,\"b\":\"\n\"}", #"{"a":1,"c":[{"d":[1,{}]},"x"]}"#, "\u{FEFF}{\"a\":1}", "{\"a\":1,\"b\":\"é\"}",
            #"{"a":1,"c":tru}"#, #"{"a":1,"c":}"#, #"[{"a":1}]"#, "{\"a\":1}\u{0}",
        ])
    func sameVerdict(text: String) {
        let data = Data(text.utf8)
        let expected = try? JSONDecoder().decode(Small.self, from: data)
        #expect((try? WireCoding.decode(Small.self, from: data)) == expected)
    }

    @Test("a comma before a closing bracket is rejected", arguments: [#"{"a":1,}"#, #"{"a":1,"c":[1,]}"#])
    func trailingComma(text: String) {
        #expect(throws: MalformedJSON.self) { try WireCoding.decode(Small.self, from: Data(text.utf8)) }
    }

    @Test("bytes that are not UTF-8 are rejected")
    func notUTF8() {
        let octets = Data(#"{"a":1,"b":""#.utf8) + [0xFF] + Data(#""}"#.utf8)
        #expect(throws: MalformedJSON.self) { try WireCoding.decode(Small.self, from: octets) }
    }

    @Test("the first of several equal keys is used, also in a large object")
    func equalKeys() throws {
        let many = (0..<40).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let text = #"{\#(many),"a":1,"a":2,"k3":99}"#
        #expect(try WireCoding.decode(Small.self, from: Data(text.utf8)).a == 1)
        #expect(try WireCoding.decode([String: Int].self, from: Data(text.utf8))["k3"] == 3)
    }

    /// A message of which one value has another structure, and the path of that value.
    static let damaged: [(change: (old: String, new: String), path: String)] = [
        ((#""whole":0"#, #""whole":"0""#), "whole"), ((#""whole":0,"#, ""), "whole"),
        ((#""byte":255"#, #""byte":256"#), "byte"), ((#""word":"second""#, #""word":"third""#), "word"),
        ((#""list":[]"#, #""list":7"#), "inner.list.1.list"), ((#""B":[3]"#, #""B":[3,{}]"#), "members.B.1"),
        ((#""number":1"#, #""number":true"#), "choices.2.named.number"), ((#""flag":true"#, #""flag":null"#), "flag"),
    ]

    @Test("names the value that has another structure by its path, as Foundation does", arguments: damaged)
    func pathOfError(_ change: (old: String, new: String), _ path: String) throws {
        let text = String(decoding: try WireCoding.encode(Message()), as: UTF8.self)
        try #require(text.contains(change.old), "\(text)")
        let data = Data(text.replacingOccurrences(of: change.old, with: change.new).utf8)
        let error = try #require(throws: DecodingError.self) { try WireCoding.decode(Message.self, from: data) }
        var keys: [any CodingKey]
        switch error {
        case .keyNotFound(let key, let context): keys = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            keys = context.codingPath
        @unknown default: keys = []
        }
        #expect(keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") == path)
    }
}
