import Foundation
import TVSimCore
import TVSimDevice

extension VSUserAccount.OriginatingDeviceCategory {
    /// The category of the current app's device; a phone's category without a device, because a value can be created
    /// anywhere.
    ///
    /// An unreadable device stops the process.
    static var ofCurrentDevice: Self {
        do {
            return Self(try RunningApp.resolve(for: "VSUserAccount()").device.settings().platform)
        } catch is MissingCurrentAppError {
            return .mobile
        } catch {
            SimulatorFailure.stop(error)
        }
    }

    /// Creates the category of devices with an operating system.
    init(_ platform: DeviceSettings.Platform) {
        switch platform {
        case .iOS, .iPadOS: self = .mobile
        case .tvOS, .visionOS, .macOS: self = .other
        }
    }
}

extension RegisteredUserAccount {
    /// Creates the device's record of an account, which always belongs to this device.
    init(_ account: VSUserAccount, on platform: DeviceSettings.Platform) {
        self.init()
        identifier = account.identifier
        accountProviderIdentifier = account.accountProviderIdentifier
        accountType =
            switch account.accountType {
            case .free: .free
            case .paid: .paid
            }
        updateURL = account.updateURL?.absoluteString
        requiresSystemTrust = account.requiresSystemTrust
        isSignedOut = account.isSignedOut
        subscriptionBillingCycleEndDate = account.subscriptionBillingCycleEndDate
        tierIdentifiers = account.tierIdentifiers
        billingIdentifier = account.billingIdentifier
        authenticationData = account.authenticationData
        isFromCurrentDevice = true
        deviceCategory =
            switch VSUserAccount.OriginatingDeviceCategory(platform) {
            case .mobile: .mobile
            case .other: .other
            }
        appleSubscription = account.appleSubscription.map {
            AppleSubscription(customerID: $0.customerID, productCodes: $0.productCodes)
        }
    }
}

extension VSUserAccount {
    /// Creates the account in the form that apps see.
    init(_ registered: RegisteredUserAccount) {
        let type: AccountType =
            switch registered.accountType {
            case .free: .free
            case .paid: .paid
            }
        let category: OriginatingDeviceCategory =
            switch registered.deviceCategory {
            case .mobile: .mobile
            case .other: .other
            }
        self.init(
            accountType: type, updateURL: registered.updateURL.flatMap(URL.init(string:)), deviceCategory: category)
        identifier = registered.identifier
        accountProviderIdentifier = registered.accountProviderIdentifier
        requiresSystemTrust = registered.requiresSystemTrust
        isSignedOut = registered.isSignedOut
        subscriptionBillingCycleEndDate = registered.subscriptionBillingCycleEndDate
        tierIdentifiers = registered.tierIdentifiers
        billingIdentifier = registered.billingIdentifier
        authenticationData = registered.authenticationData
        isFromCurrentDevice = registered.isFromCurrentDevice
        appleSubscription = registered.appleSubscription.map {
            VSAppleSubscription(customerID: $0.customerID, productCodes: $0.productCodes)
        }
    }
}
