import VideoSubscriberAccount

/// What the app knows about the user's TV provider when it starts.
public enum SignInState: Equatable, Sendable {
    case signedIn(provider: String)
    case signedOut
    case accessDenied
}

/// Asks the system for the user's TV provider, without showing any dialog.
public func silentSignIn() async throws -> SignInState {
    let manager = VSAccountManager()
    do {
        _ = try await manager.checkAccessStatus()
        guard let provider = try await provider(from: manager) else { return .signedOut }
        return .signedIn(provider: provider)
    } catch VSError.accessNotGranted {
        return .accessDenied
    } catch VSError.providerRejected {
        return .signedOut
    }
}

private func provider(from manager: VSAccountManager) async throws -> String? {
    let request = VSAccountMetadataRequest()
    request.includeAccountProviderIdentifier = true
    request.isInterruptionAllowed = false
    return try await withCheckedThrowingContinuation { continuation in
        manager.enqueue(request) { metadata, error in
            if let error {
                continuation.resume(throwing: error)
            } else {
                continuation.resume(returning: metadata?.accountProviderIdentifier)
            }
        }
    }
}
