import SimulatedDevice

/// The system's interface where the scripted person leaves it alone: with `systemPicker: none` nobody is there.
///
/// A flow has no test that could be the person, and would wait for ever: the interface is closed. A test can be, when it
/// is told that the interface is up: so the SDK counts as having come to rest.
enum UnansweredInterface {
    /// Whether the scripted person leaves a page alone.
    static func waits(on page: InterfacePage, of device: Device) -> Bool {
        guard let answers = try? device.viewer() else { return false }
        return ScriptedPerson.action(on: page, answers: answers) == nil
    }

    /// Whether a request of a process waits behind the interface of another one, which a test must answer.
    static func holds(_ process: SimulatedProcess, on device: Device) -> Bool {
        device.requests.isHeld(of: process) && device.screen.presented?.page.map { waits(on: $0, of: device) } ?? false
    }

    /// Waits until the SDK's calls are through, or one of them stands still at an interface that a test must answer: its
    /// own, or that of another request, behind which it waits.
    ///
    /// - Parameters:
    ///   - recorder: Who is told of the app's own interfaces.
    ///   - process: The app's process.
    ///   - device: The device.
    ///   - calls: The calls; `nil`: there are none.
    /// - Returns: Whether the calls are through.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    static func leave(
        to recorder: CallbackRecorder, of process: SimulatedProcess, on device: Device, during calls: Task<Void, Never>?
    ) async throws -> Bool {
        let (rests, rest) = AsyncStream.makeStream(of: Bool.self)
        recorder.whenPaused { rest.yield(false) }
        Task {
            await calls?.value
            rest.yield(true)
        }
        let behind = Task {
            while !Task.isCancelled {
                await device.requests.untilHeld(of: process)
                if holds(process, on: device) { rest.yield(false) }
                // The scripted person goes on meanwhile.
                await Task.yield()
            }
        }
        defer { behind.cancel() }
        var areThrough = false
        for await isThrough in rests {
            areThrough = isThrough
            break
        }
        try Task.checkCancellation()
        return areThrough
    }

    /// Carries out work, and closes every interface that nobody answers meanwhile.
    ///
    /// - Returns: Whether one was closed.
    static func close(on device: Device, during work: () async -> Void) async throws -> Bool {
        let answers = try device.viewer()
        // Everybody else acts of their own accord, and watching costs more than not to.
        guard answers.systemPicker == .none else {
            await work()
            return false
        }
        let watcher = Task {
            var hasClosed = false
            while let interface = try? await device.screen.next() {
                if let page = interface.page, ScriptedPerson.action(on: page, answers: answers) == nil {
                    _ = await interface.act(.cancel)
                    hasClosed = true
                } else {
                    await Task.yield()
                }
            }
            return hasClosed
        }
        await work()
        watcher.cancel()
        return await watcher.value
    }
}
