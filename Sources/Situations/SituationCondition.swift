/// A condition on a situation: each named axis has one of the named values.
///
/// It is written as a dictionary, with the values of an axis separated by blanks:
/// `[.access: "denied restricted", .account: "signedIn"]`.
package struct SituationCondition: Sendable, ExpressibleByDictionaryLiteral {
    /// The named values of each axis, as bits.
    private let masks: [(axis: SituationAxis, mask: UInt16)]
    /// The words that are not values of their axis; a test checks that no table has any.
    package let unknown: [String]

    package init(dictionaryLiteral elements: (SituationAxis, String)...) {
        var unknown: [String] = []
        masks = elements.map { axis, words in
            var mask: UInt16 = 0
            for word in words.split(separator: " ").map(String.init) {
                if let index = axis.values.firstIndex(of: word) {
                    mask |= 1 << UInt16(index)
                } else {
                    unknown.append("\(axis.rawValue)=\(word)")
                }
            }
            return (axis, mask)
        }
        self.unknown = unknown
    }

    /// The last of the named axes, in the order of ``SituationAxis``; `nil` if no axis is named.
    var lastAxis: SituationAxis? {
        SituationAxis.allCases.last { axis in masks.contains { $0.axis == axis } }
    }

    /// Returns whether a situation fulfils the condition.
    package func holds(in situation: CookbookSituation) -> Bool {
        masks.allSatisfy { $0.mask & 1 << UInt16(situation.index(of: $0.axis)) != 0 }
    }
}

/// A combination of values that cannot exist, and the reason.
package struct ImpossibleSituation: Sendable {
    /// The combination.
    package let condition: SituationCondition
    /// Why it cannot exist, as a clause.
    package let reason: String

    init(_ condition: SituationCondition, _ reason: String) {
        self.condition = condition
        self.reason = reason
    }

    /// Every such combination.
    package static let rules: [ImpossibleSituation] = [
        .init(
            [.start: "warm", .accessBefore: "firstLaunch"],
            "the first launch is a new process, so start=warm needs accessBefore=granted, denied or notDetermined"),
        .init(
            [.token: "valid expired", .accessBefore: "firstLaunch denied notDetermined"],
            "an app gets a token by the account only at an earlier launch with access (accessBefore=granted)"),
        .init(
            [.token: "none", .accessBefore: "granted"],
            "the earlier launch with access gave the app a token (token=valid or expired)"),
        .init(
            [.access: "notDetermined", .accessBefore: "granted denied"],
            "a decision about access does not become undetermined again"),
        .init(
            [.boarding: "pickerOnly notListed", .account: "signedIn expired"],
            "a TV provider that does not support the system's single sign-on has no system-level account"),
        .init(
            [.boarding: "pickerOnly notListed", .token: "valid expired"],
            "a TV provider that does not support the system's single sign-on had no system-level account before"),
        .init(
            [
                .boarding: "pickerOnly notListed",
                .response: "expired notYetValid wrongAudience wrongRecipient wrongInResponseTo wrongIssuer unsigned "
                    + "tampered wrongKey statusNotSuccess missingAttribute noResponse",
            ], "Apple's framework asks only a TV provider that supports the system's single sign-on for a response"),
        .init([.boarding: "notListed", .picker: "choose"], "the system's picker does not list the TV provider"),
        .init(
            [.account: "expired", .picker: "other unsupported"],
            "for an expired account the system shows the TV provider's sign-in page, and not the picker"),
    ]
}
