import TVSimStateStorage
import TVSimStructuredText

/// The documents of the trials of one temporary pass with one service provider.
struct TrialDocuments {
    private let path: String

    init(serviceProvider: RequestorID, mvpd: MVPDID) {
        path =
            ServiceDocument.trials
            + [serviceProvider.rawValue, mvpd.rawValue].map(ServiceDocument.digest).joined(separator: "/")
    }

    /// Returns the key of a trial.
    func trial(_ id: String) -> StateKey<TemporaryTrial> { StateKey("\(path)/trial/\(id)") }

    /// Returns the key of a user's trial identifier.
    func person(_ person: String) -> StateKey<String> { name("person", person) }

    /// Returns the key of a device's trial identifier.
    func device(_ fingerprint: String) -> StateKey<String> { name("device", fingerprint) }

    private func name(_ kind: String, _ text: String) -> StateKey<String> {
        StateKey("\(path)/\(kind)/\(ServiceDocument.digest(text))")
    }

    /// Deletes the trial of a name, with all other names of the trial.
    ///
    /// Another name would otherwise continue the trial.
    ///
    /// - Returns: The number of deleted trials, 0 or 1.
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

    /// Deletes all trials and returns their number.
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
