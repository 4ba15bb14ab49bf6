import EntitlementAPI
import Foundation
import SSOBridge

extension EntitlementSession {
    /// Answers a request for metadata from the token that is kept.
    ///
    /// spec entitlement § 1.12, § 4 rows 20, 28 and 29.
    func getMetadata(_ request: MetadataRequest, emit: @escaping Emit) throws {
        let value = try metadata(request.operation)
        emit(.setMetadataStatus(value, key: request.operation.key, arguments: request.arguments))
    }

    private func metadata(_ operation: MetadataRequest.Operation) throws -> JSONValue? {
        switch operation {
        case .deviceID:
            return .string(try EntitlementClient.deviceIdentifier(of: app))
        case .authentication:
            return try unexpiredToken().map { .string(TokenDate.format($0.expires)) }
        case .user(let name?):
            guard let token = try unexpiredToken() else { return nil }
            if name == "tokenSource" { return token.source == .apple ? "Apple" : nil }
            return token.userMetadata[name]
        case .user(nil), .authorization, .invalid:
            return nil
        }
    }

    private func unexpiredToken() throws -> StoredToken? {
        guard let requestor, let token = try TokenStorage.load(of: app).currentToken(of: requestor.id),
            try now() < token.expires, requestor.mvpd(token.mvpd) != nil
        else { return nil }
        return token
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
