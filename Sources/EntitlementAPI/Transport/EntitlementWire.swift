import NIOConcurrencyHelpers

/// Where an app finds the entitlement service.
///
/// The current world's is a task-local. A process without one has what its program links above this room: the world of the
/// process's device, and a way over the network; each attaches itself here.
package enum EntitlementWire {
    /// The transport of the world in which this task runs; `nil` outside every world.
    @TaskLocal package static var current: (any EntitlementTransport)?

    /// The service's public host, which requests carry when no other is given.
    package static let defaultAuthority = "api.auth.adobe.com"

    /// Where an app's pages end that are shown in its own web view: a page that nothing loads.
    package static let appRedirectURL = "adobepass://ios.app"

    private struct Attached: Sendable {
        var processWorld: (any EntitlementTransport)?
        var network: (@Sendable (String) -> (any EntitlementTransport)?)?
    }

    private static let attached = NIOLockedValueBox(Attached())

    /// The transport of the world of this process's own device; `nil`: no world is linked.
    package static var processWorld: (any EntitlementTransport)? { attached.withLockedValue { $0.processWorld } }

    /// Says what the transport of the process's own world is.
    package static func attachProcessWorld(_ transport: any EntitlementTransport) {
        attached.withLockedValue { $0.processWorld = transport }
    }

    /// Says how a service is reached over the network.
    ///
    /// - Parameter make: Makes a transport from a base address; `nil` for an address that is none.
    package static func attachNetwork(_ make: @escaping @Sendable (String) -> (any EntitlementTransport)?) {
        attached.withLockedValue { $0.network = make }
    }

    /// Returns a transport to a service over the network; `nil`: no network is linked, or the address is none.
    package static func network(to address: String) -> (any EntitlementTransport)? {
        attached.withLockedValue { $0.network }.flatMap { $0(address) }
    }
}
