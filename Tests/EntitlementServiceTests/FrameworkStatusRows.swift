import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

/// One framework status, and the code of what is wrong with it.
struct FrameworkStatusRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: PartnerFrameworkStatus
    let code: EnhancedErrorCode

    /// The MVPD to which the provider maps that the status names.
    var mvpd: MVPDID? { status.frameworkProviderInfo?.id == "Cablevision" ? "Cablevision" : nil }

    private init(
        _ name: String, access: PartnerFrameworkStatus.AccessStatus? = .granted, id: ProviderID? = "Cablevision",
        expiration: String? = nil, _ code: EnhancedErrorCode
    ) {
        testDescription = name
        status = PartnerFrameworkStatus(
            permission: .init(accessStatus: access), provider: .init(id: id, expirationDate: expiration))
        self.code = code
    }

    private static func milliseconds(_ offset: TimeInterval) -> String {
        String(SimulatedClock.defaultStart.addingTimeInterval(offset).millisecondsSince1970)
    }

    /// The mapping of the documentation, at the default instant.
    static let all: [FrameworkStatusRow] = [
        .init("no access status", access: nil, .invalidHeaderPFSPermissionAccessNotPresent),
        .init(
            "an unknown access status", access: .init(rawValue: "Granted"),
            .invalidHeaderPFSPermissionAccessNotPresent),
        .init("notDetermined", access: .notDetermined, .invalidHeaderPFSPermissionAccessNotDetermined),
        .init("denied", access: .denied, .invalidHeaderPFSPermissionAccessNotGranted),
        .init("ambiguity 4: restricted", access: .restricted, .invalidHeaderPFSPermissionAccessNotGranted),
        .init("denied without a provider", access: .denied, id: nil, .invalidHeaderPFSPermissionAccessNotGranted),
        .init("no provider", id: nil, .invalidHeaderPFSProviderIDNotDetermined),
        .init("an empty provider", id: "", .invalidHeaderPFSProviderIDNotDetermined),
        .init("an unknown provider", id: "Nobody", .invalidHeaderPFSProviderIDNotDetermined),
        .init(
            "ambiguity 46: a provider in another case", id: "cablevision", .invalidHeaderPFSProviderIDNotDetermined),
        .init("an MVPD that the platform does not know", id: "Mediacom", .invalidHeaderPFSProviderIDNotDetermined),
        .init(
            "an expiration in the past", expiration: milliseconds(-1), .invalidHeaderPFSProviderInfoExpired),
        .init("an expiration now", expiration: milliseconds(0), .invalidHeaderPFSProviderInfoExpired),
        .init(
            "an expiration with a sign", expiration: "+" + milliseconds(60),
            .invalidHeaderPFSProviderInfoExpired),
        .init("an expiration that is no text", expiration: "", .invalidHeaderPFSProviderInfoExpired),
        .init("an expiration that is no number", expiration: "tomorrow", .invalidHeaderPFSProviderInfoExpired),
    ]
}
