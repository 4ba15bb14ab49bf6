package import Foundation
import TVSimStateStorage

/// The device's record of one app: its permission, its entitlements, and what it registered.
package struct AppRecord: Sendable, Hashable {
    /// The bundle identifier.
    package let bundleID: String
    /// The user's decision whether the app may use the account.
    package var access = AccessPermission.notDetermined
    /// Whether the app has the entitlement for single sign-on (`com.apple.developer.video-subscriber-single-sign-on`).
    package var singleSignOnEntitlement = true
    /// Whether the app has the entitlement of the video partner program (`com.apple.smoot.subscriptionservice`).
    package var subscriptionEntitlement = true
    /// Whether the app has a usage description (`NSVideoSubscriberAccountUsageDescription`).
    package var usageDescription = true
    /// The team that signed the app.
    ///
    /// `nil` if the app belongs to the default team. Apps of one team share data only if their bundle identifiers
    /// differ at most in the last component.
    package var team: String?
    /// The subscription that the app registered; `nil` if it registered none.
    package var subscription: RegisteredSubscription?
    /// The accounts that the app registered on this device and on the user's other devices.
    package var userAccounts: [RegisteredUserAccount] = []
    /// The state of Automatic Sign-In.
    package var automaticSignIn = AutomaticSignIn()

    /// Creates the record of a correctly built app without a decision or registrations.
    package init(bundleID: String) {
        self.bundleID = bundleID
    }

    /// Returns whether the registered subscription has ended; `nil` if none is registered.
    package func hasSubscriptionEnded(at now: Date) -> Bool? {
        subscription.map { subscription in subscription.expires.map { $0 <= now } ?? false }
    }

    /// Whether the record contains more than the permission.
    package var isDescribed: Bool {
        var described = AppRecord(bundleID: bundleID)
        described.access = access
        return self != described
    }
}

/// A subscription that an app registered with `VSSubscriptionRegistrationCenter`.
package struct RegisteredSubscription: Sendable, Hashable {
    /// The access that the subscription gives.
    package enum AccessLevel: String, Codable, Sendable, CaseIterable {
        case freeWithAccount, paid
    }

    /// The access that the subscription gives.
    package var accessLevel: AccessLevel
    /// When the subscription ends; after that the system behaves as if none were registered.
    ///
    /// `nil` if it never ends.
    package var expires: Date?
    /// The tiers, such as a sports package.
    package var tierIdentifiers: [String]
    /// The billing identifier of the subscription.
    package var billingIdentifier: String?

    /// Creates a subscription.
    package init(
        accessLevel: AccessLevel, expires: Date? = nil, tierIdentifiers: [String] = [],
        billingIdentifier: String? = nil
    ) {
        self.accessLevel = accessLevel
        self.expires = expires?.asKept
        self.tierIdentifiers = tierIdentifiers
        self.billingIdentifier = billingIdentifier
    }
}

/// An account that an app registered for its user.
package struct RegisteredUserAccount: Sendable, Hashable {
    /// Whether the account is free or paid.
    package enum AccountType: String, Sendable, CaseIterable {
        case free, paid
    }

    /// The kind of device that the account was registered on.
    package enum DeviceCategory: String, Sendable, CaseIterable {
        case mobile, other
    }

    /// A subscription bought through Apple.
    package struct AppleSubscription: Sendable, Hashable {
        /// The customer identifier.
        package var customerID: String
        /// The codes of the purchased products.
        package var productCodes: [String]

        /// Creates a subscription.
        package init(customerID: String = "", productCodes: [String] = []) {
            self.customerID = customerID
            self.productCodes = productCodes
        }
    }

    /// The account's identifier; at most one account of an app on this device has none.
    package var identifier: String?
    /// The TV provider behind the account.
    package var accountProviderIdentifier: String?
    /// Whether the account is free or paid.
    package var accountType = AccountType.free
    /// The URL at which the system can update its information about the account.
    package var updateURL: String?
    /// Whether requests to that URL need a trusted system.
    package var requiresSystemTrust = false
    /// Whether the app's user has signed out.
    package var isSignedOut = false
    /// When the billing cycle ends.
    package var subscriptionBillingCycleEndDate: Date?
    /// The tiers.
    package var tierIdentifiers: [String]?
    /// The billing identifier of the account.
    package var billingIdentifier: String?
    /// Data that signs the user in on another device.
    package var authenticationData: String?
    /// Whether the account was registered on this device.
    package var isFromCurrentDevice = true
    /// The kind of device on which the account was registered.
    package var deviceCategory = DeviceCategory.mobile
    /// A subscription bought through Apple.
    package var appleSubscription: AppleSubscription?

    /// Creates a free account without an identifier.
    package init() {}
}

/// The state of Automatic Sign-In: the user's decision and the app's token.
package struct AutomaticSignIn: Sendable, Hashable {
    /// The user's decision.
    package enum Authorization: String, Codable, Sendable, CaseIterable {
        case notDetermined, granted, denied
    }

    /// The user's decision.
    package var authorization = Authorization.notDetermined
    /// The token that the app stored; `nil` if it stored none.
    package var token: String?

    /// Creates the state before the user's decision.
    package init() {}

    /// The result of an app's request for authorization.
    package struct Answer: Sendable, Hashable {
        /// The decision after the request.
        package let authorization: Authorization
        /// Whether the user was asked.
        package let prompted: Bool

        /// Decides the result of a request; `nil` if the sheet stays open until the user answers.
        ///
        /// The system asks until the user has allowed it. A sheet that is closed without an answer leaves the decision
        /// undetermined (Differences, A-35).
        package init?(stored: Authorization, person: ViewerAnswers.Prompt) {
            prompted = stored != .granted
            guard prompted else {
                authorization = stored
                return
            }
            switch person {
            case .allow: authorization = .granted
            case .deny: authorization = .denied
            case .ignore: authorization = .notDetermined
            case .none: return nil
            }
        }
    }
}
