import CProcessWorld
import EntitlementAPI
import SimulatedDevice
import SimulatedWorld

/// Attaches a world to the device of a process that imports Apple's framework alone, so that a person can sign in there
/// and providers answer: an unmodified program links this room with the framework's product, and never names it.
///
/// The device knows nobody above it: it calls a C function that is there when this file is linked.
@_cdecl("tvsim_attach_process_world")
package func attachProcessWorld() {
    ProcessApp.attach { store in
        // A device that the app's process has just made has no providers yet.
        let world = World(store: CompleteStore(store))
        EntitlementWire.attachProcessWorld(WorldTransport(world))
        return world.device
    }
}
