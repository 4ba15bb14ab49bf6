extension String {
    /// A sentence as the end of a longer one, or of a line that has no full stop.
    package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
