package import EntitlementAPI
import EntitlementService
import Foundation
import Settings
import SimulatedDevice
package import StructuredText

// What the command line's getters print as JSON, one type for each. The keys are stable.

/// `permission show`.
package struct PermissionListing: Codable, Sendable, Hashable {
    /// One app's permission.
    package struct App: Codable, Sendable, Hashable {
        /// The app.
        package var bundleID: String
        /// `granted`, `denied`, `notDetermined` or `restricted`.
        package var access: String
    }

    /// The apps, by bundle identifier.
    package var permissions: [App]
}

/// `account show`.
package struct AccountListing: Codable, Sendable, Hashable {
    /// The account that is signed in at system level.
    package struct Account: Codable, Sendable, Hashable {
        /// The provider's key.
        package var provider: String
        /// The subscriber's key.
        package var subscriber: String
        /// When the person signed in.
        package var signedInAt: String
        /// When the authentication ends, or `never`.
        package var expires: String
        /// Whether it has ended.
        package var expired: Bool
    }

    /// The account; `null`: nobody is signed in.
    package var account: Account?

    /// Writes the key even when nobody is signed in.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(account, forKey: .account)
    }
}

/// `clock show`.
package struct ClockListing: Codable, Sendable, Hashable {
    /// The present simulated instant.
    package var now: String
    /// How the clock goes.
    package var mode: Mode

    /// How a clock goes.
    package enum Mode: String, WireWord {
        case frozen, following
    }
}

/// `fault list`.
package struct FaultListing: Codable, Sendable, Hashable {
    /// One fault, with what is left of it.
    package struct Entry: Codable, Sendable, Hashable {
        /// The operation.
        package var at: String
        /// How it fails.
        package var error: String
        /// How many operations still succeed before.
        package var after: Int
        /// How many then still fail; absent: all.
        package var times: Int?
    }

    /// The faults, in the order in which they are offered.
    package var faults: [Entry]
}

/// `fault catalog`.
package struct FaultCatalogListing: Codable, Sendable, Hashable {
    /// One operation.
    package struct Operation: Codable, Sendable, Hashable {
        /// The name.
        package var operation: String
        /// What it is.
        package var summary: String
        /// How it can fail; `400…599` stands for the HTTP statuses.
        package var errors: [String]
    }

    /// The operations, in the order of a silent exchange.
    package var operations: [Operation]

    /// Lists the catalogue.
    package init() {
        operations = FaultCatalog.operations.map {
            Operation(operation: $0.name, summary: $0.summary, errors: $0.errorNames)
        }
    }
}

/// `device list`.
package struct DeviceListing: Codable, Sendable, Hashable {
    /// One device.
    package struct Entry: Codable, Sendable, Hashable {
        /// The name.
        package var name: String
        /// The name of the profile that it was made from; absent: the file cannot be read.
        package var profile: String?
        /// Whether commands without `--device` mean it.
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

/// `device show`.
package struct DeviceSummary: Codable, Sendable, Hashable {
    /// The name.
    package var name: String
    /// The name of the profile that it was made from.
    package var profile: String
    /// `iOS`, `iPadOS` or `tvOS`.
    package var platform: String
    /// `supported` or `unsupported`.
    package var region: String
    /// The app that is meant when none is named.
    package var bundleID: String
    /// The clock.
    package var clock: ClockListing
    /// The account; absent: nobody is signed in.
    package var account: AccountListing.Account?
    /// The permissions.
    package var permissions: [PermissionListing.App]
    /// What the person answers.
    package var viewer: [String: JSONValue]
    /// The switches of the developer pane, as `settings show` prints them.
    package var developer: JSONValue
    /// How the framework answers where Apple's behaviour is not established, as `settings show` prints it.
    package var behaviour: JSONValue
    /// The apps of which the device knows more than a permission, as `app show` prints them.
    package var apps: [[String: JSONValue]]
    /// The faults.
    package var faults: [FaultListing.Entry]
    /// The statement with which the device's app registers: what it passes to `AccessEnabler(_:)`.
    package var softwareStatement: String
}

// MARK: - What the types do not say

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
        [Shape(of: Self.self, ["after": ["minimum": 0]], optional: ["times": ["minimum": 0]])]
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
