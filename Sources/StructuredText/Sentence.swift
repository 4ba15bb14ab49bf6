extension String {
    /// The sentence without its full stop, for use inside another sentence.
    package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
