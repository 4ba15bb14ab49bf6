import AccessEnabler
import TVSimulator
import Testing
import VideoSubscriberAccount

/// Apple's picker, as an app has it shown through the SDK.
@Suite("The system's picker through the SDK", .timeLimit(.minutes(5)))
struct SystemPickerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var shown: [String]?
        var standOut: [String]?
        let featured: [String]
        let providers: [String]
    }

    static let rows = [
        Row(
            testDescription: "no filter: the configuration's, in its order", featured: [],
            providers: ["Cablevision", "Dish", "Suddenlink"]),
        Row(
            testDescription: "a filter: those in its order, and no others", shown: ["Suddenlink", "Dish"],
            featured: [], providers: ["Suddenlink", "Dish"]),
        Row(
            testDescription: "a filter that features all: in the order in which they are featured",
            shown: ["Dish", "Cablevision"], standOut: ["Cablevision", "Dish"], featured: ["Cablevision", "Dish"],
            providers: []),
        Row(
            testDescription: "a filter that features one: it stands out, and the others follow",
            shown: ["Suddenlink", "Dish", "Cablevision"], standOut: ["Cablevision"], featured: ["Cablevision"],
            providers: ["Suddenlink", "Dish"]),
        Row(
            testDescription: "a filter with one that the picker does not list: without it",
            shown: ["Mediacom", "Cablevision"], standOut: ["Mediacom"], featured: [], providers: ["Cablevision"]),
    ]

    @Test(
        "shows the providers of the app's filter in its order, and highlights the featured ones",
        .proves("TV_PROVIDERS", "FEATURED_TV_PROVIDERS"), arguments: rows)
    func filter(row: Row) async throws {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: picker
                device: {apps: {com.example.stream: {access: granted}}}
                viewer: {systemPicker: none}
                """)
        let app = try await TestApp.launched(in: simulator)
        var filter: [AnyHashable: Any] = [:]
        filter[TV_PROVIDERS] = row.shown
        filter[FEATURED_TV_PROVIDERS] = row.standOut
        app.enabler.getAuthentication(filter.isEmpty ? nil : filter)
        #expect(await app.next(1) == ["present"])
        // The app has it in hand, as it would present it; the person has it on the screen.
        let handed = try #require(app.dialog.flatMap(SystemInterface.init))
        let interface = try await simulator.nextInterface()
        for interface in [handed, interface] {
            #expect(interface.featured.map(\.identifier) == row.featured)
            #expect(interface.providers.map(\.identifier) == row.providers)
        }
        try await interface.cancel()
        #expect(!handed.isPresented)
        #expect(await app.next(3) == ["dismiss", "status N005", "displayProviderDialog 4"])
    }
}
