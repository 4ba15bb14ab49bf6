// What an app asks the system about the user's TV provider, behind a protocol of the app's own. On a device Apple's
// framework answers. In the Simulator and in tests a simulated device answers, over HTTP.
//
// Copy this file into your app: iOS 14, Swift 5.9, no dependencies. Compiled and run on Linux only, where tvsim has a
// module in place of Apple's. It was not tried with Xcode, in the Simulator or on a device.
import Foundation

#if canImport(FoundationNetworking)
    // URLSession on Linux.
    import FoundationNetworking
#endif
#if canImport(VideoSubscriberAccount)
    import VideoSubscriberAccount
#endif
#if canImport(UIKit)
    import UIKit
#endif

/// The user's TV provider account, as far as the app needs it.
protocol TVProviderAccount {
    /// Returns whether the app may use the account; with `prompting`, the system asks a user who has not decided.
    func access(prompting: Bool) async throws -> TVProviderAccess

    /// Returns the account.
    ///
    /// - Throws: ``TVProviderError``, for example if the user cancels.
    func metadata(_ request: TVProviderRequest) async throws -> TVProviderMetadata
}

/// `VSAccountAccessStatus`, with its numbers.
enum TVProviderAccess: Int, CaseIterable, Sendable {
    case notDetermined, restricted, denied, granted
}

/// What the app asks for: properties of `VSAccountMetadataRequest`.
struct TVProviderRequest: Encodable, Sendable {
    /// Whether the system may show its provider picker.
    var isInterruptionAllowed: Bool
    /// The providers that the app supports; empty for all.
    var supportedAccountProviderIdentifiers: [String]
    /// The three parts of an attribute query, which the entitlement service gives to the app.
    var channelIdentifier: String?
    var verificationToken: String?
    var attributeNames: [String] = []

    private let includeAccountProviderIdentifier = true
    private let includeAuthenticationExpirationDate = true

    init(isInterruptionAllowed: Bool = false, supportedAccountProviderIdentifiers: [String] = []) {
        self.isInterruptionAllowed = isInterruptionAllowed
        self.supportedAccountProviderIdentifiers = supportedAccountProviderIdentifiers
    }
}

/// The answer: properties of `VSAccountMetadata`.
struct TVProviderMetadata: Decodable, Equatable, Sendable {
    var accountProviderIdentifier: String?
    var authenticationExpirationDate: Date?
    var samlAttributeQueryResponse: String?
}

/// An error of the framework, with the numbers of `VSError.Code`.
struct TVProviderError: Error, Equatable {
    enum Code: Int, Sendable {
        case accessNotGranted, unsupportedProvider, userCancelled, serviceTemporarilyUnavailable, providerRejected
        case invalidVerificationToken, rejected, unsupported
    }

    var code: Code
    /// The user's provider, if the app does not support it.
    var unsupportedProvider: String?
}

// MARK: - Apple's framework

#if canImport(VideoSubscriberAccount)
    /// The account of the device that the app runs on.
    final class SystemTVProviderAccount: NSObject, TVProviderAccount, VSAccountManagerDelegate {
        private let manager = VSAccountManager()
        private let present: (UIViewController) -> Void
        private let dismiss: (UIViewController) -> Void

        /// Creates the account, with the closures that show and hide the system's provider picker.
        init(
            present: @escaping (UIViewController) -> Void = { _ in },
            dismiss: @escaping (UIViewController) -> Void = { _ in }
        ) {
            self.present = present
            self.dismiss = dismiss
            super.init()
            manager.delegate = self
        }

        func access(prompting: Bool) async throws -> TVProviderAccess {
            try await withCheckedThrowingContinuation { continuation in
                manager.checkAccessStatus(options: [.prompt: prompting]) { status, error in
                    // Every status but granted has the error accessNotGranted, which says no more than the status.
                    if let error = error.map(Self.appError), error != TVProviderError(code: .accessNotGranted) {
                        continuation.resume(throwing: error)
                    } else {
                        continuation.resume(returning: TVProviderAccess(rawValue: status.rawValue) ?? .restricted)
                    }
                }
            }
        }

        func metadata(_ request: TVProviderRequest) async throws -> TVProviderMetadata {
            let wish = VSAccountMetadataRequest()
            wish.includeAccountProviderIdentifier = true
            wish.includeAuthenticationExpirationDate = true
            wish.isInterruptionAllowed = request.isInterruptionAllowed
            wish.supportedAccountProviderIdentifiers = request.supportedAccountProviderIdentifiers
            wish.channelIdentifier = request.channelIdentifier
            wish.verificationToken = request.verificationToken
            wish.attributeNames = request.attributeNames
            return try await withCheckedThrowingContinuation { continuation in
                manager.enqueue(wish) { metadata, error in
                    if let error = error {
                        return continuation.resume(throwing: Self.appError(error))
                    }
                    continuation.resume(
                        returning: TVProviderMetadata(
                            accountProviderIdentifier: metadata?.accountProviderIdentifier,
                            authenticationExpirationDate: metadata?.authenticationExpirationDate,
                            samlAttributeQueryResponse: metadata?.samlAttributeQueryResponse))
                }
            }
        }

        func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
            present(viewController)
        }

        func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
            dismiss(viewController)
        }

        private static func appError(_ error: Error) -> TVProviderError {
            let error = error as NSError
            let code = error.domain == VSErrorDomain ? TVProviderError.Code(rawValue: error.code) : nil
            return TVProviderError(
                code: code ?? .rejected,
                unsupportedProvider: error.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String)
        }
    }
