import Foundation
import Testing

@Suite("The stand-ins for UIKit")
@MainActor struct UIKitTests {
    @Test("let an app find the controller that presents the picker")
    func presenter() {
        #expect(PickerPresenter.isFound())
    }

    @Test("open nothing, and report that")
    func open() throws {
        #expect(PickerPresenter.opens(try #require(URL(string: "app-settings:"))) == false)
    }
}
