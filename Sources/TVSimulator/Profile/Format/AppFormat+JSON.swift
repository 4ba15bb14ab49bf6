package import EntitlementAPI
import SimulatedDevice
import SimulationCore

extension Profile.DeviceApp {
    /// The app as a profile writes it, every key included; instants stand on the calendar.
    package var json: [String: JSONValue] {
        [
            "access": .string(access.rawValue),
            "singleSignOnEntitlement": .bool(record.singleSignOnEntitlement),
            "subscriptionEntitlement": .bool(record.subscriptionEntitlement),
            "usageDescription": .bool(record.usageDescription),
            "team": JSONValue(record.team),
            "subscription": record.subscription.map { .object($0.json) } ?? .null,
            "userAccounts": .array(record.userAccounts.map { .object($0.json) }),
            "automaticSignIn": [
                "authorization": .string(record.automaticSignIn.authorization.rawValue),
                "token": JSONValue(record.automaticSignIn.token),
            ],
        ]
    }
}

extension RegisteredSubscription {
    fileprivate var json: [String: JSONValue] {
        [
            "accessLevel": .string(accessLevel.rawValue),
            "expires": .string(expires.map(TimeText.format) ?? Instant.never.description),
            "tierIdentifiers": .array(tierIdentifiers.map(JSONValue.string)),
            "billingIdentifier": JSONValue(billingIdentifier),
        ]
    }
}

extension RegisteredUserAccount {
    fileprivate var json: [String: JSONValue] {
        [
            "identifier": JSONValue(identifier),
            "accountProviderIdentifier": JSONValue(accountProviderIdentifier),
            "accountType": .string(accountType.rawValue),
            "updateURL": JSONValue(updateURL),
            "requiresSystemTrust": .bool(requiresSystemTrust),
            "isSignedOut": .bool(isSignedOut),
            "subscriptionBillingCycleEndDate": JSONValue(subscriptionBillingCycleEndDate.map(TimeText.format)),
            "tierIdentifiers": tierIdentifiers.map { .array($0.map(JSONValue.string)) } ?? .null,
            "billingIdentifier": JSONValue(billingIdentifier),
            "authenticationData": JSONValue(authenticationData),
            "isFromCurrentDevice": .bool(isFromCurrentDevice),
            "deviceCategory": .string(deviceCategory.rawValue),
            "appleSubscription": appleSubscription.map { subscription in
                [
                    "customerID": .string(subscription.customerID),
                    "productCodes": .array(subscription.productCodes.map(JSONValue.string)),
                ]
            } ?? .null,
        ]
    }
}

extension JSONValue {
    /// A text, or `null` where there is none.
    init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }
}
