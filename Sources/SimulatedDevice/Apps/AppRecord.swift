package import Foundation
import StateStorage

/// What the device knows of one app: its permission, what it was built with, and what it registered.
package struct AppRecord: Sendable, Hashable {
    /// The bundle identifier.
    package let bundleID: String
    /// Whether the app may use the account.
    package var access = AccessPermission.notDetermined
    /// Whether the app has the entitlement for single sign-on (`com.apple.developer.video-subscriber-single-sign-on`).
    package var singleSignOnEntitlement = true
    /// Whether the app has the entitlement of the video partner programme (`com.apple.smoot.subscriptionservice`).
    package var subscriptionEntitlement = true
    /// Whether the app says why it wants access (`NSVideoSubscriberAccountUsageDescription`).
    package var usageDescription = true
    /// The team that the app was signed by; `nil`: the one of all apps whose bundle identifiers agree in all components
    /// but the last.
    package var team: String?
    /// The subscription that the app registered; `nil`: none.
    package var subscription: RegisteredSubscription?
    /// The accounts that the app registered, here and on the person's other devices.
    package var userAccounts: [RegisteredUserAccount] = []
    /// The state of Automatic Sign-In.
    package var automaticSignIn = AutomaticSignIn()

    /// Creates an app without a decision, which was built as it should be and has registered nothing.
    package init(bundleID: String) {
        self.bundleID = bundleID
    }

    /// Whether the subscription that the app registered has ended; `nil` where none is registered.
    package func hasSubscriptionEnded(at now: Date) -> Bool? {
        subscription.map { subscription in subscription.expires.map { $0 <= now } ?? false }
    }

    /// Whether the device knows more of the app than its permission.
    package var isDescribed: Bool {
        var described = AppRecord(bundleID: bundleID)
        described.access = access
        return self != described
    }
}

/// A subscription that an app registered through the older interface.
package struct RegisteredSubscription: Sendable, Hashable {
    /// What the subscription gives access to.
    package enum AccessLevel: String, Sendable, CaseIterable {
        case freeWithAccount, paid
    }

    /// What the subscription gives access to.
    package var accessLevel: AccessLevel
    /// When it ends; after that the system behaves as if none were registered.
    ///
    /// `nil`: never.
    package var expires: Date?
    /// The tiers, such as a sports package.
    package var tierIdentifiers: [String]
    /// How the subscription is paid for.
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
    /// Whether the account is paid for.
    package enum AccountType: String, Sendable, CaseIterable {
        case free, paid
    }

    /// The kind of device that the account was registered on.
    package enum DeviceCategory: String, Sendable, CaseIterable {
        case mobile, other
    }

    /// A subscription bought through Apple.
    package struct AppleSubscription: Sendable, Hashable {
        /// The customer.
        package var customerID: String
        /// What was bought.
        package var productCodes: [String]

        /// Creates a subscription.
        package init(customerID: String = "", productCodes: [String] = []) {
            self.customerID = customerID
            self.productCodes = productCodes
        }
    }

    /// The account's identifier; an app has one account without one.
    package var identifier: String?
    /// The TV provider behind the account.
    package var accountProviderIdentifier: String?
    /// Whether the account is paid for.
    package var accountType = AccountType.free
    /// Where the system can renew what it knows.
    package var updateURL: String?
    /// Whether requests to that address need a system that can be trusted.
    package var requiresSystemTrust = false
    /// Whether the app's user has signed out.
    package var isSignedOut = false
    /// When the billing cycle ends.
    package var subscriptionBillingCycleEndDate: Date?
    /// The tiers.
    package var tierIdentifiers: [String]?
    /// How the subscription is paid for.
    package var billingIdentifier: String?
    /// What signs the user in on another device.
    package var authenticationData: String?
    /// Whether the account was registered on this device.
    package var isFromCurrentDevice = true
    /// The kind of device that it was registered on.
    package var deviceCategory = DeviceCategory.mobile
    /// A subscription bought through Apple.
    package var appleSubscription: AppleSubscription?

    /// Creates a free account without an identifier.
    package init() {}
}

/// What a person allowed an app to keep for signing them in elsewhere.
package struct AutomaticSignIn: Sendable, Hashable {
    /// What the person decided.
    package enum Authorization: String, Sendable, CaseIterable {
        case notDetermined, granted, denied
    }

    /// What the person decided.
    package var authorization = Authorization.notDetermined
    /// What the app keeps; `nil`: nothing.
    package var token: String?

    /// Creates the state of a person who was never asked.
    package init() {}
}
