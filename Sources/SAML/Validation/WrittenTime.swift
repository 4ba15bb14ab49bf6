import Foundation
import TVSimXMLSecurity

/// A time as an attribute of a message states it.
struct WrittenTime {
    /// The name of the element.
    let element: String
    /// The name of the attribute.
    let attribute: String
    let text: String
    /// The time; `nil` if the text is not a time with a time zone.
    let date: Date?
    /// Whether the time is not in UTC.
    private let hasOffset: Bool

    /// Reads an attribute; `nil` if the element does not have it.
    init?(_ element: XMLElement?, _ attribute: String) {
        guard let element, let text = element.attribute(attribute) else { return nil }
        let read = SAMLInstant.read(text)
        self.element = element.name
        self.attribute = attribute
        self.text = text
        date = read?.date
        hasOffset = read.map { $0.offset != 0 } ?? false
    }

    /// Where the time stands, for messages.
    var place: String { "\(attribute) of <\(element)>" }

    /// Returns why the time cannot be used; `nil` if it can.
    ///
    /// SAML Core 2.0, 1.3.3: a time is in UTC. An offset names an instant too, and can be accepted.
    func failure(
        _ policy: ValidationFailure.Policy, allowing allowed: Set<ResponseRequirements.Relaxation>
    ) -> ValidationFailure? {
        let section = "SAML Core 2.0, 1.3.3"
        guard let date else {
            let inUTC = text.trimmedOfXMLSpace + "Z"
            let isWithoutZone = SAMLInstant.parse(inUTC) != nil
            return ValidationFailure(
                policy,
                "The \(place) is '\(text)', "
                    + (isWithoutZone
                        ? "which has no time zone: expected '\(inUTC)'."
                        : "which is not a time in UTC: expected a time such as '2026-01-01T00:00:00Z'."),
                section,
                expected: isWithoutZone ? inUTC : nil, actual: text
            ).of(element, attribute)
        }
        guard hasOffset, !allowed.contains(.timeOffset) else { return nil }
        let inUTC = SAMLInstant.format(date)
        return ValidationFailure(
            policy, "The \(place) is '\(text)', which has an offset from UTC: expected '\(inUTC)'.", section,
            expected: inUTC, actual: text, acceptedBy: .relaxation(.timeOffset)
        ).of(element, attribute)
    }
}

extension ResponseRequirements {
    /// Returns the failure of a start that is in the future, with the skew in the issuer's favour; `nil` if it is not.
    ///
    /// - Parameters:
    ///   - start: The start.
    ///   - subject: The beginning of the reason, such as "The assertion is not valid before".
    ///   - policy: The policy of the failure.
    ///   - section: The section of the standard.
    ///   - now: The time of the validation.
    /// - Returns: The failure; `nil` if the start has passed.
    func failure(
        ofStart start: WrittenTime, _ subject: String, _ policy: ValidationFailure.Policy, _ section: String,
        at now: Date
    ) -> ValidationFailure? {
        guard let date = start.date, isEarly(date, at: now) else { return nil }
        let difference = date.timeIntervalSince(now)
        return failure(
            start, date, subject, policy, section, at: now,
            comparison: "\(SAMLInstant.format(seconds: difference)) earlier", skew: difference.rounded(.up))
    }

    /// Returns the failure of an end that has passed, including its own instant, with the skew in the issuer's favour;
    /// `nil` if it has not.
    ///
    /// The parameters are those of ``failure(ofStart:_:_:_:at:)``.
    func failure(
        ofEnd end: WrittenTime, _ subject: String, _ policy: ValidationFailure.Policy, _ section: String, at now: Date
    ) -> ValidationFailure? {
        guard let date = end.date, isOver(date, at: now) else { return nil }
        let difference = now.timeIntervalSince(date)
        return failure(
            end, date, subject, policy, section, at: now,
            comparison: difference == 0
                ? "the end itself, which is exclusive" : "\(SAMLInstant.format(seconds: difference)) later",
            skew: difference.rounded(.down) + 1)
    }

    /// The largest difference of clocks in seconds for which a message suggests an allowance; a larger one has another
    /// cause.
    private static let plausibleSkew: TimeInterval = 3600

    private func failure(
        _ time: WrittenTime, _ date: Date, _ subject: String, _ policy: ValidationFailure.Policy, _ section: String,
        at now: Date, comparison: String, skew: TimeInterval
    ) -> ValidationFailure {
        let allowance = clockSkew > 0 ? ", beyond the allowed \(SAMLInstant.format(seconds: clockSkew))" : ""
        return ValidationFailure(
            policy,
            "\(subject) \(SAMLInstant.format(date)) (\(time.place)): the clock of the reader shows "
                + "\(SAMLInstant.format(now)), \(comparison)\(allowance).", section,
            expected: SAMLInstant.format(now), actual: time.text,
            acceptedBy: skew <= Self.plausibleSkew ? .clockSkew(seconds: Int(skew)) : nil
        ).of(time.element, time.attribute)
    }
}
