import Foundation
import TVSimDevice
import TVSimStructuredText
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Finds the app of a request that `URLSession` sends.
///
/// Foundation on Linux loads requests on queues of its own, without task-local values. It asks a protocol whether it
/// can load a request on the caller's thread, where the app of the task is still known. Between the two calls, the
/// storage of the request identifies the task.
enum SessionApps {
    /// The header by which a configuration names its simulator; it is not sent.
    static let header = "Simulator-World"

    /// Who sends a request.
    enum Caller {
        /// No task carried the call.
        case unknown
        /// A task with an app.
        case app(RunningApp)
        /// A test without a simulator.
        case testWithoutSimulator

        /// Whether it is a test that has failed for an equal request.
        fileprivate var hasFailed: Bool { if case .testWithoutSimulator = self { true } else { false } }
    }

    private struct State {
        /// The apps that configurations name, each with the test that made the configuration.
        var named: [String: (app: RunningApp, maker: Test.ID?)] = [:]
        var count = 0
        var callers: [(storage: UInt, request: URLRequest, caller: Caller)] = []
    }

    private static let state = Locked(State())

    /// Tasks that are cancelled before they load leave their caller behind: only so many are kept.
    private static let mostCallers = 1_000

    /// Returns the name of an app for the header of a configuration.
    static func name(of app: RunningApp) -> String {
        state.withLockedValue { state in
            state.named = state.named.filter { !$0.value.app.hasEnded }
            state.count += 1
            state.named["\(state.count)"] = (app, Test.current?.id)
            return "\(state.count)"
        }
    }

    /// Returns the app that a configuration names; `nil` if its simulator has ended.
    static func named(_ name: String) -> RunningApp? {
        state.withLockedValue { $0.named[name]?.app }.flatMap { $0.hasEnded ? nil : $0 }
    }

    /// Keeps the app of the current task until its request is loaded.
    ///
    /// A test without a simulator must not get the one of a test that runs beside it. It fails here, where it is still known
    /// which one it is, unless a configuration may name the simulator of the request.
    static func keepCaller(of request: URLRequest) {
        guard let storage = storage(of: request) else { return }
        if let app = RunningApp.current {
            keep((storage, request, .app(app)))
        } else if RunningApp.isInTest, !hasProcessDevice {
            let isTold = state.withLockedValue { state in
                state.callers.contains { $0.storage == storage && $0.caller.hasFailed }
            }
            keep((storage, request, .testWithoutSimulator))
            if !isTold, !mayBeNamed { _ = RunningApp.found(for: "URLSession (\(request.asked))") }
        }
    }

    /// Whether a call without a simulator has the device of the command line.
    private static var hasProcessDevice: Bool {
        ProcessInfo.processInfo.environment["TVSIM_DEVICE"] != nil && ActiveApps.isEmpty
    }

    /// Whether a configuration may name the simulator of a request of the current test.
    private static var mayBeNamed: Bool {
        let test = Test.current?.id
        return state.withLockedValue { state in
            state.named.values.contains { !$0.app.hasEnded && (!$0.app.belongsToTest || $0.maker == test) }
        }
    }

    private static func keep(_ caller: (storage: UInt, request: URLRequest, caller: Caller)) {
        state.withLockedValue { state in
            state.callers.append(caller)
            if state.callers.count > mostCallers { state.callers.removeFirst() }
        }
    }

    /// Returns who sends a request, once.
    static func takeCaller(of request: URLRequest) -> Caller {
        guard let storage = storage(of: request) else { return .unknown }
        return state.withLockedValue { state in
            let index = state.callers.firstIndex { $0.storage == storage }
            return index.map { state.callers.remove(at: $0).caller } ?? .unknown
        }
    }

    /// The address of a request's storage, which copies of the request share.
    private static func storage(of request: URLRequest) -> UInt? {
        guard MemoryLayout<URLRequest>.size >= MemoryLayout<UInt>.size else { return nil }
        return withUnsafeBytes(of: request) { $0.load(as: UInt.self) }
    }
}
