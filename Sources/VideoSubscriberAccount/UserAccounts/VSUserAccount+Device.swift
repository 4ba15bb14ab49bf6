import Foundation
import SimulatedDevice
import SimulationCore

extension VSUserAccount.OriginatingDeviceCategory {
    /// The kind of the device that the current app runs on; a phone's where there is none, since a value can be made
    /// anywhere.
    ///
    /// A device that cannot be read ends the process, as everywhere.
    static var ofCurrentDevice: Self {
        do {
            return Self(try RunningApp.resolve().device.settings().platform)
        } catch is LostApp {
            return .mobile
        } catch {
            SimulationTrouble.stop(error)
        }
    }

    /// The kind of devices with an operating system.
    init(_ platform: DeviceSettings.Platform) {
        switch platform {
        case .iOS, .iPadOS: self = .mobile
        case .tvOS: self = .other
        }
    }
}

extension RegisteredUserAccount {
    /// What a device keeps of an account that one of its apps registers: it is the device's own, whatever it says.
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
    /// The account as apps see it.
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
