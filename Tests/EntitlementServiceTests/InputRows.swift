import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity
import Testing

@testable import TVSimEntitlementService

/// One way in which an optional header of a request has no effect.
struct InputRow: CustomTestStringConvertible {
    typealias Change = @Sendable (inout InputWorld, inout InputWorld.Request) async throws -> Void

    let header: HTTPField.Name
    let testDescription: String
    /// The check that the journal names.
    let check: InputCheck
    var configure: @Sendable (inout ServiceConfiguration) -> Void = { _ in }
    var osName = "iOS"
    /// The endpoints for which it has this effect.
    var endpoints: [Endpoint]?
    let change: Change

    private init(
        _ header: HTTPField.Name, _ name: String, _ check: InputCheck, osName: String = "iOS", only: [Endpoint]? = nil,
        configure: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in }, _ change: @escaping Change
    ) {
        (self.header, testDescription, self.check) = (header, "\(header.rawName): \(name)", check)
        (self.configure, self.osName, endpoints, self.change) = (configure, osName, only, change)
    }

    /// Creates a row of a header with a value.
    private static func value(
        _ header: HTTPField.Name, _ name: String, _ check: InputCheck, _ value: @escaping @Sendable () throws -> String
    ) -> InputRow {
        InputRow(header, name, check) { $1.headers[header] = try value() }
    }

    static let all = serviceTokens + platformTokens + statuses + others

    private static let serviceTokens: [InputRow] = [
        value(.serviceToken, "another key", .signature) {
            try InputWorld.token(by: SimulationKeys.mediaTokenPrivateKey)
        },
        value(.serviceToken, "another algorithm", .alg) { try InputWorld.token(header: #"{"alg":"HS256"}"#) },
        value(.serviceToken, "a critical extension", .crit) {
            try InputWorld.token(header: #"{"alg":"RS256","crit":["b64"]}"#)
        },
        value(.serviceToken, "another audience", .aud) { try InputWorld.token(["aud": "Adobe Pass"]) },
        value(.serviceToken, "no audience", .aud) { try InputWorld.token(["aud": .some(nil)]) },
        value(.serviceToken, "no time of issue", .iat) { try InputWorld.token(["iat": .some(nil)]) },
        value(.serviceToken, "no end", .exp) { try InputWorld.token(["exp": .some(nil)]) },
        value(.serviceToken, "expired", .exp) { try InputWorld.token(["exp": 1_767_225_599]) },
        value(.serviceToken, "not valid yet", .nbf) { try InputWorld.token(["nbf": 1_767_225_601]) },
        // A real identity service has the real time, and the world's clock stands in January.
        value(.serviceToken, "issued today", .nbf) {
            let now = Int64(Date().timeIntervalSince1970)
            return try InputWorld.token(["iat": .integer(now), "nbf": .integer(now), "exp": .integer(now + 3_600)])
        },
        value(.serviceToken, "no subject", .sub) { try InputWorld.token(["sub": .some(nil)]) },
        value(.serviceToken, "a subject that is not a text", .sub) { try InputWorld.token(["sub": 7]) },
        value(.serviceToken, "a claim of another type", .form) { try InputWorld.token(["exp": "soon"]) },
        value(.serviceToken, "no token", .form) { "garbage" },
        value(.serviceToken, "an empty text", .form) { "" },
        value(.serviceToken, "with the scheme Bearer", .form) { "Bearer \(try InputWorld.token())" },
        value(.serviceToken, "an encrypted token", .form) { "e30.e30.e30.e30.e30" },
        value(.serviceToken, "a header without JSON", .form) { "AAAA.e30.AAAA" },
        value(.serviceToken, "too long", .length) { String(repeating: "a", count: RequestLimits.headerValue + 1) },
        value(.serviceToken, "the issuer of the single sign-on service", .signature) {
            try InputWorld.token(["iss": .string(ServiceTokens.issuer)])
        },
        value(.serviceToken, "an expired token of the single sign-on service", .exp) {
            try InputWorld.token(
                ["iss": .string(ServiceTokens.issuer), "exp": 1_767_225_599], by: SimulationKeys.accessTokenPrivateKey)
        },
        InputRow(.serviceToken, "an unlinked device", .device) { input, request in
            let token = try ServiceTokens.issue(.ok, for: "alice", at: try input.world.now).serviceToken
            request.headers[.serviceToken] = token
            var device = LinkedDevice("device-1", DeviceInformation(members: [:]), at: try input.world.now)
            device.isUnlinked = true
            let unlinked = device
            try input.world.simulation.store.write {
                try $0.setValue(unlinked, for: ServiceDocument.linkedDevice("device-1", of: "alice"))
            }
        },
        InputRow(
            .serviceToken, "no certificate", .certificate,
            configure: { $0.requestors[0].serviceTokenCertificate = nil }
        ) { $1.headers[.serviceToken] = try InputWorld.token() },
        InputRow(
            .serviceToken, "a certificate that is none", .certificate,
            configure: { $0.requestors[0].serviceTokenCertificate = "none" }
        ) { $1.headers[.serviceToken] = try InputWorld.token() },
        InputRow(
            .serviceToken, "a sign-in to another service provider", .authenticationPerRequestor,
            only: [.session, .profiles, .profile, .authorize, .preauthorize],
            configure: { $0.change("Cablevision") { $0.authenticationPerRequestor = true } }
        ) { input, request in
            try input.share(.serviceToken, serviceProvider: "OTHER")
            request.headers[.serviceToken] = try InputWorld.token()
        },
    ]

    private static let platformTokens: [InputRow] =
        [HTTPField.Name.subjectToken, .rokuToken].flatMap { header in
            [
                value(header, "no token", .form) { "garbage" },
                value(header, "two parts", .form) { "e30.e30" },
                value(header, "an encrypted token", .form) { "e30.e30.e30.e30.e30" },
                value(header, "no claims", .form) { "e30.AAAA.AAAA" },
                value(header, "no subject", .sub) { try InputWorld.token(["sub": .some(nil)]) },
                value(header, "expired", .exp) { try InputWorld.token(["exp": 1_767_225_599]) },
                value(header, "not valid yet", .nbf) { try InputWorld.token(["nbf": 1_767_225_601]) },
                value(header, "too long", .length) { String(repeating: "a", count: RequestLimits.headerValue + 1) },
                InputRow(header, "beside a service token", .precedence) {
                    $1.headers[.serviceToken] = try InputWorld.token()
                    $1.headers[header] = try InputWorld.token()
                },
                InputRow(
                    header, "single sign-on is off for the platform", .singleSignOn,
                    only: [.session, .profiles, .profile, .authorize, .preauthorize],
                    configure: { $0.change("Cablevision") { $0.singleSignOn = false } }
                ) { input, request in
                    try input.share(.platformIdentity)
                    request.headers[header] = try InputWorld.token()
                },
            ]
        } + [
            InputRow(.rokuToken, "beside a subject token", .precedence) {
                $1.headers[.subjectToken] = "garbage"
                $1.headers[.rokuToken] = try InputWorld.token()
            }
        ]

    private static let statuses: [InputRow] =
        FrameworkStatusRow.all.map { row in
            value(.frameworkStatus, row.testDescription, row.check) { row.status.headerValue }
        } + [
            value(.frameworkStatus, "no Base64", .encoding) { "{}" },
            value(.frameworkStatus, "no object", .form) { Data("[]".utf8).base64EncodedString() },
            value(.frameworkStatus, "too long", .length) {
                String(repeating: "a", count: RequestLimits.headerValue + 1)
            },
            InputRow(
                .frameworkStatus, "the provider of another MVPD", .providerID,
                only: [.profile, .authorize, .preauthorize]
            ) {
                $1.headers[.frameworkStatus] = try $0.app.vouched("Dish").frameworkStatus?.headerValue
            },
            InputRow(.frameworkStatus, "a platform without the framework", .platform, osName: "Android") {
                $1.headers[.frameworkStatus] = try $0.status()
            },
            InputRow(
                .frameworkStatus, "single sign-on is off", .singleSignOn,
                configure: { $0.change("Cablevision") { $0.singleSignOn = false } }
            ) { $1.headers[.frameworkStatus] = try $0.status() },
            InputRow(
                .frameworkStatus, "the MVPD is in the picker only", .boardingStatus,
                configure: { $0.change("Cablevision") { $0.contract.boardingStatus = .picker } }
            ) { $1.headers[.frameworkStatus] = try $0.status() },
            InputRow(
                .frameworkStatus, "no identity provider", .identityProvider,
                configure: { $0.change("Cablevision") { $0.contract.identityProvider = nil } }
            ) { $1.headers[.frameworkStatus] = try $0.status() },
            InputRow(
                .frameworkStatus, "every user counts as signed in", .need, only: [.profile, .authorize, .preauthorize],
                configure: { $0.change("Cablevision") { $0.degradation = .authenticateAll } }
            ) { $1.headers[.frameworkStatus] = try $0.status() },
        ]

    private static let others: [InputRow] = [
        InputRow(.temporaryIdentity, "an MVPD that is not a pass", .tempPass) {
            $1.headers[.temporaryIdentity] = TemporaryIdentity(members: ["email": "a"]).headerValue
        },
        InputRow(
            .temporaryIdentity, "a pass for a time", .tempPass, only: [.profile, .authorize],
            configure: { $0.change("Mediacom") { $0.tempPass = TempPass(duration: 600) } }
        ) {
            $1.mvpd = "Mediacom"
            $1.headers[.temporaryIdentity] = TemporaryIdentity(members: ["email": "a"]).headerValue
        },
        InputRow(.singleSignOnID, "beside a link code", .precedence) { input, request in
            let link = LinkCode(
                subject: "alice", notBefore: try input.world.now, notAfter: try input.world.now.addingTimeInterval(60))
            try input.world.simulation.store.write { try $0.setValue(link, for: ServiceDocument.linkCode("123456")) }
            request.headers = [.singleSignOnID: "bob", .singleSignOnLink: "123456"]
        },
        InputRow(.singleSignOnLink, "an empty text", .form) {
            $1.headers = [.singleSignOnID: "bob", .singleSignOnLink: ""]
        },
    ]
}

extension FrameworkStatusRow {
    /// The check that the status does not pass.
    var check: InputCheck {
        switch code {
        case .invalidHeaderPFSProviderIDNotDetermined: .providerID
        case .invalidHeaderPFSProviderInfoExpired: .expirationDate
        default: .accessStatus
        }
    }
}
