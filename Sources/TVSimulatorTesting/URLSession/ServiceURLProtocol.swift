import Foundation
import TVSimDevice

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers requests of `URLSession` to the entitlement service and to sign-in pages in the process of the test.
///
/// The simulator is that of the session's configuration, else that of the task that sends the request, else the only
/// active one.
///
/// Foundation guards its records of a task by the task's work queue only. It starts and stops a protocol there, and a
/// protocol must tell its client everything there too: from another thread it reads a table that Foundation changes.
final class ServiceURLProtocol: URLProtocol {
    /// The answer in preparation, or the one that was given; `nil` if none is wanted.
    private var answering: Task<Void, Never>?
    /// How many answers were begun, which tells one that was stopped from the one that is wanted.
    private var answers = 0
    /// Who sends the request.
    private var caller = SessionApps.Caller.unknown

    /// Makes `URLSession.shared` use this protocol.
    ///
    /// The session reads the registered protocols when it is first used, so the modules below call this when the process
    /// starts.
    static func register() {
        _ = registerClass(ServiceURLProtocol.self)
    }

    override class func canInit(with request: URLRequest) -> Bool {
        guard let target = SessionTarget(request.url) else { return false }
        // The server of `tvsim exec` is right for a test without a simulator.
        let meansSimulator =
            RunningApp.current?.activity != nil || (!RunningApp.isInTest && !ActiveApps.isEmpty)
        guard target == .service || meansSimulator else { return false }
        SessionApps.keepCaller(of: request)
        return true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        // An app may resume a task that is running, and one that it has suspended.
        guard answering == nil, isWanted else { return }
        if case .unknown = caller { caller = SessionApps.takeCaller(of: request) }
        let task = SessionTask(task)
        guard let queue = task.workQueue else {
            ActiveApps.failTests(NoWorkQueue(), of: caller.app)
            return tell(.failure(URLError(.unknown)))
        }
        answers += 1
        let asked = SessionRequest(request: request, task: task, caller: caller)
        let number = answers
        // Used on the queue only.
        nonisolated(unsafe) let loader = self
        answering = Task {
            let result = await asked.answer()
            queue.async {
                if loader.answering != nil, loader.answers == number, loader.isWanted { loader.tell(result) }
            }
        }
    }

    override func stopLoading() {
        answering?.cancel()
        answering = nil
    }

    /// Whether the task has neither ended nor been cancelled.
    ///
    /// Foundation may start the protocol of a cancelled task after it has ended the task, and it ends the process if the
    /// protocol then tells something.
    private var isWanted: Bool {
        switch task?.state {
        case .running, .suspended: true
        default: false
        }
    }

    /// Tells the client how the request ended.
    private func tell(_ result: Result<SessionExchange.Answer, URLError>) {
        switch result {
        case .success(let answer):
            client?.urlProtocol(self, didReceive: answer.response, cacheStoragePolicy: .notAllowed)
            if !answer.body.isEmpty { client?.urlProtocol(self, didLoad: answer.body) }
            client?.urlProtocolDidFinishLoading(self)
        case .failure(let error):
            client?.urlProtocol(self, didFailWithError: error)
        }
    }
}

/// Registers the protocol; `CTVSimTestHook` calls it by its C name when the process starts.
@_cdecl("tvsim_register_protocols")
func registerProtocols() {
    ServiceURLProtocol.register()
}

/// The error of a test whose Foundation keeps its tasks in another way than the versions that are known.
private struct NoWorkQueue: Error, CustomStringConvertible {
    let description =
        "URLSession cannot be answered: this version of Foundation has no 'URLSessionTask.workQueue'; use the version of "
        + "Swift that tvsim is tested with, or test over HTTP with 'tvsim exec'"
}
