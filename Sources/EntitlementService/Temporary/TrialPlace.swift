import StateStorage

/// Where the trials of one temporary pass are kept: each service provider has its own.
struct TrialPlace {
    private let path: String

    init(serviceProvider: String, mvpd: String) {
        path = ServiceDocument.trials + [serviceProvider, mvpd].map(ServiceDocument.digest).joined(separator: "/")
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
}
