public import Foundation

/// A request for preliminary decisions about resources, made by its ``Builder``.
open class PreauthorizeRequest: NSObject {
    /// A feature that can be disabled; all are enabled by default.
    public enum Feature: Sendable, Hashable, CaseIterable {
        /// The SDK's own cache of decisions.
        case LOCAL_CACHE
        /// The service's cache of decisions, without effect here: the simulated service does not cache preauthorization.
        case REMOTE_CACHE
    }

    /// The resources, in order.
    let resources: [String]
    /// The disabled features.
    let disabledFeatures: Set<Feature>

    init(resources: [String], disabledFeatures: Set<Feature>) {
        self.resources = resources
        self.disabledFeatures = disabledFeatures
        super.init()
    }

    /// Builds a request.
    open class Builder: NSObject {
        private var resources: [String] = []
        private var disabledFeatures: Set<Feature> = []

        /// Creates a builder of a request without resources.
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

        /// Disables features.
        ///
        /// - Parameter features: The features.
        /// - Returns: The same builder.
        @discardableResult
        open func disableFeatures(features: Set<Feature>) -> Builder {
            disabledFeatures = features
            return self
        }

        /// Returns the request; the builder can be used again.
        open func build() -> PreauthorizeRequest {
            PreauthorizeRequest(resources: resources, disabledFeatures: disabledFeatures)
        }
    }
}

/// Receives an answer of the SDK outside of ``EntitlementDelegate``.
open class AccessEnablerCallback<Response>: NSObject {
    private let respond: (Response) -> Void
    private let fail: (Response) -> Void

    /// Creates a callback; one of the two closures is called, once, unless the system has ended the app.
    ///
    /// - Parameters:
    ///   - onResponse: Receives the service's answer, which may be an error.
    ///   - onFailure: Receives the reason why the request got no answer of the service.
    public init(onResponse: @escaping (Response) -> Void, onFailure: @escaping (Response) -> Void) {
        respond = onResponse
        fail = onFailure
        super.init()
    }

    /// Called with the service's answer.
    ///
    /// - Parameter result: The answer, which may be an error.
    open func onResponse(result: Response) { respond(result) }

    /// Called with the reason why a request got no answer of the service.
    ///
    /// - Parameter result: The reason.
    open func onFailure(result: Response) { fail(result) }
}