#endif

// MARK: - A simulated device

#if DEBUG
    /// The account of a simulated device, which a server of tvsim answers for.
    final class SimulatedTVProviderAccount: TVProviderAccount {
        private let framework: URL
        private let session: URLSession

        /// Creates the account of a world.
        ///
        /// - Parameters:
        ///   - world: The address of the world, such as `http://127.0.0.1:8080` or `http://127.0.0.1:8080/s/NAME`.
        ///   - session: Sends the requests.
        init(world: URL, session: URLSession = .shared) {
            framework = world.appendingPathComponent("_sim/v1/framework")
            self.session = session
        }

        func access(prompting: Bool) async throws -> TVProviderAccess {
            let answer: AccessAnswer = try await ask("access-status", ["prompt": prompting])
            if let error = answer.error?.appError, error.code != .accessNotGranted { throw error }
            return answer.status
        }

        func metadata(_ request: TVProviderRequest) async throws -> TVProviderMetadata {
            let answer: MetadataAnswer = try await ask("account-metadata", request)
            if let error = answer.error?.appError { throw error }
            return answer.metadata ?? TVProviderMetadata()
        }

        private func ask<Answer: Decodable>(_ path: String, _ body: some Encodable) async throws -> Answer {
            var request = URLRequest(url: framework.appendingPathComponent(path))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(body)
            var (data, response) = try await send(request)
            // 202: the provider picker is open. The answer comes when the user has acted in it.
            while response.statusCode == 202, let place = response.value(forHTTPHeaderField: "Location"),
                let url = URL(string: place, relativeTo: framework),
                let waiting = URL(string: place + "?wait=1s", relativeTo: framework)
            {
                guard !Task.isCancelled else {
                    // As `cancel()` of Apple's request. An app cannot close the access prompt, which then stays open.
                    var end = URLRequest(url: url)
                    end.httpMethod = "DELETE"
                    _ = try await send(end)
                    throw CancellationError()
                }
                (data, response) = try await send(URLRequest(url: waiting))
            }
            guard response.statusCode == 200 else {
                // For example 422: the system would terminate an app without a usage description.
                throw SimulatorFailure(description: String(decoding: data, as: UTF8.self))
            }
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode(Answer.self, from: data)
        }

        /// Sends a request; `URLSession.data(for:)` needs iOS 15.
        private func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            var request = request
            // The secret of the server's admin API, if it has one.
            let secret = ProcessInfo.processInfo.environment["TVSIM_ADMIN_TOKEN"]
            request.setValue(secret, forHTTPHeaderField: "Tvsim-Admin-Token")
            return try await withCheckedThrowingContinuation { continuation in
                session.dataTask(with: request) { data, response, error in
                    if let data = data, let response = response as? HTTPURLResponse {
                        continuation.resume(returning: (data, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }.resume()
            }
        }

        private struct AccessAnswer: Decodable {
            let accessStatus: String
            let error: ErrorAnswer?

            var status: TVProviderAccess {
                TVProviderAccess.allCases.first { "\($0)" == accessStatus } ?? .restricted
            }
        }

        private struct MetadataAnswer: Decodable {
            let metadata: TVProviderMetadata?
            let error: ErrorAnswer?
        }

        private struct ErrorAnswer: Decodable {
            let code: Int
            let userInfo: UserInfo

            struct UserInfo: Decodable {
                let unsupportedProvider: String?

                private enum CodingKeys: String, CodingKey {
                    case unsupportedProvider = "VSErrorInfoKeyUnsupportedProviderIdentifier"
                }
            }

            var appError: TVProviderError {
                TVProviderError(
                    code: TVProviderError.Code(rawValue: code) ?? .rejected,
                    unsupportedProvider: userInfo.unsupportedProvider)
            }
        }
    }

    /// An answer of the simulator itself, such as a request that it cannot read.
    struct SimulatorFailure: Error, CustomStringConvertible {
        let description: String
    }
#endif
