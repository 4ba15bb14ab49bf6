import Foundation
import TVSimDevice
import TVSimStructuredText

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

    private struct State {
        var named: [String: RunningApp] = [:]
        var count = 0
        var callers: [(storage: UInt, request: URLRequest, app: RunningApp)] = []
    }

    private static let state = Locked(State())

    /// Tasks that are cancelled before they load leave their caller behind: only so many are kept.
    private static let mostCallers = 1_000

    /// Returns the name of an app for the header of a configuration.
    static func name(of app: RunningApp) -> String {
        state.withLockedValue { state in
            state.named = state.named.filter { !$0.value.hasEnded }
            state.count += 1
            state.named["\(state.count)"] = app
            return "\(state.count)"
        }
    }

    /// Returns the app that a configuration names; `nil` if its simulator has ended.
    static func named(_ name: String) -> RunningApp? {
        state.withLockedValue { $0.named[name] }.flatMap { $0.hasEnded ? nil : $0 }
    }

    /// Keeps the app of the current task until its request is loaded.
    static func keepCaller(of request: URLRequest) {
        guard let app = RunningApp.current, let storage = storage(of: request) else { return }
        state.withLockedValue { state in
            state.callers.append((storage, request, app))
            if state.callers.count > mostCallers { state.callers.removeFirst() }
        }
    }

    /// Returns the app of the task that sends a request, once; `nil` if no task carried the call.
    static func takeCaller(of request: URLRequest) -> RunningApp? {
        guard let storage = storage(of: request) else { return nil }
        return state.withLockedValue { state in
            let index = state.callers.firstIndex { $0.storage == storage }
            return index.map { state.callers.remove(at: $0).app }
        }
    }

    /// The address of a request's storage, which copies of the request share.
    private static func storage(of request: URLRequest) -> UInt? {
        guard MemoryLayout<URLRequest>.size >= MemoryLayout<UInt>.size else { return nil }
        return withUnsafeBytes(of: request) { $0.load(as: UInt.self) }
    }
}
