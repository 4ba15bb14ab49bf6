package import TVSimStructuredText

/// A setting of the world that decided, by the names that its commands use.
package struct DecidingSetting: Codable, Hashable, Sendable {
    /// What has the setting.
    package enum Group: String, Codable, Hashable, Sendable, CaseIterable {
        /// An integration, or a provider.
        case integration, provider
        /// The access of an app to the account.
        case permission
        /// The account at system level.
        case account
    }

    /// What has the setting.
    package let group: Group
    /// The requestor of an integration.
    package private(set) var requestor: String?
    /// The MVPD of an integration.
    package private(set) var mvpd: String?
    /// The key of a provider.
    package private(set) var provider: String?
    /// The name of one of the provider's subscribers; `nil` if the setting is the provider's own.
    package private(set) var subscriber: String?
    /// The app whose access it is; `nil` for that of the flow.
    package var app: String?
    /// The key.
    package let key: String
    /// The resource that a subscriber's setting is about; `nil` for all.
    package private(set) var resource: String?
    /// The value that decided; `nil` if the decision does not know it.
    package private(set) var value: JSONValue?

    private init(_ group: Group, _ key: String, _ value: JSONValue?) {
        (self.group, self.key, self.value) = (group, key, value)
    }

    /// Returns the setting of a requestor's integration with an MVPD.
    package static func integration(requestor: String?, mvpd: String, _ key: String, _ value: JSONValue?) -> Self {
        var setting = Self(.integration, key, value)
        (setting.requestor, setting.mvpd) = (requestor, mvpd)
        return setting
    }

    /// Returns the setting of a provider.
    package static func provider(_ provider: String, _ key: String, _ value: JSONValue?) -> Self {
        var setting = Self(.provider, key, value)
        setting.provider = provider
        return setting
    }

    /// Returns the setting of a provider's subscriber.
    package static func subscriber(
        _ subscriber: String, of provider: String, _ key: String, resource: String? = nil
    ) -> Self {
        var setting = Self(.provider, key, nil)
        (setting.provider, setting.subscriber) = (provider, subscriber)
        setting.resource = resource.map { JournalText($0).kept }
        return setting
    }

    /// Returns the access of an app; `nil` for that of the flow.
    package static func permission(of app: String?, _ value: String?) -> Self {
        var setting = Self(.permission, "access", value.map(JSONValue.string))
        setting.app = app
        return setting
    }

    /// Returns the account at system level, as it is: `signedOut` or `expired`.
    package static func account(_ value: String) -> Self { Self(.account, "account", .string(value)) }

    /// The place of the setting among all of a world, as the commands that change it name it.
    package var path: [String] {
        switch group {
        case .integration: [group.rawValue, requestor ?? Self.any, mvpd ?? Self.any, key]
        case .provider:
            [group.rawValue, provider ?? Self.any]
                + (subscriber.map { ["subscribers", $0, key] + (resource.map { [$0] } ?? []) } ?? [key])
        case .permission: [group.rawValue, app ?? Self.any]
        case .account: [group.rawValue]
        }
    }

    /// The step of a path that stands for any name.
    package static let any = "*"
}
