/// A participant of a flow, in the order from the app to the TV provider.
package enum JournalLane: String, Codable, Hashable, Sendable, CaseIterable {
    case app, sdk, framework, service, provider
}

/// Between which participants a decision is a message; a step of one participant has it twice.
package struct JournalWay: Hashable, Sendable {
    /// A participant as the module that decides knows it.
    package enum Party: Sendable {
        /// Who asks Apple's framework or the service: the SDK if the app uses it, else the app itself.
        case client
        case app, sdk, framework, service, provider

        fileprivate func lane(hasSDK: Bool) -> JournalLane {
            switch self {
            case .client: hasSDK ? .sdk : .app
            case .app: .app
            case .sdk: .sdk
            case .framework: .framework
            case .service: .service
            case .provider: .provider
            }
        }
    }

    /// The participant that asks.
    package let from: Party
    /// The participant that answers.
    package let to: Party

    /// Creates the way of a message.
    package init(from: Party, to: Party) {
        (self.from, self.to) = (from, to)
    }

    /// Creates the way of a step within one participant.
    package static func within(_ party: Party) -> JournalWay { JournalWay(from: party, to: party) }

    /// Returns the participants in a flow.
    ///
    /// - Parameter hasSDK: Whether the app's SDK takes part, so that it stands between the app and the others.
    /// - Returns: The participant that asks, and the one that answers.
    package func lanes(hasSDK: Bool) -> (from: JournalLane, to: JournalLane) {
        (from.lane(hasSDK: hasSDK), to.lane(hasSDK: hasSDK))
    }
}
