package import TVSimStructuredText

/// All conditions of a call, also those after the first that does not hold.
///
/// The remedy of each failure is applied to a copy of the device, and the call is rehearsed again. So the code of the
/// exchange judges the later conditions too, and all remedies together are known to work.
package struct ConditionOutlook: Codable, Sendable, Hashable {
    /// What must hold for a silent exchange to succeed.
    package struct Item: Codable, Sendable, Hashable {
        /// The name of a condition, `exchangeStarted` or `profileIssued`.
        package var name: String
        /// Whether it holds, after the remedies of the items before it.
        package var holds: Bool
        /// Why, as one sentence; absent if the call gives no reason.
        package var reason: String?
        /// How many remedies of the list were applied when the item was judged.
        package var after: Int
        /// What changes an item that does not hold; absent if nothing does.
        package var remedy: Advice?

        /// Creates an item.
        package init(name: String, holds: Bool, reason: String?, after: Int, remedy: Advice? = nil) {
            self.name = name
            self.holds = holds
            self.reason = reason
            self.after = after
            self.remedy = remedy
        }
    }

    /// A remedy as its readers need it.
    package struct Advice: Codable, Sendable, Hashable {
        /// A command, or words if only another profile helps.
        package var text: String
        /// The body of `POST commands`; absent if no command helps.
        package var event: JSONValue?

        /// Creates an advice.
        package init(text: String, event: JSONValue?) {
            self.text = text
            self.event = event
        }
    }

    /// The call.
    package var call: ExplainedCall
    /// What must hold, in the order in which it is judged.
    package var conditions: [Item]
    /// Whether everything holds after all remedies.
    package var succeedsAfterAll: Bool

    /// Creates an outlook.
    package init(call: ExplainedCall, conditions: [Item], succeedsAfterAll: Bool) {
        self.call = call
        self.conditions = conditions
        self.succeedsAfterAll = succeedsAfterAll
    }
}
