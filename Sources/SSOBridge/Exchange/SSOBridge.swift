package import EntitlementAPI
import Foundation
import Settings
package import SimulatedDevice
import SimulationCore
import VideoSubscriberAccount

/// Turns a system-level profile into an entitlement token, or says which condition stopped it.
///
/// The whole story is in this file, in the order in which it happens: ``readSystem(_:configuration:)`` asks the device,
/// conditions (a) to (c); ``exchange(_:of:configuration:)`` asks configuration, service and provider, conditions (d) to
/// (g), and hands the provider's answer to the service. Nothing here knows of delegates or callbacks.
///
/// spec entitlement § 1.7, § 2.10.
package struct SSOBridge: Sendable {
    let app: RunningApp
    private let client: @Sendable (String) -> EntitlementClient
    let story: ExchangeStory

    /// Creates a bridge for an app with one service.
    package init(app: RunningApp, client: EntitlementClient) {
        self.init(app: app) { _ in client }
    }

    /// Creates a bridge for an app with several services.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - client: Speaks to the service of an MVPD.
    package init(app: RunningApp, client: @escaping @Sendable (String) -> EntitlementClient) {
        self.app = app
        self.client = client
        story = ExchangeStory(journal: app.device.simulation.journal)
    }

    /// The conditions found so far, in their order.
    package var conditions: [ConditionFinding] { story.findings }

    // MARK: - What the device says: (a) to (c)

    /// Reads the system-level account through Apple's framework.
    ///
    /// - Parameters:
    ///   - mode: Whether anybody may be asked.
    ///   - configuration: The requestor's MVPDs.
    ///   - observer: Told when the system's interface comes and goes; `nil`: nobody is.
    /// - Returns: Who is signed in, or what stands in the way.
    /// - Throws: `AppTermination` where the system has ended the app; whatever the simulation's own state throws.
    package func readSystem(
        _ mode: Mode, configuration: ConfigurationResponse, observer: InterfaceObserver? = nil
    ) async throws -> SystemReading {
        let framework = AccountFramework(app: app, observer: observer)
        switch try await framework.access(prompt: !mode.isSilent) {
        case .failed(let error):
            return .stopped(
                try story.fails(.permissionGranted, "the framework failed: \(error.code)", .framework(error)))
        case .withheld(let permission):
            return .stopped(
                try story.fails(.permissionGranted, "access is \(permission.rawValue)", .permission(permission)))
        case .granted:
            try story.holds(.permissionGranted, "access is granted")
        }

        var answer = try await framework.account(mode)
        if case .success(let metadata) = answer, !mode.isSilent, let expires = metadata.expires,
            try app.device.simulation.clock.now() >= expires
        {
            // The framework names an account that has ended; the person signs in again only if it is made to ask them.
            try story.note(
                "account", "expired", "it ended at \(TimeText.format(expires)): the person is asked to sign in again")
            answer = try await framework.account(mode, forcing: true)
        }
        switch answer {
        case .success(let metadata):
            if let expires = metadata.expires, try app.device.simulation.clock.now() >= expires {
                return .stopped(
                    try story.fails(
                        .signedIn, "the authentication ended at \(TimeText.format(expires))",
                        .expired(provider: metadata.provider ?? "")))
            }
            // Metadata without a provider comes also where the device says so of nobody; an app cannot tell the two apart.
            guard try metadata.provider != nil || app.device.account() != nil else {
                return .stopped(
                    try story.fails(.signedIn, "nobody is signed in at system level", .providerNotNamed))
            }
            try story.holds(.signedIn, "somebody is signed in at system level")
            guard let provider = metadata.provider else {
                return .stopped(
                    try story.fails(.providerIdentified, "the framework named no provider", .providerNotNamed))
            }
            try story.holds(.providerIdentified, "the provider is '\(provider)'")
            return .signedIn(SystemProfile(provider: provider, expires: metadata.expires))
        case .failure(let error):
            return .stopped(try stop(for: error, mode: mode, configuration: configuration))
        }
    }

    /// Says what an error of the status request means for the exchange.
    ///
    /// What the app does follows from the error alone; the conditions are as the device knows them.
    private func stop(
        for error: VSError, mode: Mode, configuration: ConfigurationResponse
    ) throws -> ExchangeStop {
        let failure = "the framework failed: \(error.code)"
        switch (error.code, mode) {
        case (.accessNotGranted, _):
            return try story.revokes(.permissionGranted, "access was withdrawn meanwhile", .permission(.denied))
        case (.providerRejected, .silent):
            return try unanswered("nobody is signed in at system level", orElse: failure, .nobodySignedIn)
        case (.userCancelled, .interactive):
            let reason = "the person cancelled the system's picker"
            return try unanswered(reason, orElse: reason, .pickerCancelled)
        case (.unsupportedProvider, _):
            let named = error.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String
            guard let provider = named else {
                guard !mode.isSilent else { return try unanswered(failure, orElse: failure, .framework(error)) }
                return try unanswered("the person chose another TV provider", orElse: failure, .otherProvider)
            }
            let stop = try refused(provider, configuration)
            return mode.isSilent ? .framework(error) : stop
        default:
            return try unanswered(failure, orElse: failure, .framework(error))
        }
    }

    /// Notes that the framework named nobody: where nobody is signed in for this reason, or else, although somebody is, for
    /// the other.
    private func unanswered(_ reason: String, orElse other: String, _ stop: ExchangeStop) throws -> ExchangeStop {
        guard try app.device.account() != nil, try !app.device.hasAccountEnded() else {
            return try story.fails(.signedIn, reason, stop)
        }
        try story.holds(.signedIn, "somebody is signed in at system level")
        return try story.fails(.providerIdentified, other, stop)
    }

    /// Says why the framework does not let the app have a provider that it names.
    private func refused(_ provider: String, _ configuration: ConfigurationResponse) throws -> ExchangeStop {
        let mvpd = configuration.mvpd(platformMappingID: provider)
        let bar = mvpd?.singleSignOnBar
        let stop: ExchangeStop =
            if let mvpd { bar?.stop ?? .notOffered(mvpd: mvpd.id) } else { .integrationDisabled(provider: provider) }
        guard try app.device.account()?.provider == provider else {
            return try story.fails(.signedIn, "the person chose '\(provider)', with which nobody is signed in", stop)
        }
        guard try !app.device.hasAccountEnded() else {
            return try story.fails(.signedIn, "the authentication with '\(provider)' has ended", stop)
        }
        try story.holds(.signedIn, "somebody is signed in at system level")
        try story.holds(.providerIdentified, "the provider is '\(provider)'")
        guard let mvpd else {
            return try story.fails(
                .integrationEnabled, "the requestor has no enabled integration with '\(provider)'", stop)
        }
        try story.holds(.integrationEnabled, "the requestor integrates '\(mvpd.id)'")
        if let bar { return try story.fails(.singleSignOnEnabled, bar.reason, stop) }
        let known = try app.device.providers().first { $0.identifier == provider }
        guard known?.schemes.contains(.saml) ?? true else {
            return try story.fails(.singleSignOnEnabled, "'\(mvpd.id)' does not answer by SAML", stop)
        }
        // None of the conditions: they are the platform's and the service's, and this is the app's own choice.
        try story.holds(.singleSignOnEnabled, "it is on for '\(mvpd.id)'")
        try story.note("account", "left out", "the app does not offer single sign-on with '\(mvpd.id)'")
        return stop
    }

    // MARK: - From the account to the token: (d) to (g)

    /// Exchanges the system-level account for a profile at the entitlement service.
    ///
    /// What the service has already with one of the `abandoned` MVPDs is not taken: it is still to remove that profile.
    package func exchange(
        _ system: SystemProfile, of requestor: String, configuration: ConfigurationResponse, abandoned: Set<String>
    ) async throws -> ExchangeOutcome {
        guard let mvpd = configuration.mvpd(platformMappingID: system.provider) else {
            return try stopped(
                .integrationEnabled, "'\(requestor)' has no enabled integration with '\(system.provider)'",
                .integrationDisabled(provider: system.provider))
        }
        try story.holds(.integrationEnabled, "'\(requestor)' integrates '\(mvpd.id)'")

        if let bar = mvpd.singleSignOnBar { return try stopped(.singleSignOnEnabled, bar.reason, bar.stop) }
        try story.holds(.singleSignOnEnabled, "it is on for '\(mvpd.id)'")

        do {
            return try await exchange(
                system, with: mvpd, of: requestor, domainName: configuration.domainName,
                isAbandoned: abandoned.contains(mvpd.id))
        } catch let failure as ClientFailure {
            return ExchangeOutcome(conditions: story.findings, result: .stopped(.service(failure)))
        }
    }

    private func exchange(
        _ system: SystemProfile, with mvpd: ConfiguredMVPD, of requestor: String, domainName: String, isAbandoned: Bool
    ) async throws -> ExchangeOutcome {
        let session = try await client(mvpd.id).send(frameworkStatus: system.frameworkStatus) { headers in
            .partnerSession(
                PartnerSessionRequest(domainName: domainName, redirectURL: EntitlementWire.appRedirectURL),
                of: requestor,
                headers: headers)
        }
        switch (session.actionName, session.reasonType) {
        case (.authorize, .degraded):
            return try stopped(.notDegraded, "'\(mvpd.id)' is degraded", .degraded(mvpd: mvpd.id))
        case (.authorize, _):
            try story.holds(.notDegraded, "'\(mvpd.id)' is not degraded; the service knows the person already")
            if isAbandoned {
                try story.note("exchange", "stopped", "the profile with '\(mvpd.id)' is still to be removed")
                return ExchangeOutcome(
                    conditions: story.findings, result: .stopped(.profileToBeRemoved(mvpd: mvpd.id)))
            }
            return try await existingProfile(system, mvpd, requestor)
        case (.partnerProfile, _):
            try story.holds(.notDegraded, "'\(mvpd.id)' is not degraded")
        case (_, .configurationFallback):
            let stop = try story.revokes(
                .singleSignOnEnabled, "the service has switched it off since the app read the configuration",
                .singleSignOnDisabled(mvpd: mvpd.id))
            return ExchangeOutcome(conditions: story.findings, result: .stopped(stop))
        default:
            return ExchangeOutcome(
                conditions: story.findings, result: .stopped(.refused(session.reasonType.rawValue)))
        }
        guard let request = session.authenticationRequest else { throw ClientFailure.malformed }

        // The service's request goes to the provider as the app's verification token, and the answer comes back unopened.
        let framework = AccountFramework(app: app)
        let answer = try await framework.samlResponse(
            verificationToken: request.request, attributeNames: request.attributesNames)
        switch answer {
        case .failure(let error) where error.code == .accessNotGranted:
            let stop = try story.revokes(
                .permissionGranted, "access was withdrawn meanwhile", .permission(.denied))
            return ExchangeOutcome(conditions: story.findings, result: .stopped(stop))
        case .failure(let error) where try error.code == .providerRejected && app.device.hasAccountEnded():
            // A framework that names no date has not let the app see it before.
            let stop = try story.revokes(.signedIn, "the authentication has ended", .framework(error))
            return ExchangeOutcome(conditions: story.findings, result: .stopped(stop))
        case .failure(let error):
            return try stopped(.samlResponseReceived, "the framework failed: \(error.code)", .framework(error))
        case .success(let metadata):
            guard let response = metadata.samlResponse else {
                return try stopped(
                    .samlResponseReceived, "'\(system.provider)' answered without a SAML response", .noSAMLResponse)
            }
            try story.holds(.samlResponseReceived, "'\(system.provider)' answered")
            return try await submit(response, system, mvpd, requestor)
        }
    }

    /// Hands the provider's SAML response to the service.
    private func submit(
        _ response: String, _ system: SystemProfile, _ mvpd: ConfiguredMVPD, _ requestor: String
    ) async throws -> ExchangeOutcome {
        let request = PartnerProfileRequest(samlResponse: SAMLResponseEncoding.encode(response))
        do {
            let answer = try await client(mvpd.id).send(frameworkStatus: system.frameworkStatus) { headers in
                .partnerProfile(request, of: requestor, headers: headers)
            }
            return try outcome(of: answer, system, mvpd)
        } catch ClientFailure.refused(let error, let status) where status < 500 {
            let words = [error.code, error.details].compactMap { $0 }.joined(separator: ": ")
            try story.note("profiles/sso", "refused", words)
            return ExchangeOutcome(conditions: story.findings, result: .stopped(.refused(words)))
        }
    }

    /// Takes the profile that the service already has for the person.
    private func existingProfile(
        _ system: SystemProfile, _ mvpd: ConfiguredMVPD, _ requestor: String
    ) async throws -> ExchangeOutcome {
        let answer = try await client(mvpd.id).send(frameworkStatus: system.frameworkStatus) { headers in
            .profile(of: requestor, mvpd: mvpd.id, headers: headers)
        }
        return try outcome(of: answer, system, mvpd)
    }

    private func outcome(
        of answer: ProfilesResponse, _ system: SystemProfile, _ mvpd: ConfiguredMVPD
    ) throws -> ExchangeOutcome {
        guard let profile = answer.profiles[mvpd.id] else { throw ClientFailure.malformed }
        try story.note("exchange", "exchanged", "the service gave a profile of type \(profile.type.rawValue)")
        let exchanged = ExchangedProfile(mvpd: mvpd.id, platformMappingID: system.provider, profile: profile)
        return ExchangeOutcome(conditions: story.findings, result: .exchanged(exchanged))
    }

    private func stopped(
        _ condition: ExchangeCondition, _ reason: String, _ stop: ExchangeStop
    ) throws -> ExchangeOutcome {
        let stop = try story.fails(condition, reason, stop)
        return ExchangeOutcome(conditions: story.findings, result: .stopped(stop))
    }
}
