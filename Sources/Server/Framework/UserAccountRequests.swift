import Foundation
import TVSimDevice
import TVSimStructuredText
import VideoSubscriberAccount

/// A body that names an app only.
struct AppBody: Sendable {
    var bundleID: String?

    static let fields = ObjectFormat<AppBody>(
        title: "the request", defaults: AppBody(), fields: [.app(\.bundleID)])
}

/// The body of `POST framework/user-accounts`.
struct UserAccountBody: Sendable {
    var bundleID: String?
    var userAccount = RegisteredUserAccount()

    static let fields = ObjectFormat<UserAccountBody>(
        title: "the request", defaults: UserAccountBody(),
        fields: [
            .app(\.bundleID),
            Field(
                "userAccount", "The properties of VSUserAccount.", RegisteredUserAccount.fields.format, required: true,
                into: \.userAccount),
        ])
}

/// The body of `POST framework/auto-sign-in-token`.
struct TokenBody: Sendable {
    var bundleID: String?
    var newToken = ""
    var authorization = AutomaticSignIn.Authorization.granted

    static let fields = ObjectFormat<TokenBody>(
        title: "the request", defaults: TokenBody(),
        fields: [
            .app(\.bundleID),
            Field("newToken", "The token.", Formats.text, required: true, into: \.newToken),
            Field(
                "authorization", "The decision of the update context, as the authorization returned it.",
                Formats.choice(AutomaticSignIn.Authorization.self), into: \.authorization),
        ])
}

/// The body of `POST framework/current-subscription`.
struct SubscriptionBody: Sendable {
    var bundleID: String?
    var currentSubscription: Subscription?

    /// The properties of `VSSubscription`.
    struct Subscription: Sendable {
        /// The names of `VSSubscriptionAccessLevel`.
        enum AccessLevel: String, Sendable, CaseIterable {
            case unknown, freeWithAccount, paid
        }

        var expirationDate: Date?
        var accessLevel = AccessLevel.unknown
        var tierIdentifiers: [String] = []
        var billingIdentifier: String?

        /// The subscription of the framework.
        var subscription: VSSubscription {
            let subscription = VSSubscription()
            subscription.expirationDate = expirationDate
            subscription.accessLevel =
                switch accessLevel {
                case .unknown: .unknown
                case .freeWithAccount: .freeWithAccount
                case .paid: .paid
                }
            subscription.tierIdentifiers = tierIdentifiers
            subscription.billingIdentifier = billingIdentifier
            return subscription
        }

        static let fields = ObjectFormat<Subscription>(
            title: "a subscription", defaults: Subscription(),
            fields: [
                Field(
                    "expirationDate", "When the subscription ends; null if it never ends.", Formats.momentOrNull,
                    into: \.expirationDate),
                Field(
                    "accessLevel", "The content that the subscription gives access to.",
                    Formats.choice(AccessLevel.self), into: \.accessLevel),
                Field(
                    "tierIdentifiers", "The tiers.", Formats.list(Formats.line, of: "tiers"), into: \.tierIdentifiers),
                Field(
                    "billingIdentifier", "How the subscription is paid for.", Formats.line.orNull,
                    into: \.billingIdentifier),
            ])
    }

    static let fields = ObjectFormat<SubscriptionBody>(
        title: "the request", defaults: SubscriptionBody(),
        fields: [
            .app(\.bundleID),
            Field(
                "currentSubscription", "The subscription; null after the user has signed out.",
                Subscription.fields.format.orNull, required: true, into: \.currentSubscription),
        ])
}
