import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

private let authenticationLost = "The user loses the authentication when client credentials are made again."
private let overload = "Overloaded resources, latency, and HTTP 429."

// How an app registers, and what it does with access tokens.
extension Rule {
    static let registration: [Rule] = [
        Rule(
            .regKept, .mandatory, .registration, "The app keeps its client credentials, and registers once.",
            trigger: "A device gets a second access token, registers again, or goes on after a second launch.",
            why: authenticationLost,
            chosen: "A 400 or 401 whose error an archive does not have may have asked for a registration.",
            needs: [.facts, .beginning, .tokens, .bodies], of: .client,
            by: [.mandatory("Registration Phase", "Client Credentials Caching"), .registration(8), .registration(12)]
        ) { install, _ in
            var assessment = Assessment()
            var registered: Install.ObservedEvent?
            var tokens = 0
            var isExempt = false
            var isLaunchedAgain = false
            for moment in install.moments {
                if moment.mark?.event == .launch, registered != nil { isLaunchedAgain = true }
                guard let fact = moment.request, let answer = fact.answer else { continue }
                if isLaunchedAgain, fact.isProtected { assessment.exercise() }
                if answer.demands(.applicationRegistration)
                    || answer.errors.contains(where: { $0.code == "invalid_client" })
                    || answer.errors.isEmpty && [400, 401].contains(answer.status)
                {
                    isExempt = true
                }
                if fact.endpoint == .token, fact.succeeded {
                    tokens += 1
                    if tokens > 1 { assessment.exercise() }
                }
                guard fact.endpoint == .register, fact.succeeded else { continue }
                if let first = registered {
                    assessment.exercise()
                    if !isExempt {
                        assessment.find(
                            [first, moment], "the device registers again, as client \(answer.client ?? "?")",
                            instead: "store the client credentials, and get each access token with them")
                    }
                }
                registered = moment
                isExempt = false
            }
            return assessment
        },
        Rule(
            .regPerInstall, .recommended, .registration, "Each installed app has client credentials of its own.",
            trigger: "Two devices use one world, with clients that registered.", why: authenticationLost,
            needs: [.facts, .tokens], of: .client, by: [.registration(7)]
        ) { install, _ in
            var assessment = Assessment()
            let clients = install.devicesByClient
            if install.devicesOfWorld > 1, !clients.isEmpty { assessment.exercise() }
            for (client, uses) in clients {
                // A device that comes back after another was not replaced by it.
                guard
                    let back = uses.indices.first(where: { place in
                        uses[..<place].contains { $0.device == uses[place].device }
                    })
                else { continue }
                assessment.find(
                    [uses[back - 1].moment, uses[back].moment], "two devices share client \(client)",
                    instead: "register each installed app")
            }
            return assessment
        },
        Rule(
            .tokenKept, .mandatory, .registration, "The app uses an access token until it expires.",
            trigger: "A client sends a second request with an access token.", why: overload,
            chosen: "A new token is accepted when a tenth of the last one's lifetime is left, after any 401, and "
                + "after an error with the action application-registration.",
            needs: [.facts, .tokens, .bodies], of: .client,
            by: [.mandatory("Registration Phase", "Access Tokens Caching"), .registration(10)]
        ) { install, _ in
            var assessment = Assessment()
            var issued: [String: (moment: Install.ObservedEvent, lifetime: Int)] = [:]
            var uses: [String: Int] = [:]
            for moment in install.requests {
                guard let fact = moment.request, let answer = fact.answer else { continue }
                if answer.status == 401 || answer.demands(.applicationRegistration) { issued = [:] }
                if fact.isProtected, let client = fact.token?.client {
                    uses[client, default: 0] += 1
                    if uses[client] == 2 { assessment.exercise() }
                }
                guard fact.endpoint == .token, let token = answer.accessToken, let client = token.client else {
                    continue
                }
                if let last = issued[client] {
                    let left = Double(last.lifetime) - (moment.time - last.moment.time)
                    if left > Double(last.lifetime) / 10 {
                        assessment.find(
                            [last.moment, moment],
                            "client \(client) gets another access token while the last is valid for \(Int(limiting: left)) s",
                            instead: "store the access token, and use it until it expires")
                    }
                }
                issued[client] = (moment, token.lifetime ?? 0)
            }
            return assessment
        },
        Rule(
            .tokenFresh, .recommended, .registration,
            "The app gets a new access token when the last one has expired.",
            trigger: "An access token expires, and the client sends a further request.",
            why: "HTTP 401, overloaded resources, and latency.", needs: [.facts, .tokens, .bodies], of: .client,
            by: [
                .registration(10), .registration(11), .recommended("Registration Phase", "Access Tokens Validation"),
            ]
        ) { install, _ in
            var assessment = Assessment()
            var ends: [String: Double] = [:]
            for moment in install.requests {
                guard let fact = moment.request else { continue }
                if let token = fact.answer?.accessToken, let client = token.client {
                    ends[client] = min(ends[client] ?? .infinity, moment.time + Double(token.lifetime ?? 0))
                }
                guard fact.isProtected, let token = fact.token, let client = token.client else { continue }
                if let end = ends[client], end <= moment.time { assessment.exercise() }
                if let left = token.remaining, left <= 0 {
                    assessment.find(
                        [moment], "\(fact.text) has an access token that ended \(-left) s before",
                        instead: "compare the expiration before a request, and get a new token first")
                }
            }
            return assessment
        },
        Rule(
            .token401, .recommended, .registration,
            "After a 401 the app gets a new access token, and repeats the request once.",
            trigger: "The service answers 401, and the app goes on.",
            why: "HTTP 401, overloaded resources, and latency.", needs: [.facts, .tokens, .bodies], of: .client,
            by: [.recommended("Registration Phase", "Access Tokens Validation")]
        ) { install, _ in
            var assessment = Assessment()
            let requests = install.requests
            for (place, refused) in requests.enumerated() {
                guard let fact = refused.request, fact.isProtected, fact.answer?.status == 401 else { continue }
                let rest = requests[(place + 1)...]
                // If the app does nothing more, it did not get a new token either.
                if rest.contains(where: { [Endpoint.register, .token].contains($0.request?.endpoint) }) {
                    assessment.exercise()
                }
                var repetitions: [Install.ObservedEvent] = []
                for later in rest {
                    guard let other = later.request, other.kind == fact.kind, later.follows(refused) else { continue }
                    if other.hasToken(of: fact) {
                        assessment.find(
                            [refused, later], "\(fact.text) is repeated with the same access token",
                            instead: "get a new access token before the request is repeated")
                        break
                    }
                    assessment.exercise()
                    repetitions.append(later)
                    guard other.answer?.status == 401 else { break }
                }
                if repetitions.count > 1 {
                    assessment.find(
                        [refused] + repetitions, "\(fact.text) is repeated \(repetitions.count) times",
                        instead: "repeat the request once with a new token, and then tell the user")
                    break
                }
            }
            return assessment
        },
    ]
}

