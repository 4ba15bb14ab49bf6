import CTVSimWorldHook
import TVSimDevice
import TVSimEntitlementAPI

/// Attaches a world to the device of a process that imports only Apple's framework.
///
/// With the world, a user can sign in and providers respond. The framework's product links this module, so an
/// unmodified program gets the world without importing the module. `Device` must not depend on this
/// module; at the start of the program, `CTVSimWorldHook` tells it this function by its C name.
@_cdecl("tvsim_attach_process_world")
package func attachProcessWorld() {
    ProcessApp.attach { store in
        // A device that the app's process has just created has no providers yet.
        let world = World(store: CompleteStore(store))
        EntitlementWire.attachProcessWorld(WorldTransport(world))
        return world.device
    }
}
