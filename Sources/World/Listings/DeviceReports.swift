import Foundation
import TVSimCore
import TVSimDevice
package import TVSimEntitlementAPI
import TVSimEntitlementService
package import TVSimStructuredText

// The types that the getters of the command line print as JSON. The keys are stable.

/// The output of `permission show`.
package struct PermissionListing: Codable, Sendable, Hashable {
    /// One app's permission.
    package struct App: Codable, Sendable, Hashable {
        /// The bundle identifier.
        package var bundleID: String
        /// `granted`, `denied`, `notDetermined` or `restricted`.
        package var access: String
    }

    /// The apps, by bundle identifier.
    package var permissions: [App]
}

/// The output of `account show`.
package struct AccountListing: Codable, Sendable, Hashable {
    /// The account that is signed in at system level.
    package struct Account: Codable, Sendable, Hashable {
        /// The provider's key.
        package var provider: String
        /// The subscriber's key.
        package var subscriber: String
        /// When the user signed in.
        package var signedInAt: String
        /// When the authentication ends, or `never`.
        package var expires: String
        /// Whether the authentication has expired.
        package var expired: Bool
    }

    /// The account; `null` if no user is signed in.
    package var account: Account?

    /// Encodes the key even if its value is `null`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(account, forKey: .account)
    }
}

/// The output of `clock show`.
package struct ClockListing: Codable, Sendable, Hashable {
    /// The current simulated instant.
    package var now: String
    /// Whether the clock is frozen or follows the wall clock.
    package var mode: Mode

    /// Whether a clock is frozen or follows the wall clock.
    package enum Mode: String, WireWord {
        case frozen, following
    }
}

/// The output of `fault list`.
package struct FaultListing: Codable, Sendable, Hashable {
    /// One fault, with its remaining counts.
    package struct Entry: Codable, Sendable, Hashable {
        /// The number, by which the fault can be removed.
        package var id: Int
        /// The operation.
        package var at: String
        /// How it fails; absent if the fault only changes a good answer.
        package var error: String?
        /// How many operations still succeed before the first failure.
        package var after: Int
        /// How many operations still fail; absent if all do.
        ///
        /// A fault with 0 is used up and concerns no operation any more.
        package var times: Int?
        /// The facts of the operations that match; absent if all match.
        package var only: [String: String]?
        /// The probability that a matching operation fails; absent if every one does.
        package var probability: Double?
        /// How long the answer is held back; absent for no delay.
        package var delay: String?
        /// The header fields that the answer gets; absent for none.
        package var headers: [String: String]?
        /// The status of a proxy's answer; absent if the service answers.
        package var status: Int?
        /// The body of that answer; absent for the usual one.
        package var body: String?
        /// The media type of that answer; absent for the usual one.
        package var contentType: String?
        /// The members that a good answer gets; absent for none.
        package var adds: [String: JSONValue]?

        /// Creates the entry of a fault.
        init(_ fault: Fault) {
            id = fault.id ?? 0
            at = fault.operation.rawValue
            error = fault.error
            after = fault.after
            times = fault.times
            only = fault.only.map { Dictionary(uniqueKeysWithValues: $0.named.map { ($0.key, $0.value) }) }
            probability = fault.probability
            delay = fault.shape?.delay.map { TimeText.format(duration: $0) }
            headers = fault.shape?.headers
            status = fault.shape?.status
            body = fault.shape?.body
            contentType = fault.shape?.contentType
            adds = fault.shape?.adds
        }

        /// What the fault does, in words.
        package var words: String {
            let changes =
                [
                    delay.map { "delay \($0)" }, headers.map { "headers \($0.keys.sorted().joined(separator: " "))" },
                    status.map { "status \($0)" }, body.map { _ in "body" }, contentType.map { _ in "contentType" },
                    adds.map { "adds \($0.keys.sorted().joined(separator: " "))" },
                    only.map {
                        "only \($0.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))"
                    },
                    probability.map { "probability \($0)" },
                ]
            return ([error] + changes).compactMap(\.self).joined(separator: ", ")
        }
    }

    /// The faults, in the order in which an operation checks them.
    package var faults: [Entry]
}

