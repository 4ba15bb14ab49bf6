import TVSimEntitlementAPI
import TVSimEntitlementService

// Which requests are those of one installed app.
extension Install {
    /// Returns the installs of a part of a history.
    static func all(in part: [Observation], of history: History) -> [Install] {
        var groups = Groups()
        var shared: [ObservedEvent] = []
        var own: [(ObservedEvent, key: String?)] = []
        var hasUnseen = false
        var checks: [String: Int] = [:]
        for observation in part {
            switch observation.event {
            case .request(let fact):
                if fact.endpoint?.isOpenedByBrowsers ?? !fact.path.hasPrefix("/api/") {
                    shared.append(ObservedEvent(observation: observation, event: .page(fact)))
                } else {
                    let client = fact.client.map { "client \($0)" }
                    let device = fact.device.map { "device \($0)" }
                    if fact.endpoint == .register, let client { groups.learn(fact.statement, of: client) }
                    if let client, let device { groups.use(device, by: client) }
                    if [Endpoint.resume, .sessionInformation].contains(fact.endpoint), fact.succeeded,
                        let code = fact.parameters["code"], checks[code] == nil
                    {
                        checks[code] = observation.number
                    }
                    own.append((ObservedEvent(observation: observation, event: .request(fact)), key: client ?? device))
                }
            case .call(let call): shared.append(ObservedEvent(observation: observation, event: .call(call)))
            case .decision(let decision):
                if let event = ObservedEvent.Event(decision) {
                    shared.append(ObservedEvent(observation: observation, event: event))
                } else if decision is RequestDecision {
                    hasUnseen = true
                }
            }
        }
        let roots = own.compactMap { $0.key.map { groups.root(of: $0) } }
        let known = roots.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let devices = Set(own.compactMap { $0.0.request?.device }).count
        func install(_ moments: [ObservedEvent]) -> Install {
            Install(
                moments: (moments + shared).sorted { ($0.number, $0.rank) < ($1.number, $1.rank) },
                devicesOfWorld: devices, codeChecks: checks, isWhole: history.isWhole,
                hasUnseenRequests: hasUnseen, hasTimes: history.hasTimes, hasTokens: history.hasTokens,
                platform: history.platform)
        }
        let nameless = own.filter { $0.key == nil }.map(\.0)
        guard known.count > 1 || !nameless.isEmpty || !known.isEmpty else {
            return shared.isEmpty && !hasUnseen ? [] : [install([])]
        }
        // A request that names nothing belongs to the only install, if there is only one. Without tokens the clients of a
        // device are not known, so all of them belong to the only device.
        if known.count <= 1 || !history.hasTokens && devices <= 1 { return [install(own.map(\.0))] }
        return known.map { root in
            install(own.filter { $0.key.map { groups.root(of: $0) } == root }.map(\.0))
        } + (nameless.isEmpty ? [] : [install(nameless)])
    }

    /// The identifiers that were used together.
    private struct Groups {
        private var parents: [String: String] = [:]
        /// The software statements with which clients registered, as far as they are known.
        private var statements: [String: String] = [:]
        /// The clients of each device.
        private var clients: [String: [String]] = [:]

        /// Learns with which software statement a client registered; `nil` if it is not known.
        mutating func learn(_ statement: String?, of client: String) { statements[client] = statement }

        mutating func root(of key: String) -> String {
            guard let parent = parents[key], parent != key else { return key }
            let root = root(of: parent)
            parents[key] = root
            return root
        }

        /// Notes that a client named a device, which it shares with the clients before it.
        ///
        /// Two apps of a device have a software statement each, so they are two installs. What names the device and no
        /// client belongs to the first of them.
        mutating func use(_ device: String, by client: String) {
            let others = clients[device] ?? []
            guard !others.contains(client) else { return }
            clients[device] = others + [client]
            if others.isEmpty { join(client, device) }
            for other in others where areOfOneApp(client, other) { join(other, client) }
        }

        /// Returns whether two clients registered with one software statement, or may have.
        private func areOfOneApp(_ one: String, _ other: String) -> Bool {
            guard let first = statements[one], let second = statements[other] else { return true }
            return first == second
        }

        private mutating func join(_ one: String, _ other: String) {
            let (first, second) = (root(of: one), root(of: other))
            if first != second { parents[second] = first }
        }
    }
}

extension RequestFact {
    /// Which software statement the request has, by its provenance; `nil` if it has none, or if it is not known.
    fileprivate var statement: String? { members["software_statement"]?.secret }
}
