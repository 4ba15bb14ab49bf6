import TVSimStructuredText

/// Finds the transport between an app and the entitlement service.
///
/// The transport of the current world is task-local. Outside of a world, modules that the process links attach a
/// transport here: to the world of the process's device, or over the network.
package enum EntitlementWire {
    /// The transport of the world in which the task runs; `nil` outside of a world.
    @TaskLocal package static var current: (any EntitlementTransport)?

    /// The service's public host, the default authority of requests.
    package static let defaultAuthority = "api.auth.adobe.com"

    /// The service's public hosts, which the simulation replaces: production and staging, release and prequalification.
    ///
    /// Adobe Pass, OpenAPI files of REST API V2 and of client registration, `servers`; REST API Overview; TempPass
    /// Feature, Reset TempPass API (`mgmt`).
    package static let vendorHosts: Set<String> = [
        "sp.auth.adobe.com", "sp.auth-staging.adobe.com", "sp-prequal.auth.adobe.com",
        "sp-prequal.auth-staging.adobe.com", "api.auth.adobe.com", "api.auth-staging.adobe.com", "mgmt.auth.adobe.com",
        "mgmt.auth-staging.adobe.com", "mgmt-prequal.auth.adobe.com", "mgmt-prequal.auth-staging.adobe.com",
    ]

    /// The redirect URL of pages in the app's web view; no page is loaded from it.
    package static let appRedirectURL = "adobepass://ios.app"

    private struct Attached: Sendable {
        var processWorld: (any EntitlementTransport)?
        var network: (@Sendable (String) -> (any EntitlementTransport)?)?
    }

    private static let attached = Locked(Attached())

    /// The transport to the world of the process's device; `nil` if no world is linked.
    package static var processWorld: (any EntitlementTransport)? { attached.withLockedValue { $0.processWorld } }

    /// Attaches the transport to the world of the process's device.
    package static func attachProcessWorld(_ transport: any EntitlementTransport) {
        attached.withLockedValue { $0.processWorld = transport }
    }

    /// Attaches the network.
    ///
    /// - Parameter make: Creates a transport from a base URL; `nil` if the URL is invalid.
    package static func attachNetwork(_ make: @escaping @Sendable (String) -> (any EntitlementTransport)?) {
        attached.withLockedValue { $0.network = make }
    }

    /// Returns a transport to a service over the network; `nil` if no network is linked or the URL is invalid.
    package static func network(to address: String) -> (any EntitlementTransport)? {
        attached.withLockedValue { $0.network }.flatMap { $0(address) }
    }
}
