import TVSimStructuredText

/// One situation of the cookbook: a value for every axis.
///
/// ```swift
/// let situation = try Situation(named: "platform=tvOS/access=denied")
/// situation[.access]    // "denied"
/// situation[.account]   // "signedIn"
/// "\(situation)"        // "platform=tvOS/access=denied"
/// ```
package struct CookbookSituation: Sendable, Hashable {
    /// The indices of the values, each in four bits, so that a list of many situations stays small.
    private var packed: UInt64 = 0

    /// The situation in which every axis has its first value.
    ///
    /// It is a first launch on iOS, with access, a signed-in user and a correct SAML response.
    package static let baseline = CookbookSituation()

    private init() {}

    /// The value of an axis.
    package subscript(axis: SituationAxis) -> String { axis.values[index(of: axis)] }

    /// The index of an axis's value among its values.
    func index(of axis: SituationAxis) -> Int {
        Int(packed >> Self.offset(of: axis) & 0xF)
    }

    /// Returns the situation in which one axis has another value.
    func setting(_ axis: SituationAxis, toValueAt index: Int) -> CookbookSituation {
        var changed = self
        changed.packed &= ~(0xF << Self.offset(of: axis))
        changed.packed |= UInt64(index) << Self.offset(of: axis)
        return changed
    }

    private static func offset(of axis: SituationAxis) -> UInt64 {
        UInt64(SituationAxis.allCases.firstIndex(of: axis) ?? 0) * 4
    }
}

extension CookbookSituation: CustomStringConvertible {
    private static let baselineName = "baseline"

    /// Reads the name of a situation: the axes that differ from the baseline, as `AXIS=VALUE`, separated by `/`.
    ///
    /// - Throws: ``SituationError`` if an axis or a value is unknown, an axis occurs twice, or the situation cannot
    ///   exist.
    package init(named name: String) throws(SituationError) {
        var situation = Self.baseline
        var seen: Set<SituationAxis> = []
        for part in name == Self.baselineName ? [] : name.split(separator: "/", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard words.count == 2 else {
                throw SituationError(
                    "invalid situation '\(name)': expected AXIS=VALUE, separated by '/', or '\(Self.baselineName)'")
            }
            let axis = try SituationAxis(named: words[0])
            guard seen.insert(axis).inserted else {
                throw SituationError("the situation '\(name)' has the axis '\(axis.rawValue)' twice")
            }
            situation = situation.setting(axis, toValueAt: try axis.index(ofValue: words[1]))
        }
        if let rule = ImpossibleSituation.rules.first(where: { $0.condition.holds(in: situation) }) {
            throw SituationError("the situation '\(situation)' cannot exist: \(rule.reason)")
        }
        self = situation
    }

    /// The name: the axes that differ from the baseline, in their order.
    package var description: String { name(with: []) }

    /// Returns a name that also has some axes that do not differ from the baseline.
    package func name(with named: Set<SituationAxis>) -> String {
        let parts = SituationAxis.allCases.filter { index(of: $0) > 0 || named.contains($0) }
            .map { "\($0.rawValue)=\(self[$0])" }
        return parts.isEmpty ? Self.baselineName : parts.joined(separator: "/")
    }
}

/// An invalid name of a situation, an axis or a value.
package struct SituationError: Error, CustomStringConvertible {
    /// What is wrong, as one sentence without a full stop.
    package let reason: String
    /// The probably intended name; `nil` if no known name is similar.
    package let suggestion: String?

    init(_ reason: String, suggestion: String? = nil) {
        self.reason = reason
        self.suggestion = suggestion
    }

    package var description: String { reason + (suggestion.map { "; did you mean '\($0)'?" } ?? "") }
}

extension SituationAxis {
    /// Finds an axis by its name.
    ///
    /// - Throws: ``SituationError`` if it does not exist.
    init(named name: String) throws(SituationError) {
        guard let axis = Self(rawValue: name) else {
            throw SituationError(
                "unknown axis '\(name)'",
                suggestion: Suggestion.closest(to: name, among: Self.allCases.map(\.rawValue)))
        }
        self = axis
    }

    /// Returns the index of a value.
    ///
    /// - Throws: ``SituationError`` if the axis does not have it.
    func index(ofValue value: String) throws(SituationError) -> Int {
        guard let index = values.firstIndex(of: value) else {
            let suggestion = Suggestion.closest(to: value, among: values)
            throw SituationError(
                "unknown value '\(value)' of the axis '\(rawValue)'"
                    + (suggestion == nil ? ": expected \(values.joined(separator: ", "))" : ""),
                suggestion: suggestion)
        }
        return index
    }
}
