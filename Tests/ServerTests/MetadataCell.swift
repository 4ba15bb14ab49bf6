import Foundation
import TVSimDevice
import TVSimStructuredText
import Testing
import VideoSubscriberAccount

/// A metadata request, and the commands that prepare its device.
struct MetadataCell: Sendable, CustomTestStringConvertible {
    var commands: [String] = []
    var acceptable = true
    var interruption = false
    var force = false
    var attributes = false
    var delegate = true

    var testDescription: String {
        "\(commands) acceptable \(acceptable), interruption \(interruption), force \(force), attributes \(attributes), "
            + "delegate \(delegate)"
    }

    var body: String {
        let names: [JSONValue] = acceptable ? ["Cablevision", "Dish"] : ["Dish"]
        let request: JSONValue = [
            "channelIdentifier": "https://saml.sp.auth.adobe.com", "delegate": .bool(delegate),
            "supportedAccountProviderIdentifiers": .array(names),
            "includeAccountProviderIdentifier": true, "includeAuthenticationExpirationDate": true,
            "isInterruptionAllowed": .bool(interruption), "forceAuthentication": .bool(force),
            "attributeNames": attributes ? ["userID"] : [],
        ]
        return (try? JSONText.line(request)) ?? ""
    }

    var request: VSAccountMetadataRequest {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = "https://saml.sp.auth.adobe.com"
        request.supportedAccountProviderIdentifiers = acceptable ? ["Cablevision", "Dish"] : ["Dish"]
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = interruption
        request.forceAuthentication = force
        request.attributeNames = attributes ? ["userID"] : []
        return request
    }
}

extension MetadataCell {
    private static let accounts = [
        [], [#"{"signIn": {"provider": "Cablevision", "as": "alice"}}"#],
        [#"{"signIn": {"provider": "Cablevision", "as": "alice"}}"#, #""expireAccount""#],
    ]

    /// Every combination of region, access, account and request.
    static let table: [MetadataCell] = {
        var cells: [MetadataCell] = []
        for region in ["supported", "unsupported"] {
            for access in AccessPermission.allCases {
                for account in accounts {
                    let commands = [
                        #"{"settings": {"region": "\#(region)"}}"#, #"{"permission": "\#(access.rawValue)"}"#,
                    ]
                    for bits in 0..<32 {
                        cells.append(
                            MetadataCell(
                                commands: commands + account, acceptable: bits & 1 != 0, interruption: bits & 2 != 0,
                                force: bits & 4 != 0, attributes: bits & 8 != 0, delegate: bits & 16 != 0))
                    }
                }
            }
        }
        return cells
    }()

    /// Settings, faults, users and providers that change an answer, each with a request that meets them.
    static let changes: [MetadataCell] = {
        let granted = #"{"permission": "granted"}"#
        func behaviour(_ text: String) -> String { #"{"settings": {"behaviour": {\#(text)}}}"# }
        let signedIn = accounts[1]
        let expired = accounts[2]
        return [
            MetadataCell(commands: [#"{"app": {"singleSignOnEntitlement": false}}"#, granted]),
            MetadataCell(commands: [granted, behaviour(#""signedOut": "emptyMetadata""#)]),
            MetadataCell(commands: [granted, behaviour(#""expiredDate": "none""#)] + expired),
            MetadataCell(commands: [granted, behaviour(#""verificationData": "always""#)] + signedIn),
            MetadataCell(commands: [granted, behaviour(#""completion": "synchronous""#)] + signedIn),
            MetadataCell(commands: [granted, behaviour(#""completion": "main""#)] + signedIn, attributes: true),
            MetadataCell(
                commands: [
                    granted, behaviour(#""unsupportedRegion": "legacy""#), #"{"settings": {"region": "unsupported"}}"#,
                ] + signedIn),
            MetadataCell(
                commands: [behaviour(#""undeterminedAccess": "prompt""#), #"{"viewer": {"accessPrompt": "allow"}}"#]
                    + signedIn, interruption: true),
            MetadataCell(
                commands: [behaviour(#""undeterminedAccess": "prompt""#), #"{"viewer": {"accessPrompt": "deny"}}"#],
                interruption: true),
            MetadataCell(
                commands: [
                    behaviour(#""undeterminedAccess": "prompt", "missingUsageDescription": "error""#),
                    #"{"app": {"usageDescription": false}}"#,
                ], interruption: true),
            MetadataCell(
                commands: [granted, #"{"viewer": {"systemPicker": {"choose": "Dish", "as": "carol"}}}"#],
                interruption: true, attributes: true),
            MetadataCell(commands: [granted, #"{"viewer": {"systemPicker": "other"}}"#], interruption: true),
            MetadataCell(
                commands: [granted, #"{"viewer": {"systemPicker": {"choose": "Dish"}, "signIn": {"as": "carol"}}}"#],
                interruption: true),
            MetadataCell(
                commands: [
                    granted,
                    #"{"viewer": {"systemPicker": {"choose": "Dish"}, "signIn": {"as": "carol", "password": "no"}}}"#,
                ], interruption: true),
            MetadataCell(
                commands: [granted, #"{"fault": {"at": "accountManager.enqueue", "error": "rejected"}}"#] + signedIn),
            MetadataCell(
                commands: [granted, #"{"fault": {"at": "accountManager.enqueue", "error": "noProviderIdentifier"}}"#]
                    + signedIn),
            MetadataCell(
                commands: [granted, #"{"fault": {"at": "provider.attributeQuery", "error": "timeout"}}"#] + signedIn,
                attributes: true),
            MetadataCell(
                commands: [granted, #"{"fault": {"at": "provider.attributeQuery", "error": "rejected"}}"#] + signedIn,
                attributes: true),
        ]
    }()
}
