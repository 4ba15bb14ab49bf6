import TVSimDevice
import TVSimStructuredText

/// The engines of one SDK object: one in each simulation that calls it.
///
/// An app often has one SDK object for its whole life, so that it outlives the test that created it. In a simulation
/// that calls it for the first time, it begins as in a new process of the app.
final class EntitlementEngines: Sendable {
    let delegates = Delegates()
    private let softwareStatement: String
    private let kept: Locked<[EntitlementEngine]>

    /// Creates the SDK object's engine in the current simulation.
    init(_ softwareStatement: String) {
        self.softwareStatement = softwareStatement
        let app = try? RunningApp.resolve(for: "AccessEnabler(_:)")
        kept = Locked([Self.engine(of: app, softwareStatement, delegates)])
    }

    /// The engine that was used last.
    var latest: EntitlementEngine { kept.withLockedValue { $0[$0.count - 1] } }

    /// Returns the engine in the simulation of a call.
    ///
    /// - Parameter function: The SDK's function, for errors.
    /// - Returns: The engine. It refuses the call if the call belongs to no simulation.
    func engine(for function: String) -> EntitlementEngine {
        let latest = latest
        // The app of a profile's flow has a process of its own, and stays in its world.
        if let own = latest.app, own.activity == nil, own.process.simulated != nil { return latest }
        let app = RunningApp.found(for: "AccessEnabler.\(function)", own: latest.app)
        return kept.withLockedValue { kept in
            let index = kept.lastIndex { engine in
                guard let app, let own = engine.app else { return app == nil && engine.app == nil }
                return own.sharesDevice(with: app)
            }
            let engine = index.map { kept.remove(at: $0) } ?? Self.engine(of: app, softwareStatement, delegates)
            kept.removeAll { $0.app?.hasEnded ?? true }
            kept.append(engine)
            return engine
        }
    }

    /// Creates an engine with the transport and the delivery of its app.
    private static func engine(
        of app: RunningApp?, _ softwareStatement: String, _ delegates: Delegates
    ) -> EntitlementEngine {
        var engine: EntitlementEngine?
        app?.callBack {
            let receiver = CallbackReceiver(delegates, of: app, delivery: .current)
            engine = EntitlementEngine(of: app, softwareStatement: softwareStatement, receiver: receiver)
        }
        return engine
            ?? EntitlementEngine(
                of: nil, softwareStatement: softwareStatement,
                receiver: CallbackReceiver(delegates, delivery: .mainQueue))
    }
}
