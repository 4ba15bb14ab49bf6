import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// `GET /api/v2/{serviceProvider}/configuration`: lists the MVPDs that a service provider integrates.
struct ConfigurationEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    /// The `clientType` that the documentation's sample gives to a REST API V2 app on Apple TV.
    ///
    /// - Note: The vendor publishes no list of these names, so every app gets this one. See Differences, S-83.
    private static let clientType = "html5"

    /// Returns the device that the configuration is for; an unreadable `X-Device-Info` is an unknown device here.
    ///
    /// The documentation's sample has such a header and the `User-Agent` of an Apple TV, and its answer is for an
    /// unknown device.
    private static func device(of request: ServiceRequest) -> DeviceInformation {
        guard request.fields[.deviceInformation] != nil else { return request.device }
        return request.deviceHeader ?? DeviceInformation(members: [:])
    }

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        // The header is optional here, but an invalid value is still an error.
        if request.base.fields[.deviceIdentifier] != nil { _ = try request.base.deviceIdentifier() }
        let device = Self.device(of: request.base)
        // Without any description of the device, the entries are complete.
        let isDescribed = request.base.fields[.deviceInformation] != nil || device.platform != .unknown
        let platform = isDescribed ? device.platform : nil
        // A query that cannot be read selects no profile: the endpoint ignores every other parameter too.
        let query = try? request.base.query()
        let profile = query?.value("profile")
        note(query: query, profile: profile, device, in: request)
        let mvpds = try request.requestor.integrations(in: profile, at: request.now).filter(\.enabled).map {
            integration in
            integration.configured(for: platform, logo: LogoEndpoint.address(of: integration, request))
        }
        let requestor = ConfigurationResponse.Requestor(
            id: request.requestor.id, name: request.requestor.name,
            // No simulated MVPD starts a sign-in by itself.
            domains: request.requestor.domains.map { .init(name: $0) }, mvpds: mvpds)
        var answer = try ServiceAnswer(
            ConfigurationResponse(
                device: device.hardwareType ?? "unknown", clientType: Self.clientType,
                os: platform == nil || platform == .unknown ? "Unknown" : platform?.rawValue,
                errorReporting: request.requestor.errorReporting,
                time: Milliseconds(request.now), requestor: requestor),
            outcome: "\(mvpds.count) MVPDs",
            reason: "The response lists the active integrations in the configured order.",
            details: ["serviceProvider": requestor.name, "mvpds": mvpds.map(\.id).joined(separator: " ")])
        answer.details["profile"] = profile
        return answer
    }

    /// Notes a query without effect, and an operating system that the service does not know.
    private func note(
        query: [FormField]?, profile: String?, _ device: DeviceInformation, in request: ProtectedRequest
    ) {
        let inputs = request.base.inputs
        let known = request.requestor.applicationProfiles.map(\.name)
        if query == nil {
            inputs.note(
                InputFate(
                    "The query", .encoding, found: "that of a malformed or repeated field",
                    expected: "fields in UTF-8, each once"))
        } else if let profile, !known.contains(profile) {
            inputs.note(
                InputFate(
                    "profile", .value, found: Naming.quoted(profile),
                    expected: "an application profile of '\(request.requestor.id)', of "
                        + Naming.known(known, insteadOf: profile)))
        }
        if request.base.deviceHeader != nil, device.platform == .unknown {
            let names = DeviceInformation.Platform.allCases.filter { $0 != .unknown }.map(\.rawValue)
            inputs.note(
                InputFate(
                    HTTPField.Name.deviceInformation.rawName, .platform,
                    found: device.members["osName"]?.string.map { Naming.quoted($0) } ?? "not named by osName",
                    expected: "one of \(names.joined(separator: ", "))"))
        }
    }
}

extension ServiceConfiguration.Requestor {
    /// The `errorReporting` value of the SDK; `nil` for the default reporting.
    fileprivate var errorReporting: String? {
        enhancedErrors ? nil : ConfigurationResponse.originalErrorReporting
    }
}

extension Integration {
    /// Returns the integration's entry in the configuration of an app on a platform.
    ///
    /// The entry has the properties of single sign-on only if the platform can have Apple's framework.
    ///
    /// - Parameters:
    ///   - platform: The app's platform; `nil` if the request does not describe the device. The entry is then complete.
    ///   - logo: The URL of the MVPD's logo.
    /// - Returns: The entry.
    func configured(for platform: DeviceInformation.Platform?, logo: String) -> ConfiguredMVPD {
        var mvpd = ConfiguredMVPD(id: mvpd, displayName: displayName)
        mvpd.isTempPass = tempPass != nil
        mvpd.isProxy = proxy != nil
        mvpd.logoUrl = logo
        mvpd.useSVC = safariViewController
        // Temporary access is stored per service provider (Adobe Pass, Temp Pass).
        mvpd.authPerAggregator = authenticationPerRequestor || tempPass != nil
        mvpd.passiveAuthnEnabled = passiveAuthentication
        guard platform?.mayHavePartnerFramework ?? true else { return mvpd }
        mvpd.platformMappingID = platformMappingID
        mvpd.boardingStatus = boardingStatus
        // A temporary pass has no single sign-on. An MVPD that the platform does not know cannot have an account there.
        mvpd.enablePlatformServices = singleSignOn && tempPass == nil && platformMappingID != nil
        mvpd.enforcePlatformPermissions = enforcePlatformPermissions
        mvpd.displayInPlatformPicker = singleSignOn && boardingStatus != nil && platformMappingID != nil
        return mvpd
    }
}

extension DeviceInformation.Platform {
    /// Whether the platform can have Apple's framework; `false` for an unknown platform.
    ///
    /// Adobe Pass REST API V2, X-Device-Info.
    var mayHavePartnerFramework: Bool {
        self == .iOS || self == .iPadOS || self == .tvOS
    }
}
