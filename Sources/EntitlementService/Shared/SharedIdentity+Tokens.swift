import Foundation
import HTTPTypes
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimXMLSecurity

extension SharedIdentity {
    /// Returns the user of a request's tokens; `nil` if no token is valid, which is not an error.
    ///
    /// A service token must be from the single sign-on service and not from an unlinked device, or be signed by the
    /// service provider's identity service and name this service as audience. It must be valid now. A platform's token
    /// is not verified, because the platforms' keys are not available here. What became of each token is noted.
    ///
    /// - Throws: ``Refusal`` without a valid device identifier. `StateError` if the state cannot be read.
    static func find(_ request: ProtectedRequest, in store: any StateStore) throws -> SharedIdentity? {
        let inputs = request.base.inputs
        var found: SharedIdentity?
        if request.base.fields[.serviceToken] != nil {
            switch try ofServiceToken(request, in: store) {
            case .success(let identity):
                found = identity
                inputs.use(.serviceToken)
            case .failure(let flaw): inputs.note(flaw.fate)
            }
        }
        // Only one of the platforms' headers counts, also if its token does not.
        var better = found.map { _ in HTTPField.Name.serviceToken }
        for header in [HTTPField.Name.subjectToken, .rokuToken] where request.base.fields[header] != nil {
            if let better {
                inputs.note(
                    InputFate(
                        header.rawName, .precedence, found: "that of \(better.rawName)",
                        expected: "a request without \(better.rawName)"))
                continue
            }
            switch ofPlatformToken(request, header) {
            case .success(let identity):
                found = identity
                inputs.use(header)
            case .failure(let flaw): inputs.note(flaw.fate)
            }
            // A header that is too long counts as missing.
            if request.base.header(header) != nil { better = header }
        }
        return found
    }

    private static func ofServiceToken(
        _ request: ProtectedRequest, in store: any StateStore
    ) throws -> Result<SharedIdentity, TokenFlaw> {
        let name = HTTPField.Name.serviceToken
        if let flaw = request.base.flaw(of: name) { return .failure(TokenFlaw(fate: flaw)) }
        let token = request.base.header(name) ?? ""
        let verdict = try ServiceTokens.judge(token, at: request.now)
        if case .user(let subject) = verdict {
            let id = try request.base.deviceID()
            let device = try store.read { try $0.value(for: ServiceDocument.linkedDevice(id, of: subject)) }
            guard device?.isUnlinked == true else { return .success(SharedIdentity(linked: subject)) }
            return .failure(
                TokenFlaw(
                    fate: InputFate(
                        name.rawName, .device, found: "unlinked",
                        expected: "one that is linked, by POST \(Endpoint.serviceToken.template)")))
        }
        switch TokenChecks.ofIdentityService(token, requestor: request.requestor, at: request.now) {
        case .success(let claims): return .success(SharedIdentity(method: .serviceToken, subject: claims.name))
        case .failure(let flaw):
            // A token of the single sign-on service fails for its own reason.
            guard case .refused(_, let own, isOwn: true) = verdict else { return .failure(flaw) }
            return .failure(TokenFlaw(fate: own))
        }
    }

    private static func ofPlatformToken(
        _ request: ProtectedRequest, _ header: HTTPField.Name
    ) -> Result<SharedIdentity, TokenFlaw> {
        if let flaw = request.base.flaw(of: header) { return .failure(TokenFlaw(fate: flaw)) }
        let token = request.base.header(header) ?? ""
        switch TokenChecks.ofPlatform(token, in: header, at: request.now) {
        case .success(let claims): return .success(SharedIdentity(method: .platformIdentity, subject: claims.name))
        case .failure(let flaw): return .failure(flaw)
        }
    }
}
