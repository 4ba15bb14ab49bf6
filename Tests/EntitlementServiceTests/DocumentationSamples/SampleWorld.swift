import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity
import Testing

@testable import TVSimEntitlementService

/// What has happened before a sample's request, or how the service is configured.
enum SampleCircumstance: Sendable {
    /// The person has a profile with these attributes.
    case profile(EntitlementProfile.Kind, mvpd: String, attributes: [String] = ["userID", "householdID", "zip"])
    /// A session of this code waits.
    case session(code: String, SessionRequest, device: Members = [:])
    case degraded(Degradation, mvpd: String)
    case singleSignOnOff(mvpd: String)
    case noLogoutEndpoint(mvpd: String)
    /// The MVPD lets the person watch these resources, and no others.
    case subscribed([String], mvpd: String)
    /// A pass gives no access at all.
    case unusablePass(mvpd: String)
    /// Resources of a pass were watched.
    case watched([String], mvpd: String, serviceProvider: String = "REF30")
    case later(TimeInterval)
}

/// The world in which the samples are replayed, with their MVPDs, and the sample's app.
struct SampleWorld {
    let world: ServiceWorld
    let app: AppFixture

    /// How long the samples' passes last, and how many resources the promotional one opens.
    static let pass = (duration: 60.0, resources: 5)
    /// What the samples write where they mean any MVPD that is degraded; here it is one of that name.
    static let degradedMVPD = "${degradedMvpd}"
    /// What MVPDs say of a person in the samples.
    private static let values = [
        "userID": ["alice-1"], "householdID": ["house-1"], "zip": ["10001"], "upstreamUserID": ["alice-1"],
    ]

    init(_ circumstances: [SampleCircumstance]) async throws {
        world = try ServiceWorld { configuration in
            var integrations = ["Spectrum", "AdobeShibboleth", "AdobePass_SMI", "Comcast_SSO"]
                .map { Integration(mvpd: MVPDID($0), displayName: $0) }
            integrations.append(
                Integration(
                    mvpd: MVPDID(Self.degradedMVPD), displayName: "degraded",
                    platformMappingID: ProviderID(Self.degradedMVPD),
                    boardingStatus: .supported))
            let passes = ["TempPass_TEST40": nil, "TempPass_5mins": nil, "flexibleTempPass": Self.pass.resources]
                .map { name, resources in
                    var pass = Integration(mvpd: MVPDID(name), displayName: name)
                    pass.tempPass = TempPass(duration: Self.pass.duration, resources: resources)
                    return pass
                }
            configuration.requestors[0].integrations += integrations + passes
            // Another key of the simulation's stands for the programmer's and for the identity service's.
            configuration.requestors[0].certificate = SimulationKeys.samlCertificate
            configuration.requestors[0].serviceTokenCertificate = SimulationKeys.samlCertificate
            configuration.requestors.append(.init(id: "apasstest1", integrations: passes))
            // The samples of degradation and of errors ask for two.
            for mvpd in [MVPDID(Self.degradedMVPD), "Cablevision"] {
                configuration.change(mvpd) { $0.authorizationResourceLimit = 2 }
            }
            configuration.change("Cablevision") {
                $0.contract.identityProvider?.singleSignOnService = "https://idp.cablevision.example/sso"
            }
        }
        app = try await world.app(fingerprint: SampleHeaders.fingerprint)
        for circumstance in circumstances { try await bring(circumstance) }
    }

    private func bring(_ circumstance: SampleCircumstance) async throws {
        switch circumstance {
        case .profile(let kind, let mvpd, let attributes):
            try hold(kind, mvpd: mvpd, attributes: attributes)
        case .session(let code, let request, let device):
            try keep(code, request, device: device)
        case .degraded(let rule, let mvpd):
            try world.change(MVPDID(mvpd)) { $0.degradation = rule }
        case .singleSignOnOff(let mvpd):
            try world.change(MVPDID(mvpd)) { $0.singleSignOn = false }
        case .noLogoutEndpoint(let mvpd):
            try world.change(MVPDID(mvpd)) { $0.logoutEndpoint = false }
        case .subscribed(let resources, let mvpd):
            try world.change(MVPDID(mvpd)) { $0.table.authorizations["alice-1"] = resources.map { ResourceID($0) } }
        case .unusablePass(let mvpd):
            try world.service.updateConfiguration { configuration in
                for index in configuration.requestors.indices {
                    configuration.requestors[index].integrations = configuration.requestors[index].integrations.map {
                        var integration = $0
                        if integration.name == mvpd { integration.tempPass?.duration = 0 }
                        return integration
                    }
                }
            }
        case .watched(let resources, let mvpd, let serviceProvider):
            var headers = app.headers
            headers.temporaryIdentity = TemporaryIdentity(headerValue: SampleHeaders.identity)
            for resource in resources {
                let reply = try await app.send(
                    .authorize(
                        .init(resources: [ResourceID(resource)]), of: RequestorID(serviceProvider),
                        mvpd: MVPDID(mvpd), headers: headers))
                #expect(try reply.required().decisions.first?.authorized == true)
            }
        case .later(let seconds):
            try world.simulation.clock.advance(by: seconds)
        }
    }

