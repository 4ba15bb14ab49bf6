import Foundation

/// The white space at the ends of the texts in a canonical form.
///
/// Programs add it and take it away when they indent a document or trim a value. The octets are hostile, so they are
/// read in one forward pass.
struct TextEdges {
    private let octets: [UInt8]
    /// The texts of elements without children: where the text begins, and where the end tag begins.
    private var texts: [Range<Int>] = []

    /// The most texts that are searched for lost white space.
    private static let mostTexts = 48
    /// What programs put beside a value.
    private static let spaces = ["\n", " ", "\n  ", "\n    "].map { Array($0.utf8) }

    init(_ canonical: Data) {
        octets = Array(canonical)
        var start: Int?
        for place in octets.indices {
            switch octets[place] {
            case UInt8(ascii: ">"): start = place + 1
            case UInt8(ascii: "<"):
                let isEnd = place + 1 < octets.count && octets[place + 1] == UInt8(ascii: "/")
                if isEnd, let first = start, first < place { texts.append(first..<place) }
                start = nil
            default: break
            }
        }
    }

    /// Says which white space was added to or taken from a text, if a copy without the change fits.
    func cause(_ fits: (Data) -> Bool) -> String? {
        let padded = texts.filter { isSpace(octets[$0.lowerBound]) || isSpace(octets[$0.upperBound - 1]) }
        if let first = padded.first, fits(trimming(padded)) {
            let others = padded.count > 1 ? " and of \(padded.count - 1) others" : ""
            return "white space at the ends of the text of <\(name(after: first))>\(others) was added; without it, the "
                + "signature fits"
        }
        if padded.count > 1 {
            for text in padded.prefix(Self.mostTexts) where fits(trimming([text])) {
                return
                    "white space at the ends of the text of <\(name(after: text))> was added; without it, the signature "
                    + "fits"
            }
        }
        for text in texts.prefix(Self.mostTexts) where !padded.contains(text) {
            for space in Self.spaces {
                if fits(inserting(space, at: [text.upperBound])) {
                    return
                        "white space at the end of the text of <\(name(after: text))> was removed (trimmed); with it, the "
                        + "signature fits"
                }
            }
            if fits(inserting(Self.spaces[0], at: [text.lowerBound, text.upperBound])) {
                return
                    "white space around the text of <\(name(after: text))> was removed (trimmed); with it, the signature "
                    + "fits"
            }
        }
        return nil
    }

    private func isSpace(_ octet: UInt8) -> Bool { String.isXMLSpace(octet) }

    /// Returns the name in the end tag after a text, without its prefix.
    private func name(after text: Range<Int>) -> String {
        let tag = octets[text.upperBound...].dropFirst(2).prefix(80).prefix { $0 != UInt8(ascii: ">") }
        let name = tag.split(separator: UInt8(ascii: ":")).last ?? tag
        return String(decoding: name, as: UTF8.self)
    }

    /// Returns the form without the white space at the ends of some texts, which are in order.
    private func trimming(_ texts: [Range<Int>]) -> Data {
        var written: [UInt8] = []
        written.reserveCapacity(octets.count)
        var place = 0
        for text in texts {
            written += octets[place..<text.lowerBound]
            let content = octets[text].drop(while: isSpace)
            let last = content.lastIndex { !isSpace($0) }
            if let last { written += content[content.startIndex...last] }
            place = text.upperBound
        }
        return Data(written + octets[place...])
    }

    /// Returns the form with white space at some places, which are in order.
    private func inserting(_ space: [UInt8], at places: [Int]) -> Data {
        var written: [UInt8] = []
        written.reserveCapacity(octets.count + places.count * space.count)
        var start = 0
        for place in places {
            written += octets[start..<place]
            written += space
            start = place
        }
        return Data(written + octets[start...])
    }
}
