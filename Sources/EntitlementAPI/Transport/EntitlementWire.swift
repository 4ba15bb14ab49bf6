/// Where an app finds the entitlement service when it names no address.
package enum EntitlementWire {
    /// The transport of the world in which this task runs; `nil` outside every world.
    @TaskLocal package static var current: (any EntitlementTransport)?

    /// The service's public host, which requests carry when no other is given.
    package static let defaultAuthority = "api.auth.adobe.com"
}
