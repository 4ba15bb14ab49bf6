import Foundation
import TVSimSAML

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
            name, .encoding, summary, .octets(octets), policy, signature, policy == nil ? .accepted : .refused,
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
            "utf16LittleEndian", "The document is in UTF-16 little-endian, with a byte order mark.",
            why: "XML requires support for UTF-16. A filter that looks for ASCII sees nothing.", nil, .genuine
        ) { Data([0xFF, 0xFE]) + wide(declared("UTF-16", $0), .utf16LittleEndian) },
        row(
            "utf16BigEndian", "The document is in UTF-16 big-endian, with a byte order mark.",
            why: "XML requires support for UTF-16. A filter that looks for ASCII sees nothing.", nil, .genuine
        ) { Data([0xFE, 0xFF]) + wide(declared("UTF-16", $0), .utf16BigEndian) },
        row(
            "utf8Mark", "The document starts with the byte order mark of UTF-8.",
            why: "Editors and some servers add the mark. It is not part of the text.", nil, .genuine
        ) { Data([0xEF, 0xBB, 0xBF]) + Data($0.utf8) },
    ]

    private static let mixed = [
        row(
            "utf16Declared", "The document declares UTF-16, but is in UTF-8.",
            why: "Some readers use the declared encoding, others the detected one."
        ) { Data(declared("UTF-16", $0).utf8) },
        row(
            "utf8DeclaredWide", "The document is in UTF-16, but declares UTF-8.",
            why: "Some readers use the declared encoding, others the detected one.", .wellFormed, .genuine
        ) { Data([0xFF, 0xFE]) + wide(declared("UTF-8", $0), .utf16LittleEndian) },
        row(
            "latinDeclared", "The document declares ISO 8859-1.",
            why: """
                A reader that assumes UTF-8 reads another name if the name has an accent. XML 1.0, 4.3.3 allows other \
                encodings, and this verdict is stricter (Differences, S-24).
                """, .wellFormed, .genuine
        ) { Data(declared("ISO-8859-1", $0).utf8) },
        row(
            "utf32", "The document is in UTF-32.",
            why: """
                Few readers support UTF-32. A parser that guesses may read half of each character. XML 1.0, 4.3.3 allows \
                other encodings, and this verdict is stricter (Differences, S-24).
                """,
            but: [ResponseRows.signxml(accepts: true, "lxml includes its own libxml2, which supports UTF-32")]
        ) { Data([0xFF, 0xFE, 0, 0]) + wide(declared("UTF-32", $0), .utf32LittleEndian) },
    ]

    private static func spoiled(_ xml: String, _ octets: [UInt8]) -> Data {
        var data = Data(xml.utf8)
        if let place = data.range(of: Data(FixtureParties.nameEnd.utf8)) {
            let name = ">" + FixtureParties.name.written
            data.insert(contentsOf: octets, at: place.lowerBound + name.utf8.count)
        }
        return data
    }

    private static let broken = [
        row(
            "invalidUTF8", "The name contains a byte that is invalid in UTF-8.",
            why: "A reader that removes or replaces the byte reads another name."
        ) { spoiled($0, [0xFF]) },
        row(
            "overlongUTF8", "A '<' is encoded in two bytes, which is an overlong form.",
            why: "A decoder that accepts the overlong form lets markup bypass filters.",
            resembles: "CVE-2000-0884 (overlong forms of UTF-8)"
        ) { spoiled($0, [0xC0, 0xBC]) },
        row(
            "surrogateUTF8", "The name contains half of a surrogate pair.",
            why: "Half of a surrogate pair is not a character, and readers treat it differently."
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
            isDefective ? .refused : .accepted, why: why, but: exceptions, isDefective: isDefective
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
            "wrappedBase64", "The Base64 has lines of 76 characters.",
            why: "Mail libraries wrap lines, and readers must accept this.", .genuine, isDefective: false
        ) {
            $0.base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        },
        written(
            "urlSafeBase64", "The Base64 has the alphabet for URLs, with - and _.",
            why:
                "A form field has the standard alphabet. A reader that drops unknown characters reads other data."
        ) { $0.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_") },
        written(
            "plusAsBlank", "Each + of the Base64 was replaced by a space.",
            why: "The sender did not encode the form. A reader that drops spaces reads other data."
        ) { $0.base64EncodedString().replacing("+", with: " ") },
        written(
            "unpaddedBase64", "The Base64 has no padding.",
            why: "The text may be truncated. Padding shows that it is complete."
        ) { padded($0).replacing("=", with: "") },
        written(
            "doubleBase64", "The Base64 is encoded in Base64 again.",
            why: "A reader that decodes repeatedly accepts data that the sender did not intend."
        ) { Data($0.base64EncodedString().utf8).base64EncodedString() },
        written(
            "secondBase64", "A second Base64 text follows the padding of the first one.",
            why: "Some readers stop at the padding, others continue, so they read different documents."
        ) { padded($0) + padded($0) },
        written(
            "deflatedResponse",
            "The response is compressed as in the Redirect binding, but it is sent with the POST binding.",
            why: "Each binding has one encoding. A reader that tries others can be attacked with a compression bomb."
        ) { (try? Deflate.compress($0).base64EncodedString()) ?? "" },
        written(
            "deflateBomb", "The posted data would decompress to eight megabytes.",
            why: "A reader that decompresses posted data can run out of memory after a few kilobytes of input."
        ) { _ in (try? Deflate.compress(Data(count: 8 << 20)).base64EncodedString()) ?? "" },
        written(
            "paddingTooLong", "The Base64 has too much padding.",
            why: "Each message must have exactly one encoding. Otherwise, two texts are the same message."
        ) { padded($0).replacing("=", with: "") + "====" },
        written(
            "looseBits", "The last character of the Base64 has unused bits that are not zero.",
            why: "Each message must have exactly one encoding. Otherwise, two texts are the same message.",
            but: [ResponseRows.signxml(accepts: true, "Python's Base64 decoder ignores these bits")]
        ) { document in
            var twoOver = document
            repeat { twoOver.append(UInt8(ascii: "\n")) } while twoOver.count % 3 != 2
            // The Base64 of a final line feed ends with "o" and has two unused bits; "p" sets one of them.
            return twoOver.base64EncodedString().dropLast(2) + "p="
        },
    ]
}
