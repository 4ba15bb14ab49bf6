import Foundation
package import Identifiers

/// Whether one resource may be watched.
package struct Decision: Codable, Hashable, Sendable {
    /// Who decided.
    package enum Source: String, WireWord {
        /// The MVPD.
        case mvpd
        /// A degradation rule.
        case degradation
        /// A temporary pass.
        case temppass
        /// Nobody: the decision is made up.
        case dummy
    }

    /// The media token of a permit.
    package struct Token: Codable, Hashable, Sendable {
        /// From when it holds.
        package var notBefore: Milliseconds
        /// Until when it holds.
        package var notAfter: Milliseconds
        /// The Base64 of the signed media token.
        package var serializedToken: String

        /// Creates a token.
        package init(notBefore: Milliseconds, notAfter: Milliseconds, serializedToken: String) {
            self.notBefore = notBefore
            self.notAfter = notAfter
            self.serializedToken = serializedToken
        }
    }

    /// The resource, as it was asked.
    package var resource: ResourceID
    /// The service provider.
    package var serviceProvider: RequestorID
    /// The MVPD.
    package var mvpd: MVPDID
    /// Whether it may be watched.
    package var authorized: Bool
    /// Who decided.
    package var source: Source
    /// The media token of a permit.
    package var token: Token?
    /// From when the decision holds.
    package var notBefore: Milliseconds?
    /// Until when the decision holds.
    package var notAfter: Milliseconds?
    /// Why it may not be watched.
    package var error: EnhancedError?

    /// Creates a decision with the keys that every decision has.
    package init(
        resource: ResourceID, serviceProvider: RequestorID, mvpd: MVPDID, authorized: Bool, source: Source
    ) {
        self.resource = resource
        self.serviceProvider = serviceProvider
        self.mvpd = mvpd
        self.authorized = authorized
        self.source = source
    }
}

/// What an app asks to have decided.
package struct DecisionsRequest: Codable, Hashable, Sendable {
    /// The resources, in order.
    package var resources: [ResourceID]

    /// Creates a request.
    package init(resources: [ResourceID]) {
        self.resources = resources
    }
}

/// The decisions, in the order of the resources.
package struct DecisionsResponse: Codable, Hashable, Sendable {
    /// One decision for each resource.
    package var decisions: [Decision]

    /// Creates an answer.
    package init(decisions: [Decision]) {
        self.decisions = decisions
    }
}

extension EntitlementCall where Answer == DecisionsResponse {
    /// Asks whether resources may be watched now.
    package static func authorize(
        _ request: DecisionsRequest, of serviceProvider: RequestorID, mvpd: MVPDID, headers: RequestHeaders
    ) -> EntitlementCall {
        // The request holds texts only, which always encode.
        let body = (try? WireCoding.encode(request)) ?? Data()
        return EntitlementCall(
            Endpoint.authorize.route(serviceProvider, mvpd: mvpd), headers: headers, body: .json(body))
    }

    /// Asks which of several resources may be watched, without a promise.
    package static func preauthorize(
        _ request: DecisionsRequest, of serviceProvider: RequestorID, mvpd: MVPDID, headers: RequestHeaders
    ) -> EntitlementCall {
        let body = (try? WireCoding.encode(request)) ?? Data()
        return EntitlementCall(
            Endpoint.preauthorize.route(serviceProvider, mvpd: mvpd), headers: headers, body: .json(body))
    }
}
