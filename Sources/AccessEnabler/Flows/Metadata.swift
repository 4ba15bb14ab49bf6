import EntitlementAPI
import Foundation
import SSOBridge
import StructuredText

extension EntitlementSession {
    /// Answers a request for metadata from the token that is kept.
    ///
    /// spec entitlement § 1.12, § 4 rows 20, 28 and 29.
    func getMetadata(_ request: MetadataRequest, emit: @escaping Emit) async throws {
        let found = try await metadata(request.operation)
        emit(
            .setMetadataStatus(
                found.value, encrypted: found.encrypted, key: request.operation.key, arguments: request.arguments))
    }

    /// What is known; only user metadata is ever encrypted.
    private func metadata(
        _ operation: MetadataRequest.Operation
    ) async throws -> (value: JSONValue?, encrypted: Bool) {
        var access: SystemAccess?
        switch operation {
        case .deviceID:
            return (.string(try EntitlementClient.deviceIdentifier(of: app)), false)
        case .authentication:
            let token = try await validToken(&access)
            // The time of a pass that has authorized nothing has not begun.
            return (token.flatMap { $0.isProvisional == true ? nil : .string(TokenDate.format($0.expires)) }, false)
        case .user(let name?):
            guard let token = try await validToken(&access) else { return (nil, false) }
            // The service counts it from its answer on, as long as nothing is authorized.
            if token.isProvisional == true, name == "expiration_date" { return (nil, false) }
            if name == "tokenSource" { return (token.source == .apple ? "Apple" : nil, false) }
            return (token.userMetadata[name], token.encryptedKeys?.contains(name) ?? false)
        case .authorization(let resource?):
            guard let ends = try await validToken(&access)?.authorizations?[resource.exactKey], try now() < ends else {
                return (nil, false)
            }
            return (.string(TokenDate.format(ends)), false)
        case .user(nil), .authorization(nil), .invalid:
            return (nil, false)
        }
    }
}
