extension String {
    /// Whether a file's name has the character that stands where octets were no UTF-8.
    ///
    /// What the system said is lost then: the name that is left is that of another file.
    package var isGarbled: Bool { unicodeScalars.contains("\u{FFFD}") }
}