/// The output of `fault catalog`.
package struct FaultCatalogListing: Codable, Sendable, Hashable {
    /// One operation.
    package struct Operation: Codable, Sendable, Hashable {
        /// The name.
        package var operation: String
        /// What the operation does.
        package var summary: String
        /// The errors with which it can fail; `400…599` stands for the HTTP statuses.
        package var errors: [String]
        /// The facts that `only` can name.
        package var only: [String]
        /// The keys that change its answer; empty if it has no answer of HTTP.
        package var shapes: [String]
    }

    /// One key of a fault.
    package struct Key: Codable, Sendable, Hashable {
        /// The key, with a dot between nested keys, such as `only.mvpd`.
        package var key: String
        /// What it means.
        package var description: String
    }

    /// The operations, in the order of a silent exchange.
    package var operations: [Operation]
    /// The keys of a fault, which not every operation has.
    package var keys: [Key] = FaultFormat.keys.map { Key(key: $0, description: $1) }

    /// Creates the listing of the catalogue, or of a part of it.
    ///
    /// - Parameters:
    ///   - name: The name of the only operation; `nil` for all.
    ///   - text: A text that each operation has in its name, its summary or an error, in any case; `nil` for none.
    /// - Throws: `CommandError` if no operation has the name.
    package init(operation name: String? = nil, contains text: String? = nil) throws(CommandError) {
        let all = FaultCatalog.operations.map {
            Operation(
                operation: $0.name, summary: $0.summary, errors: $0.errorNames, only: $0.facts,
                shapes: $0.hasShape ? FaultCatalog.shapes : [])
        }
        if let name, !all.contains(where: { $0.operation == name }) {
            throw CommandError(
                .invalid, "unknown operation '\(name.onOneLine)'",
                suggestion: Suggestion.closest(to: name, among: all.map(\.operation)))
        }
        operations = all.filter { operation in
            guard name == nil || operation.operation == name else { return false }
            guard let text = text?.lowercased() else { return true }
            return ([operation.operation, operation.summary] + operation.errors).contains {
                $0.lowercased().contains(text)
            }
        }
    }
}

/// The output of `device list`.
package struct DeviceListing: Codable, Sendable, Hashable {
    /// One device.
    package struct Entry: Codable, Sendable, Hashable {
        /// The name.
        package var name: String
        /// The name of the profile that it was created from; absent if the device's file cannot be read.
        package var profile: String?
        /// Whether commands without `--device` use this device.
        package var selected: Bool

        /// Creates an entry.
        package init(name: String, profile: String?, selected: Bool) {
            self.name = name
            self.profile = profile
            self.selected = selected
        }
    }

    /// The devices, by name.
    package var devices: [Entry]

    /// Creates a listing.
    package init(devices: [Entry]) {
        self.devices = devices
    }
}

/// The output of `device show`.
package struct DeviceSummary: Codable, Sendable, Hashable {
    /// The name.
    package var name: String
    /// The name of the profile that it was created from.
    package var profile: String
    /// `iOS`, `iPadOS` or `tvOS`.
    package var platform: String
    /// `supported` or `unsupported`.
    package var region: String
    /// The app that commands use by default.
    package var bundleID: String
    /// The clock.
    package var clock: ClockListing
    /// The account; absent if no user is signed in.
    package var account: AccountListing.Account?
    /// The permissions.
    package var permissions: [PermissionListing.App]
    /// The answers of the device's user.
    package var viewer: Members
    /// The switches of the developer pane, as `settings show` prints them.
    package var developer: JSONValue
    /// How the framework behaves where Apple's behaviour is not documented, as `settings show` prints it.
    package var behaviour: JSONValue
    /// The apps with settings other than a permission, as `app show` prints them.
    package var apps: [Members]
    /// The faults.
    package var faults: [FaultListing.Entry]
    /// The software statement of the device's default app, which it passes to `AccessEnabler(_:)`.
    package var softwareStatement: String
}

// MARK: - Schemas of the JSON

extension PermissionListing.App: Shaped {
    package static var shapes: [Shape] {
        [Shape(of: Self.self, ["access": AppRecord.fields.listedProperties["access"] ?? [:]])]
    }
}

extension AccountListing.Account: Shaped {
    package static var shapes: [Shape] {
        [
            Shape(
                of: Self.self,
                [
                    "signedInAt": Schema.instant,
                    "expires": SystemAccount.fields.listedProperties["expires"] ?? [:],
                ])
        ]
    }
}

extension ClockListing: Shaped {
    package static var shapes: [Shape] { [Shape(of: Self.self, ["now": Schema.instant])] }
}

extension FaultListing.Entry: Shaped {
    package static var shapes: [Shape] {
        [
            Shape(
                of: Self.self, ["after": ["minimum": 0]],
                optional: ["times": ["minimum": 0], "probability": ["minimum": 0, "maximum": 1]], isPartial: true)
        ]
    }
}

extension DeviceSummary: Shaped {
    package static var shapes: [Shape] {
        let settings = DeviceSettings.fields.listedProperties.filter {
            ["platform", "region", "developer", "behaviour"].contains($0.key)
        }
        let app = AppRecord.fields.listingSchema(
            adding: ["bundleID": ["type": "string"], "subscriptionHasEnded": ["type": ["boolean", "null"]]])
        return [
            Shape(
                of: Self.self,
                settings.merging(["viewer": ViewerAnswers.fields.listingSchema(), "apps": ["items": app]]) { $1 },
                isPartial: true)
        ]
    }
}
