import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimSAML
import TVSimStructuredText
import TVSimWorld

extension RecordingReplay {
    /// A profile that an answer of the recording implies.
    private struct Need {
        let mvpd: String
        /// Whether the profile came from Apple's single sign-on; `nil` if the answer does not say it.
        let isApple: Bool?
        /// When the sign-in was; `nil` if the answer does not say it.
        let began: Int64?
    }

    /// Signs the user in if the recorded answer shows a profile that the world does not have.
    ///
    /// - Returns: Why the sign-in failed; `nil` if the world has the profiles.
    mutating func prepareUser(_ entry: Recording.Entry, _ fields: HTTPFields) async throws -> String? {
        for need in Self.needs(of: entry) {
            var device = codes[entry.route.code].flatMap { sessions[$0] } ?? fields
            let serviceProvider = entry.route.serviceProvider
            // The world shows Apple's profile only to a request with the status, which a logout does not have.
            if need.isApple == true {
                device[.frameworkStatus] = device[.frameworkStatus] ?? statuses[Self.key(serviceProvider, device)]
            }
            if try await has(need, serviceProvider, device) { continue }
            let isApple = need.isApple ?? (device[.frameworkStatus] != nil)
            let isDone =
                isApple
                ? try await exchange(serviceProvider, need, device)
                : try await signIn(serviceProvider, need, device, at: entry)
            guard isDone else { return "the user was signed in by other means" }
        }
        return nil
    }

    private static func needs(of entry: Recording.Entry) -> [Need] {
        guard entry.status < 400, entry.route.endpoint != .partnerProfile, let answer = entry.answer else { return [] }
        var needs: [Need] = (answer["profiles"]?.members ?? [:]).sorted { $0.key < $1.key }.compactMap {
            mvpd, profile in
            guard let type = profile["type"]?.string, ["regular", "appleSSO"].contains(type) else { return nil }
            return Need(mvpd: mvpd, isApple: type == "appleSSO", began: profile["notBefore"]?.integer)
        }
        for decision in answer["decisions"]?.items ?? [] where ["mvpd", "dummy"].contains(decision["source"]?.string) {
            let isUnknown = decision["error"]?["action"]?.string == "authentication"
            guard !isUnknown, let mvpd = decision["mvpd"]?.string, !needs.contains(where: { $0.mvpd == mvpd }) else {
                continue
            }
            needs.append(Need(mvpd: mvpd, isApple: nil, began: nil))
        }
        if answer["actionName"]?.string == "authorize", answer["reasonType"]?.string == "authenticated",
            let mvpd = answer["mvpd"]?.string
        {
            needs.append(Need(mvpd: mvpd, isApple: false, began: nil))
        }
        for (_, logout) in answer["logouts"]?.members ?? [:] {
            guard let mvpd = logout["mvpd"]?.string, let action = logout["actionName"]?.string,
                ["logout", "partner_logout", "complete"].contains(action)
            else { continue }
            needs.append(Need(mvpd: mvpd, isApple: action == "partner_logout", began: nil))
        }
        return needs
    }

    private func has(_ need: Need, _ serviceProvider: RequestorID, _ fields: HTTPFields) async throws -> Bool {
        let path = Endpoint.profile.route(serviceProvider, mvpd: MVPDID(need.mvpd)).path
        let (_, answer) = try await send(.get, path, fields, Data())
        guard let type = answer?["profiles"]?[need.mvpd]?["type"]?.string else { return false }
        return need.isApple.map { $0 == (type == "appleSSO") } ?? ["regular", "appleSSO"].contains(type)
    }

    // MARK: - Browser

