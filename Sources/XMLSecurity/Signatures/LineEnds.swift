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

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = Array("&#xD;".utf8)

    /// Returns a canonical form with these line ends.
    ///
    /// The octets are hostile, so this is one forward pass over an array. A loop over slices of `Data` was quadratic, and
    /// trapped when it appended nothing to an empty slice.
    func rewriting(_ canonical: Data) -> Data {
        let octets = Array(canonical)
        var written: [UInt8] = []
        written.reserveCapacity(octets.count)
        var place = 0
        while place < octets.count {
            switch octets[place] {
            case Self.lineFeed:
                if self == .addsReturns { written += Self.carriageReturn }
                if self != .joinsLines { written.append(Self.lineFeed) }
            case Self.carriageReturn[0]
            where self != .addsReturns && octets[place...].starts(with: Self.carriageReturn):
                place += Self.carriageReturn.count - 1
            case let octet: written.append(octet)
            }
            place += 1
        }
        return Data(written)
    }
}
