import Identifiers
import StateStorage

/// Where the trials of one temporary pass are kept: each service provider has its own.
struct TrialPlace {
    private let path: String

    init(serviceProvider: RequestorID, mvpd: MVPDID) {
        path =
            ServiceDocument.trials
            + [serviceProvider.rawValue, mvpd.rawValue].map(ServiceDocument.digest).joined(separator: "/")
    }

    /// A trial.
    func trial(_ id: String) -> StateKey<TemporaryTrial> { StateKey("\(path)/trial/\(id)") }

    /// The trial that a person is known by.
    func person(_ person: String) -> StateKey<String> { name("person", person) }

    /// The trial that a device is known by.
    func device(_ fingerprint: String) -> StateKey<String> { name("device", fingerprint) }

    private func name(_ kind: String, _ text: String) -> StateKey<String> {
        StateKey("\(path)/\(kind)/\(ServiceDocument.digest(text))")
    }

    /// Forgets the trial that a name leads to, by whatever else it is found, and returns how many that were.
    ///
    /// Another name that still led to it would go on with it.
    func reset(_ name: StateKey<String>, in state: any StateWriting) throws -> Int {
        guard let id = try state.value(for: name) else { return 0 }
        for kind in ["person", "device"] {
            for other in try state.names(withPrefix: "\(path)/\(kind)/") {
                let key = StateKey<String>(other)
                if try state.value(for: key) == id { try state.setValue(nil, for: key) }
            }
        }
        try state.setValue(nil, for: trial(id))
        return 1
    }

    /// Forgets all trials, and returns how many they were.
    func resetAll(in state: any StateWriting) throws -> Int {
        var count = 0
        for kind in ["person", "device"] {
            for name in try state.names(withPrefix: "\(path)/\(kind)/") {
                try state.setValue(nil, for: StateKey<String>(name))
            }
        }
        for name in try state.names(withPrefix: "\(path)/trial/") {
            try state.setValue(nil, for: StateKey<TemporaryTrial>(name))
            count += 1
        }
        return count
    }
}