    /// Keeps a profile as the answer of an identity provider with these attributes would.
    private func hold(_ kind: EntitlementProfile.Kind, mvpd: String, attributes: [String]) throws {
        let now = try world.now
        let profile = EntitlementProfile(
            notBefore: Milliseconds(now), notAfter: Milliseconds(now.addingTimeInterval(86_400)),
            issuer: kind == .appleSSO ? "Apple" : mvpd, type: kind,
            attributes: AttributeValues.metadata(Self.values.filter { attributes.contains($0.key) }))
        let holder = try app.holder()
        try world.simulation.store.write { state in
            let methods: [SharedIdentity.Method] = [.serviceToken, .platformIdentity]
            if let method = methods.first(where: { $0.kind == kind }) {
                try SharedProfiles.share(
                    profile, by: "_1", mvpd: MVPDID(mvpd),
                    of: SharedIdentity(method: method, subject: "https://id.example\nalice"),
                    from: holder, in: state)
            } else {
                try ProfileStorage.put(
                    profile, mvpd: MVPDID(mvpd), holder: holder, at: now, in: state, sweptBy: world.simulation.sweeper)
            }
        }
    }

    /// A token that names the person of the samples.
    private static func token() throws -> String {
        let claims = #"{"iss":"https://id.example","sub":"alice","aud":"Adobe","iat":1767225600,"exp":1800000000}"#
        let input = Data(#"{"alg":"RS256","typ":"JWT"}"#.utf8).base64URL + "." + Data(claims.utf8).base64URL
        return input + "." + (try ServiceKeys.saml().sign(Data(input.utf8))).base64URL
    }

    private func keep(_ code: String, _ request: SessionRequest, device: Members) throws {
        let (holder, now) = (try app.holder(), try world.now)
        var record = SessionRecord(
            code: code, sessionID: "1b614390-6610-4d14-9421-6565f6e75958", clientID: holder.clientID,
            fingerprint: holder.device.fingerprint, serviceProvider: holder.serviceProvider, mvpd: nil,
            domainName: nil, redirectURL: nil, notBefore: now,
            notAfter: now.addingTimeInterval(SessionRecord.validity))
        record.supply(request)
        record.device = device
        try world.simulation.store.write { try $0.setValue(record, for: ServiceDocument.session(code)) }
    }
}

extension SampleWorld {
    /// Sends a sample's request.
    func send(_ request: SampleRequest) async throws -> (response: HTTPResponse, body: Data) {
        let (message, body) = try await message(request)
        return try world.service.respond(to: message, body: body)
    }

    /// Makes a sample's request.
    func message(_ request: SampleRequest) async throws -> (request: HTTPRequest, body: Data) {
        var fields: HTTPFields = [.accept: "application/json", .userAgent: SampleHeaders.userAgent]
        for header in request.headers { try add(header, to: &fields) }
        let body = try await body(request.body)
        fields[.contentType] = body.type
        return (
            HTTPRequest(
                method: request.method, scheme: "https", authority: "api.auth.adobe.com", path: request.path,
                headerFields: fields), Data(body.text.utf8)
        )
    }

    private func add(_ header: SampleRequest.Header, to fields: inout HTTPFields) throws {
        switch header {
        case .accessToken: fields[.authorization] = "Bearer \(app.headers.accessToken ?? "")"
        case .device:
            fields[.deviceIdentifier] = SampleHeaders.deviceIdentifier
            fields[.deviceInformation] = SampleHeaders.deviceInformation
        case .information: fields[.deviceInformation] = SampleHeaders.deviceInformation
        case .frameworkStatus(let value): fields[.frameworkStatus] = value
        case .identity: fields[.temporaryIdentity] = SampleHeaders.identity
        case .serviceToken: fields[.serviceToken] = try Self.token()
        case .subjectToken: fields[.subjectToken] = try Self.token()
        case .other(let name, let value): fields[try #require(HTTPField.Name(name))] = value
        }
    }

    private func body(_ body: SampleRequest.Body) async throws -> (type: String?, text: String) {
        let form = "application/x-www-form-urlencoded"
        switch body {
        case .none: return (nil, "")
        case .form(let text): return (form, text)
        case .json(let text): return ("application/json", text)
        case .credentials: return (form, FormCoding.encode(app.credentials.form.map { ($0.name, $0.value) }))
        case .statement:
            let statement = try SoftwareStatements.issue(app: "com.example.stream")
            return (
                "application/json",
                #"{"software_statement": "\#(statement)", "redirect_uri": "adobepass://com.programmer"}"#
            )
        case .samlResponse:
            let request = try await app.requestFromService()
            let attributes = ProviderFixture.attributes.filter { Self.values.keys.contains($0.name) }
            let xml = try #require(try ProviderFixture.answer(request, in: world, attributes: attributes))
            return (form, FormCoding.encode([("SAMLResponse", Data(xml.utf8).base64EncodedString())]))
        }
    }
}
