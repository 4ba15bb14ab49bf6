public import Foundation
import SimulatedDevice

/// An account that an app registers with the system for the person who uses it.
///
/// spec video-subscriber-account § 1.13.
@available(iOS 16.4, tvOS 16.4, macOS 13.3, visionOS 1.0, *)
public struct VSUserAccount: Hashable, Sendable {
    /// Whether the account is paid for.
    public enum AccountType: Int, Sendable {
        /// The account costs nothing.
        case free = 0
        /// The account is paid for.
        case paid = 1
    }

    /// The kind of device that an account was registered on.
    public enum OriginatingDeviceCategory: Int, Sendable {
        /// A phone or a tablet.
        case mobile = 0
        /// Any other device.
        case other = 1
    }

    /// Where the system can renew what it knows of the account.
    public var updateURL: URL?
    /// Whether requests to that address need a system that can be trusted.
    public var requiresSystemTrust = false
    /// The TV provider behind the account.
    public var accountProviderIdentifier: String?
    /// What tells the account from others of the app.
    public var identifier: String?
    /// Whether the account is paid for.
    public var accountType: AccountType
    /// Whether the person has signed out of the app.
    public var isSignedOut = false
    /// When the billing cycle ends.
    public var subscriptionBillingCycleEndDate: Date?
    /// The tiers of the subscription.
    public var tierIdentifiers: [String]?
    /// How the subscription is paid for.
    public var billingIdentifier: String?
    /// What signs the person in on another device.
    public var authenticationData: String?
    /// Whether the account was registered on this device.
    public var isFromCurrentDevice = true
    /// The kind of device that the account was registered on.
    public let deviceCategory: OriginatingDeviceCategory
    /// A subscription that was bought through Apple.
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
