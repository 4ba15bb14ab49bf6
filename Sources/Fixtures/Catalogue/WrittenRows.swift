import Foundation
import SAML

/// The same XML in other character encodings, and the same bytes in other Base64 forms.
///
/// Readers disagree about these documents before they parse the first element.
enum WrittenRows {
    static let all: [FixtureCase] = wide + mixed + broken + base64

    /// Creates a case about bytes; no app takes part, because the platform gives apps only text.
    private static func row(
        _ name: String, _ summary: String, why: String, resembles: String? = nil,
        _ policy: ValidationFailure.Policy? = .wellFormed, _ signature: ResponseRecipe.Signature = .unreadable,
        but exceptions: [ResponseRecipe.Exception] = [], _ octets: @escaping @Sendable (String) -> Data
    ) -> FixtureCase {
        ResponseRows.made(
            name, .encoding, summary, .octets(octets), policy, signature, policy == nil ? .believed : .refused,
            why: why, resembles: resembles, but: exceptions, isDefective: policy != nil
        ) { $0.app = nil }
    }

    private static func declared(_ encoding: String, _ xml: String) -> String {
        "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>" + xml
    }

    private static func wide(_ text: String, _ encoding: String.Encoding) -> Data {
        text.data(using: encoding) ?? Data()
    }

    private static let wide = [
        row(
            "utf16LittleEndian", "The document is in UTF-16 with its mark, the low octet first.",
            why: "XML obliges every reader to understand it; a filter that looks for ASCII sees nothing.", nil, .genuine
        ) { Data([0xFF, 0xFE]) + wide(declared("UTF-16", $0), .utf16LittleEndian) },
        row(
            "utf16BigEndian", "The document is in UTF-16 with its mark, the high octet first.",
            why: "XML obliges every reader to understand it; a filter that looks for ASCII sees nothing.", nil, .genuine
        ) { Data([0xFE, 0xFF]) + wide(declared("UTF-16", $0), .utf16BigEndian) },
        row(
            "utf8Mark", "The document begins with the mark of UTF-8.",
            why: "Editors and some servers put it there; it is not part of the text.", nil, .genuine
        ) { Data([0xEF, 0xBB, 0xBF]) + Data($0.utf8) },
    ]

    private static let mixed = [
        row(
            "utf16Declared", "The document says that it is in UTF-16, and is not.",
            why: "One reader believes the words, the other the octets."
        ) { Data(declared("UTF-16", $0).utf8) },
        row(
            "utf8DeclaredWide", "The document is in UTF-16, and says that it is in UTF-8.",
            why: "One reader believes the words, the other the octets.", .wellFormed, .genuine
        ) { Data([0xFF, 0xFE]) + wide(declared("UTF-8", $0), .utf16LittleEndian) },
        row(
            "latinDeclared", "The document says that it is in ISO 8859-1.",
            why: "A name with an accent becomes another one for whoever reads UTF-8.", .wellFormed, .genuine
        ) { Data(declared("ISO-8859-1", $0).utf8) },
        row(
            "utf32", "The document is in UTF-32.",
            why: "Hardly any reader knows it; a parser that guesses may read half of each character.",
            but: [ResponseRows.signxml(accepts: true, "lxml brings a libxml2 of its own, which knows UTF-32")]
        ) { Data([0xFF, 0xFE, 0, 0]) + wide(declared("UTF-32", $0), .utf32LittleEndian) },
    ]

    private static func spoiled(_ xml: String, _ octets: [UInt8]) -> Data {
        var data = Data(xml.utf8)
        if let place = data.range(of: Data(FixtureResponse.nameID.utf8)) {
            data.insert(contentsOf: octets, at: place.upperBound)
        }
        return data
    }

