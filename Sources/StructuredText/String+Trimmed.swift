extension String {
    /// The text without leading and trailing white space.
    package var trimmed: String {
        let rest = drop(while: \.isWhitespace)
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}
