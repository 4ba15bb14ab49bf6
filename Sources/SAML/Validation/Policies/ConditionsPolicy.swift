/// Refuses an assertion outside its time, or under a condition that is not understood.
///
/// The beginning is part of the time, the end is not. SAML Core 2.0 § 2.5.1.
enum ConditionsPolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        let section = "SAML Core 2.0 § 2.5.1"
        guard let conditions = context.assertion.conditions else {
            guard context.expectation.audience != nil else { return [] }
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
        for name in conditions.unknown { fail("The condition <\(name)> is not understood.") }
        return failures
    }
}
