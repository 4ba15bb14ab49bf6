package import TVSimSDKVocabulary

/// The report of an exchange, complete or up to the point where it stopped.
package struct ExchangeReport: Sendable, Equatable {
    /// The conditions in their order, up to the first that does not hold.
    package var conditions: [ConditionFinding]
    /// What stopped the exchange; `nil` if nothing did.
    package var stop: ExchangeStop?

    /// Creates a report.
    package init(conditions: [ConditionFinding], stop: ExchangeStop? = nil) {
        self.conditions = conditions
        self.stop = stop
    }
}
