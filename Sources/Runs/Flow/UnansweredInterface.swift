import TVSimDevice

/// Handles an interface of the system that the scripted user does not answer (`systemPicker`, `accessPrompt` or
/// `automaticSignIn: none`).
///
/// In a flow the interface is closed, because the flow would otherwise wait forever. In a test the SDK counts as idle,
/// because the test can answer the interface itself.
enum UnansweredInterface {
    /// Returns whether the scripted user does not answer a page.
    static func waits(on page: InterfacePage, of device: Device) -> Bool {
        guard let answers = try? device.viewer() else { return false }
        return ScriptedUser.action(on: page, answers: answers) == nil
    }

    /// Returns whether a request of a process waits for an interface of which the app is not told, and which a test must
    /// answer: another request's interface, or a prompt.
    static func holds(_ process: SimulatedProcess, on device: Device) -> Bool {
        device.requests.isHeld(of: process) && device.screen.presented?.page.map { waits(on: $0, of: device) } ?? false
    }

    /// Waits until the SDK's calls have ended, or one of them waits for an interface that a test must answer.
    ///
    /// The interface may belong to the call itself or to an earlier request, or be a prompt.
    ///
    /// - Parameters:
    ///   - recorder: The delegate that receives the app's own interfaces.
    ///   - process: The app's process.
    ///   - device: The device.
    ///   - calls: The pending calls; `nil` if there are none.
    /// - Returns: Whether the calls have ended.
    /// - Throws: `CancellationError` if the waiting task is cancelled.
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
                // Gives the scripted user time to act.
                await Task.yield()
            }
        }
        defer { behind.cancel() }
        var haveEnded = false
        for await isThrough in rests {
            haveEnded = isThrough
            break
        }
        try Task.checkCancellation()
        return haveEnded
    }

    /// Performs work, and closes every interface that the scripted user does not answer meanwhile.
    ///
    /// A prompt is left without a decision.
    ///
    /// - Returns: The keys of the viewer's missing answers, in alphabetical order; empty if no interface was closed.
    /// - Throws: `StateError` if the device cannot be read.
    static func close(on device: Device, during work: () async -> Void) async throws -> [String] {
        let answers = try device.viewer()
        // Any other scripted user answers every interface, so watching is not needed.
        guard answers.systemPicker == .none || answers.accessPrompt == .none || answers.automaticSignIn == .none
        else {
            await work()
            return []
        }
        let watcher = Task {
            var missing: Set<String> = []
            while let interface = try? await device.screen.next() {
                if let page = interface.page, ScriptedUser.action(on: page, answers: answers) == nil {
                    if case .prompt(let prompt) = page {
                        _ = await interface.act(.ignore)
                        missing.insert(prompt.question == .access ? "accessPrompt" : "automaticSignIn")
                    } else {
                        _ = await interface.act(.cancel)
                        missing.insert("systemPicker")
                    }
                } else {
                    await Task.yield()
                }
            }
            return missing.sorted()
        }
        await work()
        watcher.cancel()
        return await watcher.value
    }
}