    private static let broken = [
        row(
            "invalidUTF8", "An octet stands in the name that UTF-8 does not have.",
            why: "A reader that leaves it out, or puts another in its place, reads another name."
        ) { spoiled($0, [0xFF]) },
        row(
            "overlongUTF8", "A < is written with two octets.",
            why: "Whoever takes it for one lets markup in behind every filter.",
            resembles: "CVE-2000-0884 (overlong forms of UTF-8)"
        ) { spoiled($0, [0xC0, 0xBC]) },
        row(
            "surrogateUTF8", "Half of a surrogate pair stands in the name.",
            why: "It is no character, and what readers make of it differs."
        ) { spoiled($0, [0xED, 0xA0, 0x80]) },
    ]

    /// Creates a case about Base64, which has no XML file.
    private static func written(
        _ name: String, _ summary: String, why: String, _ signature: ResponseRecipe.Signature = .unreadable,
        but exceptions: [ResponseRecipe.Exception] = [], isDefective: Bool = true,
        _ base64: @escaping @Sendable (Data) -> String
    ) -> FixtureCase {
        ResponseRows.made(
            name, .encoding, summary, .base64(base64), isDefective ? .wellFormed : nil, signature,
            isDefective ? .refused : .believed, why: why, but: exceptions, isDefective: isDefective
        ) { $0.app = nil }
    }

    /// Returns Base64 with padding; line feeds are appended to a document that needs no padding.
    private static func padded(_ document: Data) -> String {
        var document = document
        while document.count.isMultiple(of: 3) { document.append(UInt8(ascii: "\n")) }
        return document.base64EncodedString()
    }

    private static let base64 = [
        written(
            "wrappedBase64", "The Base64 has lines of seventy-six characters.",
            why: "Libraries for mail write it so, and readers must not mind.", .genuine, isDefective: false
        ) {
            $0.base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        },
        written(
            "urlSafeBase64", "The Base64 has the letters of URLs, - and _.",
            why:
                "A form's field takes the other alphabet; a reader that drops what it does not know reads something else."
        ) { $0.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_") },
        written(
            "plusAsBlank", "Each + of the Base64 has become a blank.",
            why: "The sender did not encode the form; a reader that drops blanks reads something else."
        ) { $0.base64EncodedString().replacing("+", with: " ") },
        written(
            "unpaddedBase64", "The Base64 lacks its padding.",
            why: "It may have been cut off; what is whole says so."
        ) { padded($0).replacing("=", with: "") },
        written(
            "doubleBase64", "The Base64 is encoded once more.",
            why: "A reader that decodes until something comes out takes what the sender never meant."
        ) { Data($0.base64EncodedString().utf8).base64EncodedString() },
        written(
            "secondBase64", "A second Base64 follows the first one's padding.",
            why: "One reader stops at the padding, the other goes on: they read different documents."
        ) { padded($0) + padded($0) },
        written(
            "deflatedResponse", "The response is compressed, as it is in URLs, and posted.",
            why: "Each binding has one encoding; a reader that tries the others can be made to inflate a bomb."
        ) { (try? Deflate.compress($0).base64EncodedString()) ?? "" },
        written(
            "deflateBomb", "What is posted would inflate to eight megabytes.",
            why: "A reader that inflates what it is not asked to can be filled by a kilobyte."
        ) { _ in (try? Deflate.compress(Data(count: 8 << 20)).base64EncodedString()) ?? "" },
        written(
            "paddingTooLong", "The Base64 has more padding than belongs to it.",
            why: "What is read from a text must be written as that text: else two texts are one message."
        ) { padded($0).replacing("=", with: "") + "====" },
        written(
            "looseBits", "The last letter of the Base64 has bits that no octet has.",
            why: "What is read from a text must be written as that text: else two texts are one message.",
            but: [ResponseRows.signxml(accepts: true, "Python's Base64 passes over them")]
        ) { document in
            var twoOver = document
            repeat { twoOver.append(UInt8(ascii: "\n")) } while twoOver.count % 3 != 2
            // The Base64 of a final line feed ends with "o" and has two unused bits; "p" sets one of them.
            return twoOver.base64EncodedString().dropLast(2) + "p="
        },
    ]
}
