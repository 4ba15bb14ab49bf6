import Foundation
import TVSimXMLSecurity
import Testing

/// Documents are refused by their first octets where libxml2 would read them in an encoding in which nothing could be
/// counted beforehand.
///
/// XML 1.0, 4.3.3 and appendix F.
struct EncodingTests {
    @Test(
        "refuses EBCDIC, which libxml2 detects by the first bytes, whatever encoding it declares",
        arguments: [
            "<a/>", #"<?xml version="1.0"?><a/>"#, #"<?xml version="1.0" encoding="UTF-8"?><a/>"#,
            #"<?xml version="1.0" encoding="IBM037"?><a/>"#,
        ])
    func refusesEBCDIC(_ text: String) {
        let error = #expect(throws: XMLError.self) { try XMLTree(Self.ebcdic(text)) }
        #expect(error?.policy == .wellFormed && error?.actual == "EBCDIC", "\(String(describing: error))")
    }

    @Test("names the encoding that the first octets show, with and without a byte order mark and a declaration")
    func namesEncodings() throws {
        func wide(_ text: String, _ order: [Int]) -> Data {
            Data(text.utf8.flatMap { octet in order.map { $0 == 3 ? octet : 0 } })
        }
        let marks: [(mark: [UInt8], order: [Int])] = [
            ([0, 0, 0xFE, 0xFF], [0, 1, 2, 3]), ([0xFF, 0xFE, 0, 0], [3, 2, 1, 0]),
        ]
        for text in ["<a/>", #"<?xml version="1.0" encoding="UTF-32"?><a/>"#, #"<?xml version="1.0"?><a/>"#] {
            for (mark, order) in marks {
                for document in [Data(mark) + wide(text, order), wide(text, order)] {
                    let error = #expect(throws: XMLError.self) { try XMLTree(document) }
                    #expect(error?.description.contains("but UTF-32, as its first octets show") == true)
                }
            }
            let error = #expect(throws: XMLError.self) { try XMLTree(wide(text, [1, 0, 3, 2])) }
            #expect(error?.description.contains("unusual order") == true, "\(String(describing: error))")
        }
        for text in ["+ADw-a/+AD4-", "+/v8-<a/>"] {
            let error = #expect(throws: XMLError.self) { try XMLTree(Data(text.utf8)) }
            #expect(error?.actual == "UTF-7", "\(String(describing: error))")
        }
        // What begins alike is not of another encoding.
        for text in ["Lo", "Lé", "+", "+A", "L", ""] {
            let error = #expect(throws: XMLError.self) { try XMLTree(Data(text.utf8)) }
            #expect(error?.description.contains("as its first octets show") != true, "\(text)")
        }
        for encoding in [String.Encoding.utf16, .utf8] {
            #expect(try XMLTree(try #require("<a>é</a>".data(using: encoding))).root().text() == "é")
        }
    }

    @Test(
        "refuses an encoding by its name, before it reads the document",
        arguments: ["UTF-7", "ISO-8859-1", "IBM037", "UTF-32", "ISO-10646-UCS-4", "utf-8x", ""])
    func refusesByName(_ name: String) throws {
        let text = "<?xml version='1.0' encoding='\(name)'?><a"
        for document in [Data(text.utf8), try #require(text.data(using: .utf16))] {
            let error = #expect(throws: XMLError.self) { try XMLTree(document) }
            #expect(error?.description.contains("neither UTF-8 nor UTF-16") == true, "\(String(describing: error))")
        }
    }

