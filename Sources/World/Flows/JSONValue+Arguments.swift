import TVSimStructuredText

extension JSONValue {
    /// The members of an object; `nil` for another value.
    var members: Members? { if case .object(let members) = self { members } else { nil } }
    /// An integer; `nil` for another value.
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}
