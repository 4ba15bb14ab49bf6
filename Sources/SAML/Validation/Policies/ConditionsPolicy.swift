/// Refuses an assertion outside its time, or under a condition that is not understood.
///
/// The beginning is part of the time, the end is not. SAML Core 2.0 § 2.5.1.
enum ConditionsPolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        let section = "SAML Core 2.0 § 2.5.1"
        guard let conditions = context.assertion.conditions else {
            // Web single sign-on demands an audience, which stands in the conditions: Profiles 2.0 § 4.1.4.2.
            guard context.expectation.profile == .webSSO else { return [] }
            return [ValidationFailure(.conditions, "The assertion has no conditions.", section)]
        }
        var failures: [ValidationFailure] = []
        func fail(_ reason: String) { failures.append(ValidationFailure(.conditions, reason, section)) }
        if !conditions.timesAreReadable { fail("The conditions' times are not instants.") }
        if let beginning = conditions.notBefore, context.isEarly(beginning) {
            fail("The assertion does not hold before \(SAMLInstant.format(beginning)).")
        }
        if let end = conditions.notOnOrAfter, context.isOver(end) {
            fail("The assertion ended at \(SAMLInstant.format(end)).")
        }
        if let beginning = conditions.notBefore, let end = conditions.notOnOrAfter, beginning >= end {
            fail("The conditions end before they begin.")
        }
        for name in conditions.unknown { fail("The condition <\(name)> is not understood.") }
        return failures
    }
}
