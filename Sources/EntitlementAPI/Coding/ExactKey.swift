extension String {
    /// The text as the key of a dictionary, or of a member of JSON: one for each sequence of characters.
    ///
    /// `==` takes texts for equal that Unicode calls canonically equivalent; the platform compares what was sent. A text
    /// beyond ASCII is percent-encoded, so that its octets decide, and so is one with a percent sign, so that no other text
    /// is taken for it; any other is its own key.
    package var exactKey: String {
        utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") } ? self : PercentCoding.encode(self)
    }
}
