extension Int {
    /// The largest integer such that every reader of JSON reads it and all smaller ones exactly (RFC 8259, 6).
    package static let largestExact = 1 << 53

    /// Creates the integer below an unchecked number, towards zero, within ±2⁵³; 0 for NaN.
    ///
    /// `Int(_:)` ends the process for a number beyond 64 bits. Sums and differences of a few limited numbers are integers
    /// too.
    package init(limiting number: Double) {
        let limit = Double(Self.largestExact)
        self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -limit), limit))
    }

    /// The integer within ±2⁵³.
    package var limited: Int { Swift.min(Swift.max(self, -Self.largestExact), Self.largestExact) }
}

extension JSONValue {
    /// The place of the first number whose magnitude exceeds 2⁵³, which not every reader of JSON reads exactly; `nil` if
    /// all numbers are smaller.
    ///
    /// A program that has checked this can add a few numbers of the document.
    package var placeOfInexactNumber: ValuePath? {
        // Most documents have none, and a path costs more than the check.
        hasExactNumbers ? nil : place(of: .root)
    }

    private var hasExactNumbers: Bool {
        switch self {
        case .integer(let number): number.magnitude <= Int.largestExact.magnitude
        case .number(let number): number.magnitude <= Double(Int.largestExact)
        case .array(let values): values.allSatisfy(\.hasExactNumbers)
        case .object(let values): values.allSatisfy { $0.value.hasExactNumbers }
        case .null, .bool, .string: true
        }
    }

    private func place(of path: ValuePath) -> ValuePath? {
        switch self {
        case .integer, .number: hasExactNumbers ? nil : path
        case .array(let values):
            values.indices.lazy.compactMap { values[$0].place(of: .item($0, of: path)) }.first
        case .object(let values):
            values.lazy.compactMap { $0.value.place(of: .member($0.key, of: path)) }.first
        case .null, .bool, .string: nil
        }
    }
}