extension Install {
    /// A device that a client named, and the first request in a row in which it did.
    struct DeviceUse {
        let device: String
        let moment: ObservedEvent
    }

    /// The devices that each client named, in order, by client; equal neighbours are one.
    var devicesByClient: [(client: String, uses: [DeviceUse])] {
        var found: [String: [DeviceUse]] = [:]
        for moment in requests {
            guard let fact = moment.request, let client = fact.client, let device = fact.device,
                found[client]?.last?.device != device
            else { continue }
            found[client, default: []].append(DeviceUse(device: device, moment: moment))
        }
        return found.sorted { $0.key < $1.key }.map { (client: $0.key, uses: $0.value) }
    }

    /// Whether a server uses a client's credentials for several devices, as far as the profile or the requests tell.
    func isServer(_ client: String, _ settings: RuleSettings) -> Bool {
        switch settings.architecture {
        case .serverToServer: return true
        case .clientToServer: return false
        case nil:
            let named = requests.compactMap(\.request).filter { $0.client == client && $0.device != nil }
            let addresses = Dictionary(grouping: named, by: \.device).values.map { requests in
                Set(requests.map { $0.header("X-Forwarded-For")?.value })
            }
            // Each device has an address of its own, which no app can say of itself.
            return addresses.allSatisfy { !$0.contains(nil) }
                && Set(addresses.joined()).count == addresses.reduce(0) { $0 + $1.count }
        }
    }
}
