package import Foundation
package import TVSimStructuredText

/// What a fault changes in an answer, beside or instead of an error.
package struct FaultShape: Sendable, Hashable {
    /// How long the answer is held back, in seconds of real time; `nil` for no delay.
    package var delay: TimeInterval?
    /// Header fields that the answer gets, by name.
    package var headers: [String: String]?
    /// The status of an answer that a proxy gives instead of the service.
    package var status: Int?
    /// The body of that answer.
    package var body: String?
    /// The media type of that body.
    package var contentType: String?
    /// Members that are merged into a good JSON answer.
    package var adds: [String: JSONValue]?

    /// Creates a shape that changes nothing.
    package init() {}

    /// The longest delay in seconds.
    package static let longestDelay: TimeInterval = 120

    /// The delay from which a client in the same process has given up, in seconds.
    package static let patience: TimeInterval = 60

    /// Whether a proxy answers instead of the service, which then does nothing.
    package var isByProxy: Bool { status != nil || body != nil }

    /// Whether the shape changes something.
    package var changesAnswer: Bool {
        delay != nil || headers != nil || isByProxy || contentType != nil || adds != nil
    }

    /// The keys that are set, for journals.
    package var words: [String] {
        [
            ("delay", delay != nil), ("headers", headers != nil), ("status", status != nil), ("body", body != nil),
            ("contentType", contentType != nil), ("adds", adds != nil),
        ].filter(\.1).map(\.0)
    }
}

/// The operations that a fault concerns: all that have every named fact.
package struct FaultScope: Sendable, Hashable {
    /// The MVPD, or the TV provider.
    package var mvpd: String?
    /// The app: its bundle identifier, or the name in its software statement.
    package var app: String?
    /// The service provider that asks.
    package var requestor: String?
    /// One of the resources of a decision; the fault then concerns this resource only.
    package var resource: String?
    /// The fingerprint of the device.
    package var device: String?
    /// The subscriber's name.
    package var subscriber: String?

    /// Creates a scope of all operations.
    package init() {}

    /// The facts that are named, by key.
    package var named: [(key: String, value: String)] {
        [
            ("mvpd", mvpd), ("app", app), ("requestor", requestor), ("resource", resource), ("device", device),
            ("subscriber", subscriber),
        ].compactMap { key, value in value.map { (key, $0) } }
    }

    /// Returns whether an operation with these facts is concerned.
    func contains(_ facts: FaultFacts) -> Bool {
        named.allSatisfy { key, value in facts[key].contains { $0.utf8.elementsEqual(value.utf8) } }
    }
}

/// What is known of an operation when a fault may strike it.
package struct FaultFacts: Sendable {
    /// The MVPD, or the TV provider.
    package var mvpd: String?
    /// The app.
    package var app: String?
    /// The service provider that asks.
    package var requestor: String?
    /// The resources of a decision.
    package var resources: [String] = []
    /// The fingerprint of the device.
    package var device: String?
    /// The subscriber's name.
    package var subscriber: String?

    /// Creates the facts of an operation of which nothing is known.
    package init(mvpd: String? = nil, app: String? = nil, subscriber: String? = nil) {
        (self.mvpd, self.app, self.subscriber) = (mvpd, app, subscriber)
    }

    fileprivate subscript(_ key: String) -> [String] {
        switch key {
        case "mvpd": [mvpd].compactMap(\.self)
        case "app": [app].compactMap(\.self)
        case "requestor": [requestor].compactMap(\.self)
        case "resource": resources
        case "device": [device].compactMap(\.self)
        case "subscriber": [subscriber].compactMap(\.self)
        default: []
        }
    }
}

/// A fault that is due in an operation.
package struct MatchedFault: Sendable {
    /// The fault as the journal names it.
    package private(set) var strike: InjectedFault
    /// The error; `nil` if the fault only changes a good answer.
    package let error: String?
    /// What the fault changes in the answer.
    package let shape: FaultShape
    /// The only resource that the fault concerns; `nil` for all.
    package let resource: String?

    /// Notes that the client gets another answer, or none, because of the fault.
    package mutating func replacesAnswer() { strike.isShape = nil }
}
