import Foundation

/// The line ends that a copy of a canonical form can have.
///
/// In a canonical form a carriage return is `&#xD;`, so a line end is `&#xD;` and a line feed, or a line feed alone.
enum LineEnds: CaseIterable {
    /// Each line feed gets a carriage return.
    case addsReturns
    /// No carriage returns.
    case dropsReturns
    /// Neither carriage returns nor line feeds.
    case joinsLines

    /// Returns a canonical form with these line ends.
    ///
    /// The octets are hostile, so this is one forward pass over an array. A loop over slices of `Data` was quadratic, and
    /// trapped when it appended nothing to an empty slice.
    func rewriting(_ canonical: Data) -> Data {
        let (octets, lineFeed, carriageReturn) = (Array(canonical), UInt8(ascii: "\n"), Array("&#xD;".utf8))
        var written: [UInt8] = []
        written.reserveCapacity(octets.count)
        var place = 0
        while place < octets.count {
            let octet = octets[place]
            if self != .addsReturns, octet == carriageReturn[0], octets[place...].starts(with: carriageReturn) {
                place += carriageReturn.count
                continue
            }
            if octet == lineFeed, self == .addsReturns { written += carriageReturn }
            if octet != lineFeed || self != .joinsLines { written.append(octet) }
            place += 1
        }
        return Data(written)
    }
}
