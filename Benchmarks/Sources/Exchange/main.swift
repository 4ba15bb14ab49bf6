import AccessEnabler
import CSignature
import Foundation
import TVSimulator
import VideoSubscriberAccount

// One silent exchange in process, against the RSA signatures that it contains, made alone with the same library.
//
// A first launch registers the app, fetches an access token, the configuration and the service's request, asks the
// provider, and hands its answer to the service. It contains three RSA signatures: access token, request, assertion.

let signatures = 3
let counted = CommandLine.arguments.dropFirst().first == "counted"
let rounds = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 15 : 15
let perRound = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 40 : 40

/// Hears only that the requestor is set.
final class Listener: NSObject, EntitlementDelegate {
    let complete: @Sendable (Int32) -> Void
    init(_ complete: @escaping @Sendable (Int32) -> Void) { self.complete = complete }
    func setRequestorComplete(_ status: Int32) { complete(status) }
    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {}
    func setToken(_ token: String!, forResource resource: String!) {}
    func preauthorizedResources(_ resources: [Any]!) {}
    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {}
    func selectedProvider(_ mvpd: MVPD!) {}
    func displayProviderDialog(_ mvpds: [Any]!) {}
    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {}
    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {}
    func navigate(toUrl url: String!) {}
    func presentTvProviderDialog(_ viewController: UIViewController!) {}
    func dismissTvProviderDialog(_ viewController: UIViewController!) {}
}

func profile(seed: Int) -> String {
    """
    schema: 1
    name: benchmark
    seed: \(seed)
    device:
      apps:
        com.example.stream: {access: granted}
      account: {provider: Cablevision, subscriber: alice, expires: +30d}
    """
}

/// A world in which everything is ready and nothing has happened.
func world(seed: Int) throws -> (Simulator, String) {
    let simulator = try Simulator(profile: profile(seed: seed))
    return (simulator, try simulator.softwareStatement())
}

func exchange(_ simulator: Simulator, _ statement: String) async {
    await simulator.run {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let enabler = AccessEnabler(statement)
            let listener = Listener { status in
                precondition(status == 1, "the requestor must be set")
                done.resume()
            }
            enabler.delegate = listener
            kept = (enabler, listener)
            enabler.setRequestor("REF30")
        }
    }
}

nonisolated(unsafe) var kept: (AccessEnabler, Listener)?

let key = signature_key()
let message = [UInt8](repeating: 0x61, count: 600)
/// The ratios of an exchange to its signatures, and of a world made, used and dropped to an exchange.
var ratios: (exchange: [Double], world: [Double]) = ([], [])

/// The CPU seconds of this process so far, all threads: what an exchange costs, whatever else the machine does.
func cpuSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

// The exchange must be one: the token is there afterwards.
let (probe, probeStatement) = try world(seed: 0)
await exchange(probe, probeStatement)
let story = try probe.journal()
precondition(story.contains { $0.contains("appleSSO") }, "the exchange must give an appleSSO profile")

// Exchanges for callgrind to count, after the first ones have made what a process makes once.
if counted {
    let times = Int(CommandLine.arguments[2]) ?? 0
    let worlds = try (1...times + 3).map(world)
    for (simulator, statement) in worlds.prefix(3) { await exchange(simulator, statement) }
    counting_begin()
    for (simulator, statement) in worlds.dropFirst(3) { await exchange(simulator, statement) }
    counting_end()
    exit(0)
}

var seed = 1
for _ in 0..<rounds {
    var worlds: [(Simulator, String)] = []
    for _ in 0..<perRound {
        worlds.append(try world(seed: seed))
        seed += 1
    }
    let start = cpuSeconds()
    for (simulator, statement) in worlds { await exchange(simulator, statement) }
    let middle = cpuSeconds()
    for _ in 0..<perRound * signatures {
        precondition(signature_make(key, message, message.count) == 1, "the key must sign")
    }
    let end = cpuSeconds()
    worlds = []
    let begin = cpuSeconds()
    for _ in 0..<perRound {
        let (simulator, statement) = try world(seed: seed)
        await exchange(simulator, statement)
        kept = nil
        seed += 1
    }
    let dropped = cpuSeconds()
    if CommandLine.arguments.count > 3 {
        print(
            "exchange", (middle - start) / Double(perRound) * 1e6, "signature",
            (end - middle) / Double(perRound * signatures) * 1e6, "world", (dropped - begin) / Double(perRound) * 1e6)
    }
    ratios.exchange.append((middle - start) / (end - middle))
    ratios.world.append((dropped - begin) / (middle - start))
}

func show(_ name: String, _ ratios: [Double]) {
    let sorted = ratios.sorted()
    let shown = [sorted[0], sorted[rounds / 2], sorted[rounds - 1]].map { String(format: "%.2f", $0) }
    print("\(name), CPU time: min \(shown[0]), median \(shown[1]), max \(shown[2])")
}
show("silent exchange / its \(signatures) RSA signatures", ratios.exchange)
show("an isolated world made, used for one silent sign-in and dropped / one exchange", ratios.world)
