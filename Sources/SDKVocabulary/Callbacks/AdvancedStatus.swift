package import Foundation
package import TVSimStructuredText

/// An advanced status: what happened, its level, and details.
///
/// The message texts are ours; the vendor publishes none.
package struct AdvancedStatus: Sendable, Hashable {
    /// How serious a status is.
    package enum Level: String, Sendable {
        case error, warning, info, success
    }

    /// The codes that the SDK emits, each with its documented level.
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// Generic failure of Apple single sign-on.
        case appleFailure = "AAPL"
        /// The same, at setRequestor, as the cookbook spells it there.
        case appleFailureAtSetRequestor = "APPL"
        /// The same, at checkAuthentication, as the cookbook spells it there.
        case appleFailureAtCheck = "APPL_ERROR"
        case platformLogoutNeeded = "VSA203"
        case permissionDenied = "VSA403"
        case permissionUndetermined = "VSA404"
        case metadataRequestFailed = "VSA503"
        case internalError = "500"
        case clockWrong = "CFG100"
        case invalidRequestor = "CFG400"
        case serversNotFound = "CFG404"
        case configurationThrottled = "CFG429"
        case notAuthenticated = "N000"
        case passiveAuthentication = "N001"
        case otherProviderChosen = "N003"
        case providerUnsupportedHere = "N004"
        case pickerCancelled = "N005"
        case authenticatedUnderDegradation = "N010"
        case authenticatedByTemporaryPass = "N011"
        case temporaryPassExpired = "N111"
        case sessionWithoutToken = "N130"
        case authenticationFailed = "N500"
        case applicationNotRegistered = "R400"
        case accessTokenUnobtainable = "R401"
        case registrationCodeUnobtainable = "REG500"
        case registrationCode = "REGCODE"
        case authorizedUnderDegradation = "Z010"
        case authorizedByTemporaryPass = "Z011"
        case requestorNotAllowed = "SEC403"
        case deviceMismatch = "SEC412"
        case connectionNotTrusted = "SEC420"
        case notSubscribed = "Z100"
        case deniedRepeatedly = "Z110"
        case providerUnreachable = "Z120"
        case malformedResource = "Z130"
        case degradedDenial = "Z169"
        case authorizationFailed = "Z500"
        case preauthorizationFailed = "P100"

        /// The documented level.
        package var level: Level {
            switch self {
            case .platformLogoutNeeded, .permissionDenied, .permissionUndetermined, .metadataRequestFailed,
                .notAuthenticated, .passiveAuthentication, .otherProviderChosen, .providerUnsupportedHere,
                .pickerCancelled,
                .authenticatedByTemporaryPass, .authorizedByTemporaryPass:
                .info
            case .authenticatedUnderDegradation, .authorizedUnderDegradation, .temporaryPassExpired, .clockWrong,
                .deviceMismatch:
                .warning
            case .registrationCode:
                .success
            default:
                .error
            }
        }
    }

    /// Whether a text is a documented `errorId`.
    package static func isKnown(_ errorID: String) -> Bool {
        knownIDs.contains(errorID) || errorID.wholeMatch(of: /CFG5[0-9]{2}/) != nil
    }

    /// Every documented `errorId`, except those of server errors (`CFG5xx`).
    ///
    /// The vendor's table spells the failure of Apple single sign-on `AAPL_ERROR` too, which the SDK never sends
    /// (Apple SSO Cookbook (iOS/tvOS SDK), Error Reporting).
    package static let knownIDs = Code.allCases.map(\.rawValue) + ["AAPL_ERROR"]

    /// The `errorId`.
    ///
    /// A string, because `CFG5xx` carries the digits of the HTTP status.
    package let errorID: String
    /// The level.
    package let level: Level
    /// What happened, in our words or the service's.
    package var message: String?
    /// The resource that it is about.
    package var resource: ResourceID?
    /// The reason in the words of what refused or failed.
    package var details: String?
    /// Until when the user can type the code in its message.
    package var expires: Date?

    /// Creates the status of a code, with its level.
    package init(_ code: Code, message: String? = nil, resource: ResourceID? = nil, details: String? = nil) {
        errorID = code.rawValue
        level = code.level
        self.message = message
        self.resource = resource
        self.details = details
    }

    /// Creates the status that hands over a registration code.
    ///
    /// - Parameters:
    ///   - code: The code, which the user types on the second screen.
    ///   - expires: Until when it is valid.
    package init(registrationCode code: String, expires: Date) {
        self.init(.registrationCode, message: code)
        self.expires = expires
    }

    /// The status of a server error while the configuration is fetched: `CFG` and the three digits.
    package init(configurationServerError status: Int, message: String) {
        errorID = "CFG\(status)"
        level = .error
        self.message = message
    }

    /// The dictionary that the app receives: texts, and `expires` as a number of milliseconds since 1970.
    package var dictionary: [String: Any] {
        var dictionary: [String: Any] = ["errorId": errorID, "level": level.rawValue]
        dictionary["message"] = message
        dictionary["resource"] = resource?.rawValue
        dictionary["details"] = details
        dictionary["expires"] = expires.map { Int($0.millisecondsSince1970) }
        return dictionary
    }
}
