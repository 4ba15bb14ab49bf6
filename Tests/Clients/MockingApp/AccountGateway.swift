// swift-format-ignore-file

import Foundation
import VideoSubscriberAccount

// An app that puts the framework behind a protocol of its own, and tests itself with a subclass of the manager.

/// What the app needs of the framework.
public protocol AccountManaging: AnyObject {
    func checkAccessStatus(
        options: [VSCheckAccessOption: Any],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void)
    @discardableResult
    func enqueue(
        _ request: VSAccountMetadataRequest, completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult
}

extension VSAccountManager: AccountManaging {}

/// The app's view of the framework.
public final class AccountGateway {
    private let manager: any AccountManaging

    public init(manager: any AccountManaging = VSAccountManager()) {
        self.manager = manager
    }

    /// Tells who is signed in, in words.
    public func describe(completion: @escaping @Sendable (String) -> Void) {
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.supportedAuthenticationSchemes = [.api, VSAccountProviderAuthenticationScheme(rawValue: "OAuth")]
        request.attributeNames = ["appLevelAuth"]
        manager.enqueue(request) { metadata, error in
            if let response = metadata?.accountProviderResponse, let body = response.body {
                completion("\(metadata?.accountProviderIdentifier ?? "?"): \(response.status ?? "-") \(body)")
                return
            }
            guard let error = error as? VSError, error.code != .userCancelled else {
                completion("nothing")
                return
            }
            completion("failed with \(error.errorCode)")
        }
    }
}

/// A manager that answers what a test wants.
public final class MockAccountManager: VSAccountManager {
    private let answer: VSAccountMetadata?
    private let error: (any Error)?
    /// How often each method was called.
    public private(set) var calls: [String: Int] = [:]

    public init(answer: VSAccountMetadata? = nil, error: (any Error)? = nil) {
        self.answer = answer
        self.error = error
        super.init()
    }

    public override func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        calls["checkAccessStatus", default: 0] += 1
        completionHandler(.granted, nil)
    }

    public override func enqueue(
        _ request: VSAccountMetadataRequest, completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        calls["enqueue", default: 0] += 1
        completionHandler(answer, error)
        // A result cannot be made; one of a request that nobody waits for will do.
        return super.enqueue(VSAccountMetadataRequest()) { _, _ in }
    }
}

/// Metadata that a test makes up.
public final class FakeMetadata: VSAccountMetadata {
    public override var accountProviderIdentifier: String? { "Fake" }
    public override var accountProviderResponse: VSAccountProviderResponse? { FakeResponse() }
}

final class FakeResponse: VSAccountProviderResponse {
    override var authenticationScheme: VSAccountProviderAuthenticationScheme { .api }
    override var status: String? { "200" }
    override var body: String? { "{\"userid\":\"1\"}" }
}
