import EntitlementAPI
import Foundation
import SSOBridge

extension EntitlementSession {
    /// Answers a request for metadata from the token that is kept.
    ///
    /// spec entitlement § 1.12, § 4 rows 20, 28 and 29.
    func getMetadata(_ request: MetadataRequest, emit: @escaping Emit) async throws {
        let value = try await metadata(request.operation)
        emit(.setMetadataStatus(value, key: request.operation.key, arguments: request.arguments))
    }

    private func metadata(_ operation: MetadataRequest.Operation) async throws -> JSONValue? {
        var access: TokenJudgement.Access?
        switch operation {
        case .deviceID:
            return .string(try EntitlementClient.deviceIdentifier(of: app))
        case .authentication:
            return try await validToken(&access).map { .string(TokenDate.format($0.expires)) }
        case .user(let name?):
            guard let token = try await validToken(&access) else { return nil }
            if name == "tokenSource" { return token.source == .apple ? "Apple" : nil }
            return token.userMetadata[name]
        case .user(nil), .authorization, .invalid:
            return nil
        }
    }
}

/// Writes an expiry as the SDK's tokens do: `yyyy/MM/dd HH:mm:ss 'GMT' Z`.
enum TokenDate {
    static func format(_ instant: Date) -> String {
        let text = instant.formatted(
            .iso8601.year().month().day().dateSeparator(.dash).time(includingFractionalSeconds: false))
        return text.replacingOccurrences(of: "-", with: "/").replacingOccurrences(of: "T", with: " ") + " GMT +0000"
    }
}