    /// Signs the user in with a browser, at the time that the profile begins.
    private mutating func signIn(
        _ serviceProvider: RequestorID, _ need: Need, _ fields: HTTPFields, at entry: Recording.Entry
    ) async throws -> Bool {
        let now = try world.simulation.clock.now()
        let key = Self.key(serviceProvider, fields)
        if let began = need.began.map({ Milliseconds($0).instant }), began < now, began.timeIntervalSince1970 > 0,
            open[key] == nil
        {
            try world.simulation.clock.set(to: began)
        }
        defer { try? world.simulation.clock.set(to: now) }
        var code = open[key]
        if code == nil {
            let form = [
                ("mvpd", need.mvpd), ("domainName", "adobe.com"), ("redirectUrl", EntitlementWire.appRedirectURL),
            ]
            let (_, answer) = try await send(
                .post, Endpoint.session.route(serviceProvider).path, fields,
                Data(FormCoding.encode(form).utf8))
            code = answer?["code"]?.string
        }
        guard let code, let name = try subscriber(of: need.mvpd, serviceProvider) else { return false }
        open[key] = nil
        let browser = ScriptedBrowser(over: WorldTransport(world))
        try await browser.open(Endpoint.authenticate.route(serviceProvider, code: code).path)
        guard browser.asksForPassword else { return false }
        _ = try await world.signIn(as: name, password: nil, in: browser)
        return try await has(need, serviceProvider, fields)
    }

    private func subscriber(of mvpd: String, _ serviceProvider: RequestorID) throws -> String? {
        let origin = try world.origin().description
        let integration = origin.service.requestor(serviceProvider)?.integration(MVPDID(mvpd))
        return try integration?.provider.flatMap { try subscriber(at: $0.rawValue) }?.name
    }

    /// Returns the subscriber who signs in at a provider: the one of the system-level account, or else the first.
    private func subscriber(at provider: String) throws -> Subscriber? {
        let origin = try world.origin().description
        let subscribers = origin.provider(provider)?.subscribers ?? []
        let account = origin.device.account.flatMap { $0.provider == provider ? $0.subscriber : nil }
        return subscribers.first { $0.name == account } ?? subscribers.first
    }

    // MARK: - Apple's single sign-on

    /// Obtains a profile by the exchange with Apple's framework.
    private mutating func exchange(
        _ serviceProvider: RequestorID, _ need: Need, _ fields: HTTPFields
    ) async throws -> Bool {
        guard let request = try await samlRequest(serviceProvider, fields),
            let response = try samlResponse(to: request, fields)
        else { return false }
        let path = Endpoint.partnerProfile.route(serviceProvider).path
        _ = try await send(.post, path, fields, Data(FormCoding.encode([("SAMLResponse", response)]).utf8))
        return try await has(need, serviceProvider, fields)
    }

    /// Returns the SAML request that waits for a device, or a new one; `nil` if the service falls back.
    mutating func samlRequest(_ serviceProvider: RequestorID, _ fields: HTTPFields) async throws -> String? {
        let key = Self.key(serviceProvider, fields)
        if let request = requests.removeValue(forKey: key) { return request }
        let form = [("domainName", "adobe.com"), ("redirectUrl", EntitlementWire.appRedirectURL)]
        let (_, answer) = try await send(
            .post, Endpoint.partnerSession.route(serviceProvider).path, fields, Data(FormCoding.encode(form).utf8))
        return answer?["authenticationRequest"]?["request"]?.string
    }

    /// Returns the provider's answer about its first subscriber, in Base64; `nil` if it sends none.
    func samlResponse(to request: String, _ fields: HTTPFields) throws -> String? {
        guard let status = fields[.frameworkStatus].flatMap({ PartnerFrameworkStatus(headerValue: $0) }),
            let id = status.frameworkProviderInfo?.id,
            let subscriber = try subscriber(at: id.rawValue)
        else { return nil }
        let now = try world.simulation.clock.now()
        let issuer = try world.origin().description.service.saml.entityID
        let query = AttributeQuery(
            id: try world.simulation.identifiers.xmlIdentifier(), issueInstant: now, issuer: issuer,
            nameID: subscriber.name, attributeNames: subscriber.attributes.map(\.name))
        let answer = try world.providers.answer(
            ProviderQuery(
                provider: id.rawValue, subscriber: subscriber.name, signedInAt: now, signedInUntil: nil,
                form: .saml(attributeQuery: query.xml()), verificationToken: request))
        guard case .answered(let reply) = answer, let body = reply.body else { return nil }
        return Data(body.utf8).base64EncodedString()
    }
}
