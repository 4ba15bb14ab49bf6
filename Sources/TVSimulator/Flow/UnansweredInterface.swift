import SimulatedDevice

/// Closes the system's interface where nobody answers it, so that a flow ends though nobody is there.
///
/// A flow has no test that could be the person: with `systemPicker: none` it would wait for ever.
enum UnansweredInterface {
    /// What a step that met such an interface says.
    static let complaint =
        "the system's interface is up and nobody answers it (viewer.systemPicker is none); it was closed"

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
