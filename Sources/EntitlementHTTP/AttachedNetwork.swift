import CTVSimNetworkHook
import TVSimEntitlementAPI

/// Attaches the network to the entitlement SDK of a program that links this module.
///
/// The SDK's product links it. The command line does not need it and does not load it.
@_cdecl("tvsim_attach_network")
package func attachNetwork() {
    EntitlementWire.attachNetwork { NetworkTransport(to: $0) }
}
