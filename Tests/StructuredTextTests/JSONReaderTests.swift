import Foundation
import TVSimStructuredText
import Testing

@Suite("JSON without a fixed shape")
struct JSONReaderTests {
    @Test(
        "is read as Foundation's decoder reads it",
        arguments: [
            "null", " true ", "false", "0", "-0", "-12", "9223372036854775807", "-9223372036854775808",
            "9223372036854775808", "18446744073709551616", "1.0", "1.5", "-0.0", "1e2", "1E+2", "5e-1", "1e18",
            "0.30000000000000004", "123456789012345678901234567890.5", #""""#, #""a""#, #""é\u00e9\ud83d\ude00""#,
            #""\"\\\/\b\f\n\r\t""#, "[]", "{}", "[ ]", "{ }", "[1,[2,[]],{}]", #"{"a":1,"b":{"c":[null]}}"#,
            #"{"a":1,"a":2}"#, #"{"e\u0301":1,"é":2}"#, "\u{FEFF}[1]", "\t\r\n[1\n,\r2]",
        ])
    func likeFoundation(_ text: String) throws {
        let value = try JSONValue(json: Data(text.utf8))
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
    }

    @Test(
        "is refused with the position if it breaks the grammar",
        arguments: [
            ("", 1), (" ", 2), ("[", 2), ("[1", 3), ("[1,", 4), ("[1,]", 4), ("[,1]", 2), ("[1 2]", 4), ("1 2", 3),
            ("01", 2), ("-", 2), ("+1", 1), (".5", 1), ("1.", 3), ("1e", 3), ("1e+", 4), ("1e400", 1), ("nul", 1),
            ("nulll", 5), ("True", 1), ("'a'", 1), ("NaN", 1), (#""a"#, 3), (#""\x""#, 3), (#""\u12""#, 4),
            (#""\u+123""#, 4), (#""\ud800""#, 8), (#""\udc00""#, 8), ("\"\n\"", 2), ("{", 2), (#"{"a"}"#, 5),
            (#"{"a":}"#, 6), (#"{"a":1,}"#, 8), (#"{a:1}"#, 2), (#"{"a":1 "b":2}"#, 8), (#"{1:1}"#, 2), ("[1}", 3),
            ("{]", 2),
        ])
    func broken(_ text: String, _ octet: Int) {
        let error = #expect(throws: (any Error).self) { try JSONValue(json: Data(text.utf8)) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("octet \(octet)"), "\(String(describing: error))")
    }

    @Test(
        "is refused if a string is not UTF-8",
        arguments: [[0x22, 0xFF, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x22]] as [[UInt8]])
    func notUnicode(_ octets: [UInt8]) {
        #expect(throws: (any Error).self) { try JSONValue(json: Data(octets)) }
    }

    @Test("nests up to the maximum depth", arguments: [("[", "]"), (#"{"a":"#, "}")])
    func depth(_ open: String, _ close: String) throws {
        func nested(_ levels: Int) -> Data {
            Data((String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)).utf8)
        }
        _ = try JSONValue(json: nested(JSONValue.mostNested))
        #expect(throws: (any Error).self) { try JSONValue(json: nested(JSONValue.mostNested + 1)) }
        // A stack has an end too.
        #expect(throws: (any Error).self) { try JSONValue(json: nested(1_000_000)) }
    }

    @Test("gives the entries of a large member one by one, with the errors of the whole document")
    func largeMember() throws {
        func read(_ text: String) throws -> (taken: [String], rest: String) {
            var taken: [String] = []
            let rest = try JSONReader.value(
                of: Data(text.utf8), .document, large: ["all"], most: 4, mostValues: 8
            ) { key, value in
                taken.append("\(key)=\(JSONText.line(ordered: value))")
            }
            return (taken, JSONText.line(ordered: rest))
        }
        let text = #"{"a": {"all": {"x": 1}}, "all": {"y": {"all": [2]},"# + "\n" + #""z": "3"}, "b": {"y": 4}}"#
        let (taken, rest) = try read(text)
        #expect(taken == [#"y={"all":[2]}"#, #"z="3""#])
        #expect(rest == #"{"a":{"all":{"x":1}},"all":{},"b":{"y":4}}"#)
        #expect(try read(#"{"all": [1, "a"]}"#) == (["=1", #"="a""#], #"{"all":[]}"#))
        for (text, reason) in [
            (#"{"all": [1, 2, 3, 4, 5]}"#, "'all' has more than 4 parts"),
            (#"{"all": [[1, 2, 3, 4], [1, 2, 3, 4, 5, 6, 7, 8]]}"#, "a part of 'all' has more than 8 values"),
            (#"{"a": [1, 2, 3, 4, 5, 6, 7, 8], "all": []}"#, "a part of 'all' has more than 8 values"),
        ] {
            let error = #expect(throws: MalformedJSON.self) { try read(text) }
            #expect(error?.reason == reason && error?.isOfLimit == true)
        }
        #expect(try read(#"[{"all": {"x": 1}}]"#) == ([], #"[{"all":{"x":1}}]"#))
        for text in [#"{"all": {"x": 1, "x": 2}}"#, #"{"all": {"x": }}"#, #"{"all": {}, "all": {}}"#, "{\"all\": {\n}"]
        {
            let expected = #expect(throws: SourceError.self) { try JSONReader.document(text) }
            let error = #expect(throws: MalformedJSON.self) { try read(text) }
            #expect(error?.position == expected?.position && error?.reasonInDocument == expected?.reason)
        }
    }
}
