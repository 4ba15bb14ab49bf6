import Dispatch
import Foundation
import TVSimPlatform
import TVSimScenario
import TVSimStructuredText

/// Ctrl-C during a run: the first one ends it before the next request, with a report of what was seen; the second one ends
/// the process.
final class Interruption: Sendable {
    private let isWanted = Locked(false)
    /// The sources of the signals, which are not changed after their creation.
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

    /// Begins to wait for SIGINT and SIGTERM; ignored signals stay ignored.
    init() {
        let isWanted = isWanted
        sources = [SIGINT, SIGTERM].filter { !Signals.isIgnored($0) }.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                let isSecond = isWanted.withLockedValue { wanted in
                    defer { wanted = true }
                    return wanted
                }
                if isSecond { exit(128 + number) }
                ProgramError.tell("the run ends before its next request; interrupt again to end it at once")
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Throws if the run was interrupted.
    func check() throws(LiveStop) {
        guard isWanted.withLockedValue(\.self) else { return }
        throw LiveStop("the run was interrupted; the report has what was seen before")
    }
}
