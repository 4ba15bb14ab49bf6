import EntitlementAPI
import Foundation
import HTTPTypes
import Identifiers
import SimulationCore

/// `GET /api/v2/{serviceProvider}/configuration`: lists the MVPDs that a service provider integrates.
struct ConfigurationEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    /// What the documentation's sample calls an app of REST API V2 on Apple TV.
    ///
    /// - Note: No list of such names is published; every app is called so. See Differences, S-83.
    private static let clientType = "html5"

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        // What a device need not say here must be right where it is said.
        if request.base.fields[.deviceIdentifier] != nil { _ = try request.base.deviceIdentifier() }
        let device = request.base.fields[.deviceInformation] == nil ? nil : try request.base.deviceInformation()
        let platform = device?.platform
        let mvpds = request.requestor.integrations.filter(\.enabled).map { $0.configured(for: platform) }
        let requestor = ConfigurationResponse.Requestor(
            id: request.requestor.id, name: request.requestor.name,
            // No MVPD of the simulation begins a sign-in by itself.
            domains: request.requestor.domains.map { .init(name: $0) }, mvpds: mvpds)
        return try ServiceAnswer(
            ConfigurationResponse(
                device: device?.hardwareType ?? "unknown", clientType: Self.clientType,
                os: platform == nil || platform == .unknown ? "Unknown" : platform?.rawValue,
                errorReporting: request.requestor.errorReporting,
                time: Milliseconds(request.now), requestor: requestor),
            outcome: "\(mvpds.count) MVPDs", reason: "Active integrations are listed, in their order.",
            details: ["serviceProvider": requestor.name, "mvpds": mvpds.map(\.id).joined(separator: " ")])
    }
}

extension ServiceConfiguration.Requestor {
    /// How the SDK is to report errors; `nil`: as usual.
    fileprivate var errorReporting: String? {
        enhancedErrors ? nil : ConfigurationResponse.originalErrorReporting
    }
}

extension Integration {
    /// Describes the integration to an app on a platform; single sign-on is spoken of only where Apple's framework can be.
    ///
    /// The platform is `nil` where the app says nothing of its device, which it need not here: then nothing is kept back.
    func configured(for platform: DeviceInformation.Platform?) -> ConfiguredMVPD {
        var mvpd = ConfiguredMVPD(id: mvpd, displayName: displayName)
        mvpd.isTempPass = tempPass != nil
        mvpd.useSVC = safariViewController
        // What a pass gives is kept for each service provider. spec entitlement § 1.10.
        mvpd.authPerAggregator = authenticationPerRequestor || tempPass != nil
        mvpd.passiveAuthnEnabled = passiveAuthentication
        guard platform?.mayHavePartnerFramework ?? true else { return mvpd }
        mvpd.platformMappingID = platformMappingID
        mvpd.boardingStatus = boardingStatus
        // A pass has no single sign-on, and of an MVPD that the platform does not know nobody can be signed in there.
        mvpd.enablePlatformServices = singleSignOn && tempPass == nil && platformMappingID != nil
        mvpd.enforcePlatformPermissions = enforcePlatformPermissions
        mvpd.displayInPlatformPicker = singleSignOn && boardingStatus != nil && platformMappingID != nil
        return mvpd
    }
}

extension DeviceInformation.Platform {
    /// Whether Apple's framework can be there; for an unknown platform the stricter rule holds.
    ///
    /// spec entitlement § 2.2, X-Device-Info.
    var mayHavePartnerFramework: Bool {
        self == .iOS || self == .tvOS
    }
}
