import Foundation
package import TVSimStructuredText

/// The decision whether a user may watch a resource.
package struct ResourceDecision: Codable, Hashable, Sendable {
    /// The source of a decision.
    package enum Source: String, WireWord {
        /// The MVPD.
        case mvpd
        /// A degradation rule.
        case degradation
        /// A temporary pass.
        case temppass
        /// The service itself, without asking the MVPD.
        case dummy
    }

    /// The media token of a permit.
    package struct Token: Codable, Hashable, Sendable {
        /// The start of the validity.
        package var notBefore: Milliseconds
        /// The end of the validity.
        package var notAfter: Milliseconds
        /// The signed media token in Base64.
        package var serializedToken: String

        /// Creates a token.
        package init(notBefore: Milliseconds, notAfter: Milliseconds, serializedToken: String) {
            self.notBefore = notBefore
            self.notAfter = notAfter
            self.serializedToken = serializedToken
        }
    }

    /// The resource, as in the request.
    package var resource: ResourceID
    /// The service provider.
    package var serviceProvider: RequestorID
    /// The MVPD.
    package var mvpd: MVPDID
    /// Whether the user may watch the resource.
    package var authorized: Bool
    /// The source of the decision.
    package var source: Source
    /// The media token; `nil` for denials and preauthorizations.
    package var token: Token?
    /// The start of the decision's validity; `nil` if the decision has no validity.
    package var notBefore: Milliseconds?
    /// The end of the decision's validity; `nil` if the decision has no validity.
    package var notAfter: Milliseconds?
    /// The error of a denial; `nil` for a permit.
    package var error: EnhancedError?

    /// Creates a decision with the required properties.
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

/// The body of an authorization or preauthorization request.
package struct DecisionsRequest: Codable, Hashable, Sendable {
    /// The resources, in order.
    package var resources: [ResourceID]

    /// Creates a request.
    package init(resources: [ResourceID]) {
        self.resources = resources
    }
}

/// The body of the response, in the order of the requested resources.
package struct DecisionsResponse: Codable, Hashable, Sendable {
    /// One decision for each resource.
    package var decisions: [ResourceDecision]

    /// Creates a response.
    package init(decisions: [ResourceDecision]) {
        self.decisions = decisions
    }
}

extension EntitlementCall where Answer == DecisionsResponse {
    /// Requests decisions on watching resources now.
    package static func authorize(
        _ request: DecisionsRequest, of serviceProvider: RequestorID, mvpd: MVPDID, headers: RequestHeaders
    ) -> EntitlementCall {
        // The request contains only texts, so encoding cannot fail.
        let body = (try? WireCoding.encode(request)) ?? Data()
        return EntitlementCall(
            Endpoint.authorize.route(serviceProvider, mvpd: mvpd), headers: headers, body: .json(body))
    }

    /// Requests informative decisions on several resources.
    package static func preauthorize(
        _ request: DecisionsRequest, of serviceProvider: RequestorID, mvpd: MVPDID, headers: RequestHeaders
    ) -> EntitlementCall {
        let body = (try? WireCoding.encode(request)) ?? Data()
        return EntitlementCall(
            Endpoint.preauthorize.route(serviceProvider, mvpd: mvpd), headers: headers, body: .json(body))
    }
}
