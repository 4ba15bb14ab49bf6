import Glibc

extension String {
    /// Whether two texts are written with the same characters.
    ///
    /// `==` takes texts for equal that Unicode calls canonically equivalent, such as the letter K and the sign for kelvin.
    /// SAML compares exactly, so that nobody is taken for somebody else (SAML Core 2.0 § 1.3.1).
    @usableFromInline package func isExactly(_ other: String) -> Bool {
        // As memory: sequences are compared octet by octet, and every request asks this many times, also of long tokens.
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
    /// The value under exactly this key, see ``Swift/String/isExactly(_:)``.
    ///
    /// Of two keys that Unicode calls equivalent a dictionary holds one.
    @inlinable package subscript(exactly key: String) -> Value? {
        index(forKey: key).flatMap { self[$0].key.isExactly(key) ? self[$0].value : nil }
    }
}

extension Sequence<String> {
    /// Whether one of the texts is exactly this one, see ``Swift/String/isExactly(_:)``.
    @inlinable package func contains(exactly text: String) -> Bool {
        contains { $0.isExactly(text) }
    }
}
