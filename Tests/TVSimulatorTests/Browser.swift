import TVSimWorld
import Testing

/// The browser of these tests: one without scripts, in which the person presses every button.
typealias Browser = ScriptedBrowser

extension ScriptedBrowser {
    convenience init(_ world: World) {
        self.init(over: WorldTransport(world), sendingMessages: false)
    }

    /// Sends the form of the page, with some fields filled in; a page without one is a failure of the test.
    func submit(_ filled: [String: String]) async throws {
        #expect(PageForm(page) != nil, "there is no form on the page")
        try await submit(filled.map { (name: $0.key, value: $0.value) })
    }
}
