package import Foundation

extension Data {
    /// Returns copies of which each has one octet replaced, inserted or removed: the same copies in each run.
    package func withChangedOctets(_ count: Int, seed: UInt64) -> [Data] {
        var state = seed
        func next(below limit: Int) -> Int {
            // SplitMix64, which needs no state but a number.
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
        }
        let octets = Array("\n\r\t <>&;\"'=/#-Az09".utf8) + [0, 0x80, 0xFF]
        return (0..<count).map { _ in
            var copy = self
            let place = copy.startIndex + next(below: copy.count)
            let octet = octets[next(below: octets.count)]
            switch next(below: 6) {
            case 0: copy.remove(at: place)
            case 1: copy.insert(octet, at: place)
            case 2: copy[place] ^= 1 << next(below: 8)
            default: copy[place] = octet
            }
            return copy
        }
    }
}
