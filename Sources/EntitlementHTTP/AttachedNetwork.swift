import CProcessWorld
import EntitlementAPI

/// Attaches the network to the entitlement SDK of a program that links this room, as its product does: the command line,
/// which has no use for it, does not load it.
@_cdecl("tvsim_attach_network")
package func attachNetwork() {
    EntitlementWire.attachNetwork { NetworkTransport(to: $0) }
}
