import TVSimDevice
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// What the process of a server knows of one isolated world, beside the world's stored state.
struct HeldWorld: Sendable {
    /// The world that concurrent requests share; `nil` until a request uses it.
    var world: World?
    /// The requests and the screen of its device, which all values of the world share; `nil` until one is made.
    var session: DeviceSession?
    /// The situation in which the world began.
    var situation = Situation.ofTheServer
    /// What became of its test; `nil` if no client has said it.
    var outcome: WorldOutcome?

    /// The situation in which a world begins.
    enum Situation: Sendable {
        /// The one of all worlds of the server.
        case ofTheServer
        /// The one that a client has described; `nil` for none.
        case described(Profile.Preparation?)
    }
}

extension SimulatedWorlds {
    /// Returns the requests and the screen of an isolated world's device, which all its values share.
    func session(of name: String) -> DeviceSession {
        held.withLockedValue { held in
            if let session = held[name]?.session { return session }
            let session = DeviceSession()
            held[name, default: HeldWorld()].session = session
            return session
        }
    }

    /// Returns an isolated world that may be missing, for a reader that waits for it: nothing is kept of it.
    ///
    /// The device of the value is not the one of a world that another request creates later.
    func awaited(_ name: String) -> World { World(store: stores.store(of: name, making: nil)) }

    /// Returns what the screen of an isolated world's device shows; `nil` if nothing waits there for the user.
    func shown(of name: String) -> Screen.Shown? { held.withLockedValue { $0[name]?.session }?.screen.shown }

    /// Returns the situation in which a world began; `nil` if it began in none.
    ///
    /// - Parameter name: The name of an isolated world; `nil` for the served world.
    /// - Returns: The situation; `nil` if the world began in none.
    func situation(of name: String?) -> Profile.Preparation? {
        guard let name, case .described(let own) = held.withLockedValue({ $0[name]?.situation }) else {
            return usualSituation
        }
        return own
    }

    /// Notes the situation in which a client has let a world begin.
    func setSituation(_ situation: Profile.Preparation?, of name: String) {
        held.withLockedValue { $0[name, default: HeldWorld()].situation = .described(situation) }
    }

    /// Notes that a world begins anew from a profile: in no situation, and for a test without an outcome.
    func beginAnew(_ name: String) {
        held.withLockedValue { held in
            held[name, default: HeldWorld()].situation = .described(nil)
            held[name]?.outcome = nil
        }
    }

    /// Returns what became of the test of an isolated world; `nil` if no client has said it.
    func outcome(of name: String) -> WorldOutcome? { held.withLockedValue { $0[name]?.outcome } }

    /// Keeps what became of the test of an isolated world.
    func setOutcome(_ outcome: WorldOutcome, of name: String) {
        held.withLockedValue { $0[name, default: HeldWorld()].outcome = outcome }
    }
}
