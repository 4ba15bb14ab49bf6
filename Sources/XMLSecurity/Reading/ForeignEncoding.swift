package import Foundation

/// The encodings that the first octets of a document show, and that are not read (XML 1.0, appendix F).
package enum ForeignEncoding {
    /// Returns the name of a document's encoding; `nil` if its first octets show none of these.
    package static func name(of document: Data) -> String? {
        let start = [UInt8](document.prefix(5))
        func begins(_ octets: [UInt8]) -> Bool { start.starts(with: octets) }
        if [[0, 0, 0, 0x3C], [0x3C, 0, 0, 0], [0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0]].contains(where: begins) {
            return "UTF-32"
        }
        if [[0, 0, 0x3C, 0], [0, 0x3C, 0, 0], [0, 0, 0xFF, 0xFE], [0xFE, 0xFF, 0, 0]].contains(where: begins) {
            return "UTF-32 in an unusual order of octets"
        }
        // '<' of EBCDIC is 'L' of ASCII; the letters of EBCDIC are not UTF-8.
        if begins([0x4C]), String(validating: document, as: UTF8.self) == nil { return "EBCDIC" }
        if ["+ADw", "+/v8", "+/v9", "+/v+", "+/v/"].contains(where: { begins([UInt8]($0.utf8)) }) { return "UTF-7" }
        return nil
    }
}
