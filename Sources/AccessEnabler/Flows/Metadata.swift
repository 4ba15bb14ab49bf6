import Foundation
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText

extension EntitlementSession {
    /// Answers a request for metadata from the stored token.
    func getMetadata(_ key: MetadataKey, returning arguments: MetadataArguments) async throws {
        let found = try await metadata(key)
        emit(.setMetadataStatus(found.value, encrypted: found.encrypted, key: key.number, arguments: arguments))
    }

    /// Returns the value, and whether it is encrypted; only user metadata can be.
    private func metadata(
        _ key: MetadataKey
    ) async throws -> (value: JSONValue?, encrypted: Bool) {
        switch key {
        case .deviceID:
            return (.string(try app.deviceIdentifier()), false)
        case .authentication:
            let token = try await validToken()
            // The time of a pass begins with the first authorization.
            return (token.flatMap { $0.isProvisional ? nil : .string(TokenDate.format($0.expires)) }, false)
        case .user(let name?):
            guard let token = try await validToken() else { return (nil, false) }
            // The service counts the date from its answer on, as long as nothing is authorized.
            if token.isProvisional, name == "expiration_date" { return (nil, false) }
            if name == "tokenSource" { return (token.source == .apple ? "Apple" : nil, false) }
            return (token.userMetadata[name], token.encryptedKeys.contains(name))
        case .authorization(let resource?):
            guard let ends = try await validToken()?.authorizations[resource], try now() < ends else {
                return (nil, false)
            }
            return (.string(TokenDate.format(ends)), false)
        case .user(nil), .authorization(nil), .invalid:
            return (nil, false)
        }
    }
}
