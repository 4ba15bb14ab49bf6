import Foundation
import TVSimCore
package import TVSimEntitlementAPI
import TVSimSDKVocabulary
package import TVSimStructuredText
import VideoSubscriberAccount

/// Exchanges a system-level account for a profile of the entitlement service, or returns the condition that stopped it.
///
/// The whole exchange is in this file, in the order in which it happens. ``readSystem(_:configuration:observer:)`` asks
/// Apple's framework: conditions (a) to (c). ``exchange(_:of:configuration:abandoned:)`` asks the configuration, the service
/// and the provider: conditions (d) to (g). It then hands the provider's SAML response to the service. Every decision here
/// follows from what the framework and the service answered.
///
/// Apple SSO Cookbook (iOS/tvOS SDK), Authentication, step 2.
package struct SSOBridge: Sendable {
    /// Whether the app asked for the sign-in and allows an interruption.
    package enum Mode: Sendable, Equatable {
        /// The user must not be interrupted.
        case silent
        /// The system may ask the user for access, and may show a picker of these providers (platform mapping ids).
        case interactive(providers: [ProviderID], featured: [ProviderID])

        var isSilent: Bool { self == .silent }
    }

    private let app: any AppContext
    private let client: @Sendable (MVPDID) -> EntitlementClient
    private let story: ExchangeStory

    /// Creates a bridge for an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - client: Returns the client of an MVPD's service.
    package init(app: any AppContext, client: @escaping @Sendable (_ mvpd: MVPDID) -> EntitlementClient) {
        self.app = app
        self.client = client
        story = ExchangeStory(in: app.journal)
    }

    /// The report of the exchange so far.
    ///
    /// - Parameter stop: What stopped the exchange; `nil` if nothing has.
    /// - Returns: The conditions found so far, and what stopped the exchange.
    package func report(_ stop: ExchangeStop? = nil) -> ExchangeReport {
        ExchangeReport(conditions: story.findings, stop: stop)
    }

    /// The report of a completed exchange.
    package func report(_ outcome: ExchangeOutcome) -> ExchangeReport {
        guard case .stopped(let stop) = outcome else { return report() }
        return report(stop)
    }

    // MARK: - From the framework to the account: (a) to (c)

    /// Reads the system-level account through Apple's framework.
    ///
    /// - Parameters:
    ///   - mode: Whether the user may be interrupted.
    ///   - configuration: The requestor's MVPDs.
    ///   - observer: Presents the system's interface; `nil` in silent mode.
    /// - Returns: The account, or what the framework answered instead.
    /// - Throws: `AppTermination` if the system has ended the app; errors of the simulation's own state.
    package func readSystem(
        _ mode: Mode, configuration: ConfigurationResponse, observer: InterfaceObserver? = nil
    ) async throws -> FrameworkAnswer {
        let framework = AccountFramework(app: app, observer: observer)
        let access = try await framework.access(prompt: !mode.isSilent)
        switch access {
        case .accessNotGranted(let status):
            try story.fails(.permissionGranted, .access("\(status)"))
            return access
        case .failed(let error):
            try story.fails(.permissionGranted, .frameworkFailed("\(error.code)"))
            return access
        default:
            try story.holds(.permissionGranted, .access("granted"))
        }
        var reading = try await framework.account(mode)
        if case .expired(_, let end) = reading.answer, !mode.isSilent {
            // The framework returns an expired account without asking the user: only force makes it ask.
            try story.note(.accountExpired(at: TimeText.format(end)))
            reading = try await framework.account(mode, forcing: true)
        }
        try story.explain(reading, configuration)
        return reading.answer
    }

    // MARK: - From the account to the profile: (d) to (g)

    /// Exchanges the system-level account for a profile at the entitlement service.
    ///
    /// - Parameters:
    ///   - system: The account.
    ///   - requestor: The requestor's identifier.
    ///   - configuration: The requestor's MVPDs.
    ///   - abandoned: MVPDs whose profiles the service has yet to remove: a profile there is not taken.
    /// - Returns: The profile, or the reason for its absence.
    /// - Throws: `AppTermination` if the system has ended the app; errors of the simulation's own state.
    package func exchange(
        _ system: SystemProfile, of requestor: RequestorID, configuration: ConfigurationResponse, abandoned: Set<MVPDID>
    ) async throws -> ExchangeOutcome {
        do {
            let mvpd = try integration(of: system, requestor, configuration)
            let service = client(mvpd.id)
            let session = try await service.send(frameworkStatus: system.frameworkStatus) { headers in
                .partnerSession(
                    PartnerSessionRequest(
                        domainName: configuration.domainName, redirectURL: EntitlementWire.appRedirectURL),
                    of: requestor, headers: headers)
            }
            let answer: ProfilesResponse
            if let request = try samlRequest(in: session, of: mvpd, isAbandoned: abandoned.contains(mvpd.id)) {
                let response = try await samlResponse(to: request, of: system)
                answer = try await submit(response, to: service, of: requestor, system)
                if answer.profiles.isEmpty {
                    try story.revokes(.singleSignOnEnabled, .switchedOffSinceRequest)
                    throw ExchangeStop.singleSignOnDisabled(mvpd: mvpd.id)
                }
            } else {
                answer = try await service.send(frameworkStatus: system.frameworkStatus) { headers in
                    .profile(of: requestor, mvpd: mvpd.id, headers: headers)
                }
            }
            guard let profile = answer.profiles[mvpd.id] else { throw ClientFailure.malformed }
            try story.note(.exchanged(profile.type))
            return .exchanged(ExchangedProfile(mvpd: mvpd.id, platformMappingID: system.provider, profile: profile))
        } catch let stop as ExchangeStop {
            return .stopped(stop)
        } catch let failure as ClientFailure {
            return .stopped(.service(failure))
        }
    }

    /// Returns the MVPD that integrates the provider: conditions (d) and (e).
    private func integration(
        of system: SystemProfile, _ requestor: RequestorID, _ configuration: ConfigurationResponse
    ) throws -> ConfiguredMVPD {
        guard let mvpd = configuration.mvpd(platformMappingID: system.provider) else {
            try story.fails(
                .integrationEnabled,
                .noIntegration(provider: JournalText(system.provider.rawValue), requestor: requestor))
            throw ExchangeStop.integrationDisabled(provider: system.provider)
        }
        try story.holds(.integrationEnabled, .integrates(mvpd.id, requestor: requestor))
        if let blocker = mvpd.singleSignOnBlocker {
            try story.fails(.singleSignOnEnabled, blocker.cause)
            throw blocker.stop
        }
        try story.holds(.singleSignOnEnabled, .singleSignOn(mvpd.id))
        return mvpd
    }

    /// Returns the SAML request for the provider, or `nil` if the service has a profile already: condition (f).
    private func samlRequest(
        in session: SessionResponse, of mvpd: ConfiguredMVPD, isAbandoned: Bool
    ) throws -> SessionResponse.AuthenticationRequest? {
        switch (session.actionName, session.reasonType) {
        case (.authorize, .degraded):
            try story.fails(.notDegraded, .degraded(mvpd.id))
            throw ExchangeStop.degraded(mvpd: mvpd.id)
        case (.authorize, _):
            try story.holds(.notDegraded, .healthy(mvpd.id, hasProfile: true))
            guard !isAbandoned else {
                try story.note(.profileToBeRemoved(mvpd.id))
                throw ExchangeStop.profileToBeRemoved(mvpd: mvpd.id)
            }
            return nil
        case (.partnerProfile, _):
            try story.holds(.notDegraded, .healthy(mvpd.id, hasProfile: false))
            guard let request = session.authenticationRequest else { throw ClientFailure.malformed }
            return request
        case (_, .configurationFallback):
            try story.revokes(.singleSignOnEnabled, .switchedOffSinceConfiguration)
            throw ExchangeStop.singleSignOnDisabled(mvpd: mvpd.id)
        default:
            throw ExchangeStop.refused(session.reasonType.rawValue)
        }
    }

    /// Sends the service's SAML request to the provider, as the app's verification token, and returns the provider's SAML
    /// response unopened: condition (g).
    private func samlResponse(
        to request: SessionResponse.AuthenticationRequest, of system: SystemProfile
    ) async throws -> String {
        let answer = try await AccountFramework(app: app).samlResponse(
            verificationToken: request.request, attributeNames: request.attributesNames)
        switch answer {
        case .failure(let error):
            try story.explainMissingResponse(error)
            throw ExchangeStop.framework(
                error.code == .accessNotGranted ? .accessNotGranted(.denied) : .failed(error))
        case .success(let metadata):
            let provider = JournalText(system.provider.rawValue)
            guard let response = metadata.samlResponse else {
                try story.fails(.samlResponseReceived, .answered(provider: provider, withResponse: false))
                throw ExchangeStop.noSAMLResponse
            }
            try story.holds(.samlResponseReceived, .answered(provider: provider, withResponse: true))
            return response
        }
    }

    /// What the SDK did to a response before it sent it (Differences, E-95).
    private static let changedWhiteSpace =
        "the SDK removed line breaks and repeated blanks from the response, so a signature that covers them is not valid "
        + "any more (Differences, E-95)"

    /// Hands the provider's SAML response to the service.
    private func submit(
        _ response: String, to service: EntitlementClient, of requestor: RequestorID, _ system: SystemProfile
    ) async throws -> ProfilesResponse {
        let request = PartnerProfileRequest(samlResponse: SAMLResponseEncoding.encode(response))
        do {
            return try await service.send(frameworkStatus: system.frameworkStatus) { headers in
                .partnerProfile(request, of: requestor, headers: headers)
            }
        } catch ClientFailure.refused(let error, let status) where status < 500 {
            let isChanged = error.is(.invalidParameterSAMLResponse) && SAMLResponseEncoding.changes(response)
            let details = [isChanged ? Self.changedWhiteSpace : nil, error.details?.withoutFullStop].compactMap { $0 }
                .joined(separator: "; ")
            let reason = [error.code, details].filter { !$0.isEmpty }.joined(separator: ": ")
            try story.note(.refused(code: error.code, details: details.isEmpty ? nil : JournalText(details)))
            throw ExchangeStop.refused(reason)
        }
    }
}
