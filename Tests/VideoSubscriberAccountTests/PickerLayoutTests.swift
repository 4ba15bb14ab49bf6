import Foundation
import TVSimDevice
import Testing
import VideoSubscriberAccount

/// The rows of the picker.
///
/// Differences, A-18.
@Suite struct PickerLayoutTests {
    struct Layout: Sendable, CustomTestStringConvertible {
        let name: String
        var supported: [String] = []
        var featured: [String] = []
        var rows = FrameworkBehaviour.PickerRows.supported
        var schemes: [VSAccountProviderAuthenticationScheme] = [.saml]
        let standingOut: [String]
        let below: [String]
        var testDescription: String { name }
    }

    static let layouts: [Layout] = [
        Layout(
            name: "no list: all, in the device's order", standingOut: [], below: ["Cablevision", "Dish", "Suddenlink"]),
        Layout(
            name: "a list limits the rows and fixes their order", supported: ["Dish", "Nobody", "Cablevision"],
            standingOut: [], below: ["Dish", "Cablevision"]),
        Layout(
            name: "featured rows stand out, in the app's order", featured: ["Suddenlink", "Dish"],
            standingOut: ["Suddenlink", "Dish"], below: ["Cablevision"]),
        Layout(
            name: "a provider that is named twice is shown once", supported: ["Dish", "Dish", "Cablevision"],
            featured: ["Dish", "Dish"], standingOut: ["Dish"], below: ["Cablevision"]),
        Layout(
            name: "a featured provider that is not on the list is not shown", supported: ["Dish"],
            featured: ["Cablevision"], standingOut: [], below: ["Dish"]),
        Layout(
            name: "all rows where the device shows all, the list first", supported: ["Dish"], rows: .all,
            standingOut: [], below: ["Dish", "Cablevision", "Suddenlink"]),
        Layout(
            name: "an app of another scheme sees the same rows", schemes: [.api], standingOut: [],
            below: ["Cablevision", "Dish", "Suddenlink"]),
    ]

    @Test("lays the rows out as the request says", arguments: layouts)
    func layout(_ layout: Layout) async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        try world.setBehaviour { $0.pickerRows = layout.rows }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        async let answered = manager.answer { request in
            request.isInterruptionAllowed = true
            request.supportedAccountProviderIdentifiers = layout.supported
            request.featuredAccountProviderIdentifiers = layout.featured
            request.supportedAuthenticationSchemes = layout.schemes
            request.localizedVideoTitle = "The Big Game"
            request.applicationAccountProviders = [
                VSAccountApplicationProvider(localizedDisplayName: "Our own", identifier: "own")
            ]
        }
        let interface = try await world.nextInterface()
        guard case .picker(let picker)? = interface.page else {
            Issue.record("the picker must be up")
            return
        }
        #expect(picker.featured.map(\.identifier) == layout.standingOut)
        #expect(picker.providers.map(\.identifier) == layout.below)
        #expect(picker.applicationProviders.map(\.displayName) == ["Our own"])
        #expect(picker.videoTitle == "The Big Game")
        _ = await interface.act(.cancel)
        _ = await answered
    }

    @Test("a provider with another scheme cannot be used")
    func otherScheme() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        let answer = await manager.answer {
            $0.isInterruptionAllowed = true
            $0.supportedAuthenticationSchemes = [.api]
        }
        #expect(answer.error?.code == .unsupportedProvider)
        #expect(answer.unsupportedProvider == "Dish")
        #expect(delegate.calls == ["present", "dismiss"])
    }

    @Test("the sign-in page shows the video and counts refused passwords")
    func signInPage() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        async let answered = manager.answer {
            $0.isInterruptionAllowed = true
            $0.localizedVideoTitle = "The Big Game"
        }
        let interface = try await world.nextInterface()
        guard case .shows(.signIn(let page)) = await interface.act(.choose("Dish")) else {
            Issue.record("the sign-in page must be up")
            return
        }
        #expect(page.provider.displayName == "Dish Network")
        #expect(page.videoTitle == "The Big Game")
        guard case .shows(.signIn(let again)) = await interface.act(.signIn(as: "alice", password: "no")) else {
            Issue.record("the sign-in page must stay up")
            return
        }
        #expect(again.failedAttempts == 1)
        _ = await interface.act(.cancel)
        _ = await answered
    }

    @Test(
        "an action that a page does not support is refused with a reason, and the page stays",
        arguments: [PersonAction.choose("Nobody"), .signIn(as: "alice", password: nil), .loseNetwork])
    func impossible(action: PersonAction) async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .none }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        async let answered = manager.answer { $0.isInterruptionAllowed = true }
        let interface = try await world.nextInterface()
        guard case .impossible = await interface.act(action) else {
            Issue.record("\(action) must be impossible on the picker")
            return
        }
        #expect(interface.page != nil)
        #expect(await interface.act(.cancel) == .ended)
        #expect(await interface.act(.cancel) == .ended)
        #expect(await answered.error?.code == .userCancelled)
    }

    @Test("a row of the app's own does not replace an available provider")
    func shadow() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let manager = world.manager()
        let delegate = RecordingDelegate()
        manager.delegate = delegate
        let answer = await manager.answer {
            $0.isInterruptionAllowed = true
            $0.applicationAccountProviders = [
                VSAccountApplicationProvider(localizedDisplayName: "Not Dish", identifier: "Dish")
            ]
        }
        #expect(answer.provider == "Dish")
        #expect(try world.device.account()?.provider == "Dish")
        #expect(delegate.calls.contains("should authenticate Dish"))
    }
}
