public import Foundation

/// What an app asks with `preauthorize`: which of several resources its person may watch, without a promise.
///
/// Made by its ``Builder``. spec entitlement § 1.9.
open class PreauthorizeRequest: NSObject {
    /// What can be switched off; everything is on by default.
    public enum Feature: Sendable, Hashable, CaseIterable {
        /// The SDK's own cache of decisions.
        case LOCAL_CACHE
        /// The service's cache of decisions. The simulated service has none for preauthorization: each question is asked.
        case REMOTE_CACHE
    }

    /// The resources, in order.
    let resources: [String]
    /// What is switched off.
    let disabledFeatures: Set<Feature>

    init(resources: [String], disabledFeatures: Set<Feature>) {
        self.resources = resources
        self.disabledFeatures = disabledFeatures
        super.init()
    }

    /// Collects what a request says.
    open class Builder: NSObject {
        private var resources: [String] = []
        private var disabledFeatures: Set<Feature> = []

        /// Creates a builder of a request that asks for nothing.
        public override init() {
            super.init()
        }

        /// Sets the resources: identifiers, or MRSS fragments.
        ///
        /// - Parameter resources: The resources, in order.
        /// - Returns: The same builder.
        @discardableResult
        open func setResources(resources: [String]) -> Builder {
            self.resources = resources
            return self
        }

        /// Sets what is switched off.
        ///
        /// - Parameter features: The features.
        /// - Returns: The same builder.
        @discardableResult
        open func disableFeatures(features: Set<Feature>) -> Builder {
            disabledFeatures = features
            return self
        }

        /// Makes the request; the builder can go on.
        open func build() -> PreauthorizeRequest {
            PreauthorizeRequest(resources: resources, disabledFeatures: disabledFeatures)
        }
    }
}

/// Where an answer of the SDK goes that is no callback of ``EntitlementDelegate``.
open class AccessEnablerCallback<Response>: NSObject {
    private let respond: (Response) -> Void
    private let fail: (Response) -> Void

    /// Creates a callback; one of the two is called, once, unless the system has ended the app.
    ///
    /// - Parameters:
    ///   - onResponse: Receives the answer to a request that was serviced, be it an error of the service.
    ///   - onFailure: Receives the reason why the SDK could not have the request serviced.
    public init(onResponse: @escaping (Response) -> Void, onFailure: @escaping (Response) -> Void) {
        respond = onResponse
        fail = onFailure
        super.init()
    }

    /// Hands the app the answer to a request that was serviced.
    ///
    /// - Parameter result: The answer, be it an error of the service.
    open func onResponse(result: Response) { respond(result) }

    /// Hands the app the reason why the SDK could not have a request serviced.
    ///
    /// - Parameter result: The reason.
    open func onFailure(result: Response) { fail(result) }
}
