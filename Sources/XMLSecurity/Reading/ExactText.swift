import Glibc

extension String {
    /// Returns whether two texts have the same Unicode scalars.
    ///
    /// `==` treats canonically equivalent texts as equal, such as the letter K and the kelvin sign. SAML compares
    /// exactly, so that one entity is not mistaken for another (SAML Core 2.0, 1.3.1).
    @usableFromInline package func isExactly(_ other: String) -> Bool {
        // Compared as memory: every request compares many texts, and comparing sequences byte by byte is slow for long
        // tokens.
        var (mine, theirs) = (self, other)
        return mine.withUTF8 { mine in
            theirs.withUTF8 { theirs in
                guard mine.count == theirs.count else { return false }
                guard let first = mine.baseAddress, let second = theirs.baseAddress else { return true }
                return memcmp(first, second, mine.count) == 0
            }
        }
    }
}

extension Dictionary where Key == String {
    /// The value under exactly this key; see ``Swift/String/isExactly(_:)``.
    ///
    /// Of two keys that Unicode treats as equivalent, a dictionary contains one.
    @inlinable package subscript(exactly key: String) -> Value? {
        index(forKey: key).flatMap { self[$0].key.isExactly(key) ? self[$0].value : nil }
    }
}

extension Sequence<String> {
    /// Returns whether the sequence contains exactly this text; see ``Swift/String/isExactly(_:)``.
    @inlinable package func contains(exactly text: String) -> Bool {
        contains { $0.isExactly(text) }
    }
}
