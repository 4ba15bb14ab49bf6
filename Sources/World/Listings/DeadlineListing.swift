import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText

/// What ends by itself in a world, the earliest first.
package struct DeadlineListing: Codable, Hashable, Sendable {
    /// Something that ends.
    struct Deadline: Codable, Hashable, Shaped {
        let kind: String
        let subject: String
        /// The end.
        let notAfter: String
        /// The first instant of the clock, in whole seconds, at which it has ended.
        let jumpTo: String

        static let shapes = [
            Shape(
                of: Self.self,
                [
                    "kind": [
                        "enum": .array(
                            ([account] + ServiceDeadline.Kind.allCases.map(\.rawValue)).map(JSONValue.string))
                    ],
                    "notAfter": Schema.instant, "jumpTo": Schema.instant,
                ])
        ]

        private static let account = "account"

        init(_ kind: String, _ subject: String, _ end: Date) {
            (self.kind, self.subject, notAfter) = (kind, subject, TimeText.format(end))
            jumpTo = TimeText.format(Date(timeIntervalSince1970: end.timeIntervalSince1970.rounded(.up)))
        }

        init(ofAccount subject: String, _ end: Date) { self.init(Self.account, subject, end) }
    }

    let deadlines: [Deadline]

    /// Reads a world.
    ///
    /// - Throws: `StateError` if the state cannot be read.
    package init(of world: World) throws {
        let now = try world.simulation.clock.now()
        var found = try world.service.deadlines(after: now).map { Deadline($0.kind.rawValue, $0.subject, $0.end) }
        if let account = try world.device.account(), let end = account.expires, now < end {
            found.append(Deadline(ofAccount: "\(account.subscriber) at \(account.provider)", end))
        }
        deadlines = found.sorted { ($0.jumpTo, $0.kind, $0.subject) < ($1.jumpTo, $1.kind, $1.subject) }
    }
}
