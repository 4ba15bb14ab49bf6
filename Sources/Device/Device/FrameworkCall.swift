package import Foundation
import TVSimCore
import TVSimStateStorage
import TVSimStructuredText

/// What passed between an app and a framework, Apple's or the entitlement SDK, which the journal does not keep.
package struct FrameworkCall: Hashable, Sendable {
    /// The arguments of a metadata request.
    package struct Metadata: Codable, Hashable, Sendable {
        /// Whether the manager has a delegate.
        package var hasDelegate = false
        /// Whether an interface may interrupt the user.
        package var allowsInterruption = false
        /// Whether the user must authenticate again.
        package var forcesAuthentication = false
        /// The requester in the SAML scheme.
        package var channelIdentifier: String?
        /// The pseudonym of the verification token; `nil` if the request has none.
        package var verificationToken: String?
        /// The names of the SAML attributes.
        package var attributeNames: [String] = []
        /// The providers that may answer.
        package var supportedProviders: [String] = []

        /// Creates the arguments of an empty request.
        package init() {}
    }

    /// A call of the entitlement SDK, as the app made it.
    package struct SDKCall: Codable, Hashable, Sendable {
        /// The name of the SDK's function; `init` for the SDK object.
        package let name: String
        /// The provider that the app selected, or the URL that it handed over, without its query; `nil` for none.
        package var argument: String?
        /// The providers that the system's picker shall list; `nil` if the app names none.
        package var listed: [String]?
        /// The providers that the system's picker shall feature; `nil` if the app names none.
        package var featured: [String]?

        /// Creates a call without arguments.
        package init(_ name: String) { self.name = name }
    }

    /// What was called.
    package enum Question: Codable, Hashable, Sendable {
        /// The app checked its access status.
        case access(prompt: Bool)
        /// The app requested metadata.
        case metadata(Metadata)
        /// The delegate was asked to present an interface and returned: whether it presents the interface.
        case presented(Bool)
        /// The delegate was asked to dismiss an interface and returned: whether it still presents the interface.
        case dismissed(stillPresents: Bool)
        /// The app called the entitlement SDK.
        case sdkCall(SDKCall)
        /// The entitlement SDK called the app back: the callback, and the code of a status.
        case sdkCallback(String, status: String? = nil)

        /// Whether it is about the entitlement SDK, and not about Apple's framework.
        package var isAboutSDK: Bool {
            switch self {
            case .access, .metadata, .presented, .dismissed: false
            case .sdkCall, .sdkCallback: true
            }
        }
    }

    /// The app's bundle identifier.
    package let app: String
    /// Whether the simulated SDK made the call, and not the app.
    package let isOfSDK: Bool
    /// What was called.
    package let question: Question
    /// The opening of the store whose journal numbers ``after`` belongs to.
    package let opening: Int
    /// The number of the last journal entry before the call.
    package let after: Int
    /// The simulated time.
    package let at: Date

    /// Creates a call.
    package init(
        app: String, isOfSDK: Bool = false, _ question: Question, opening: Int = 0, after: Int = 0, at: Date
    ) {
        (self.app, self.isOfSDK, self.question) = (app, isOfSDK, question)
        (self.opening, self.after, self.at) = (opening, after, at)
    }
}

/// The latest calls of the frameworks in this process, for the rules about clients.
package final class FrameworkCallLog: Sendable {
    /// The largest number of calls; the older half is dropped beyond it.
    private static let most = 10_000

    /// The calls that are kept, in order.
    package struct Kept: Sendable {
        /// The calls.
        package fileprivate(set) var calls: [FrameworkCall] = []
        /// Whether these are all calls.
        package fileprivate(set) var isWhole = true

        /// Creates an empty log.
        package init() {}
    }

    private let state = Locked(Kept())

    func note(_ call: FrameworkCall) {
        state.withLockedValue { state in
            state.calls.append(call)
            guard state.calls.count > Self.most else { return }
            state.calls.removeFirst(Self.most / 2)
            state.isWhole = false
        }
    }

    /// The calls that are kept.
    package var kept: Kept { state.withLockedValue(\.self) }
}

extension Device {
    /// Notes a call of a framework beside the journal.
    ///
    /// - Throws: `StateError` if the device cannot be read.
    package func note(_ question: FrameworkCall.Question, of app: String, isOfSDK: Bool = false) throws {
        let (opening, last) = try simulation.store.read { ($0.opening, try $0.lastLine() ?? 0) }
        session.calls.note(
            FrameworkCall(
                app: app, isOfSDK: isOfSDK, question, opening: opening, after: last, at: try simulation.clock.now()))
    }
}
