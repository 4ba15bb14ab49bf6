extension String {
    /// The sentence without its full stop, for use inside a longer one.
    package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
