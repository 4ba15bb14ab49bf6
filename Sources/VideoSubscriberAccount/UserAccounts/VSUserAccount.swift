public import Foundation
import TVSimDevice

/// An account that an app registers with the system for its user.
///
/// Video Subscriber Account, `VSUserAccount`; Differences, A-33.
@available(iOS 16.4, tvOS 16.4, macOS 13.3, visionOS 1.0, *)
public struct VSUserAccount: Hashable, Sendable {
    /// Whether the account is paid for.
    public enum AccountType: Int, Sendable {
        /// The account is free.
        case free = 0
        /// The account is paid for.
        case paid = 1
    }

    /// The category of the device that registered an account.
    public enum OriginatingDeviceCategory: Int, Sendable {
        /// A phone or a tablet.
        case mobile = 0
        /// Any other device.
        case other = 1
    }

    /// The URL from which the system can update the account.
    public var updateURL: URL?
    /// Whether requests to that URL require a trusted system.
    public var requiresSystemTrust = false
    /// The identifier of the account's TV provider.
    public var accountProviderIdentifier: String?
    /// The identifier that distinguishes the app's accounts.
    public var identifier: String?
    /// Whether the account is paid for.
    public var accountType: AccountType
    /// Whether the user has signed out of the app.
    public var isSignedOut = false
    /// The date when the billing cycle ends.
    public var subscriptionBillingCycleEndDate: Date?
    /// The tiers of the subscription.
    public var tierIdentifiers: [String]?
    /// The identifier of the payment method.
    public var billingIdentifier: String?
    /// Data that signs the user in on another device.
    public var authenticationData: String?
    /// Whether the account was registered on this device.
    public var isFromCurrentDevice = true
    /// The category of the device that registered the account.
    public let deviceCategory: OriginatingDeviceCategory
    /// The account's subscription bought through Apple.
    @available(iOS 17.4, tvOS 17.4, macOS 14.4, visionOS 1.1, *)
    public var appleSubscription: VSAppleSubscription?

    /// Creates an account of this device.
    public init(accountType: AccountType = .free, updateURL: URL?) {
        self.init(accountType: accountType, updateURL: updateURL, deviceCategory: .ofCurrentDevice)
    }

    init(accountType: AccountType, updateURL: URL?, deviceCategory: OriginatingDeviceCategory) {
        self.accountType = accountType
        self.updateURL = updateURL
        self.deviceCategory = deviceCategory
    }
}