    @Test(
        "refuses an XML declaration that another reader could read differently",
        arguments: [
            #"<?xml version="1.0" encoding="UTF-8" encoding="UTF-7"?><a/>"#,
            #"<?xml version="1.0"encoding="UTF-7"?><a/>"#,
            #"<?xml version="1.0 encoding="UTF-7"?><a/>"#, #"<?xml version="1.0" encoding=UTF-7?><a/>"#,
            #"<?xml version="1.0 encoding='UTF-7'"?><a/>"#,
            #"<?xml version="1.0 encoding='UTF-8'" encoding="UTF-8"?><a/>"#,
            #"<?xml encoding="UTF-8" version="1.0"?><a/>"#, #"<?xml version="1.0" charset="UTF-8"?><a/>"#,
            #"<?xml version="1.0" encoding="UTF-8?><a/>"#, "<?xml ?",
            "<?xml \(String(repeating: " ", count: 2000))?><a/>",
        ])
    func refusesDeclaration(_ text: String) {
        let error = #expect(throws: XMLError.self) { try XMLTree(Data(text.utf8)) }
        #expect(error?.description.contains("XML declaration") == true, "\(String(describing: error))")
    }

    @Test(
        "reads a declaration in all valid forms",
        arguments: [
            #"<?xml version="1.0" encoding="UTF-8"?><a/>"#,
            "<?xml version='1.0' encoding='utf-8' standalone='yes' ?><a/>",
            "<?xml\tversion = \"1.0\"\n encoding\r=\n'US-ASCII'?><a/>", #"<?xml version="1.0"?><a/>"#, "\n<a/>",
            #"<?xml-stylesheet href="x" encoding="UTF-7"?><a/>"#,
        ])
    func readsDeclaration(_ text: String) throws {
        #expect(try tree(text).root().name == "a")
    }

    @Test("refuses UTF-16 that declares the other byte order, because libxml2 would continue in it")
    func refusesOtherOrder() throws {
        for (encoding, mark) in [
            (String.Encoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8]), (.utf16BigEndian, [0xFE, 0xFF]),
        ] {
            func document(_ name: String) throws -> Data {
                let text = "<?xml version='1.0' encoding='\(name)'?><a>é</a>"
                return Data(mark) + (try #require(text.data(using: encoding)))
            }
            let (own, other) = mark[0] == 0xFF ? ("UTF-16LE", "UTF-16BE") : ("UTF-16BE", "UTF-16LE")
            #expect(try XMLTree(document("UTF-16")).root().text() == "é")
            #expect(try XMLTree(document(own)).root().text() == "é")
            for name in [other, "UTF-8"] {
                #expect(failure { try XMLTree(document(name)) } == .wellFormed)
            }
        }
    }

    @Test("counts attributes and namespaces in tags only, not in text")
    func countsInTagsAlone() throws {
        for word in ["= ", "xmlns=", "'=", "\"="] {
            let text = String(repeating: word, count: 20_000)
            #expect(try tree("<a>\(text)</a>").root().text().count == text.trimmingCharacters(in: .whitespaces).count)
        }
        // No quotation mark outside a tag, and no '>' inside one, hides what follows.
        let many = (0..<5_000).map { " a\($0)=''" }.joined()
        for text in [
            "<a>'<b\(many)/></a>", "<a>\"<b x='>'\(many)/></a>", "<a><!-- ' --><b x=\">'\"\(many)/></a>",
            "<a><![CDATA[']]><b\(many)/></a>", "<a><?p '?><b\(many)/></a>",
        ] {
            let error = #expect(throws: XMLError.self) { try tree(text) }
            #expect(error?.description.contains("too many attributes") == true)
        }
    }

    /// A text of ASCII in IBM's code page 37.
    private static func ebcdic(_ text: String) -> Data {
        let signs: [Character: UInt8] = [
            "<": 0x4C, ">": 0x6E, "/": 0x61, "?": 0x6F, "=": 0x7E, "\"": 0x7F, " ": 0x40, ".": 0x4B, "-": 0x60,
        ]
        let runs: [(first: Character, last: Character, code: UInt8)] = [
            ("a", "i", 0x81), ("j", "r", 0x91), ("s", "z", 0xA2), ("A", "I", 0xC1), ("J", "R", 0xD1), ("S", "Z", 0xE2),
            ("0", "9", 0xF0),
        ]
        return Data(
            text.map { character in
                if let sign = signs[character] { return sign }
                for run in runs where run.first <= character && character <= run.last {
                    return run.code + ((character.asciiValue ?? 0) - (run.first.asciiValue ?? 0))
                }
                return 0x6F
            })
    }
}
