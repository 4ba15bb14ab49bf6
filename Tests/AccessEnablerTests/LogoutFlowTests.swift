import Testing

@testable import AccessEnabler

/// The logouts of an app as a table.
///
/// iOS/tvOS SDK API Reference, logout; Differences, E-18 and E-19.
@Suite("The logout flow")
struct LogoutFlowTests {
    static let first = LogoutPage(url: "1", useSVC: false)
    static let second = LogoutPage(url: "2", useSVC: true)

    enum Event: Sendable {
        case logout([LogoutPage])
        case pageEnded, abandonPages
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: [Event]
        let event: Event
        let actions: [LogoutFlow.Action]
        let pages: [LogoutPage]
    }

    private static func take(_ event: Event, _ flow: inout LogoutFlow) -> [LogoutFlow.Action] {
        switch event {
        case .logout(let pages): flow.begin(pages)
        case .pageEnded: flow.pageEnded()
        case .abandonPages: flow.abandonPages()
        }
    }

    static let rows: [Row] = [
        Row(
            testDescription: "no logout page is needed: the app is informed at once", before: [], event: .logout([]),
            actions: [.reportNotAuthenticated], pages: []),
        Row(
            testDescription: "two pages: the first is loaded, and nothing told", before: [],
            event: .logout([first, second]), actions: [.load(first)], pages: [first, second]),
        Row(
            testDescription: "the first page has ended: the second is loaded", before: [.logout([first, second])],
            event: .pageEnded, actions: [.load(second)], pages: [second]),
        Row(
            testDescription: "the last page has ended: the app is told",
            before: [.logout([first, second]), .pageEnded], event: .pageEnded,
            actions: [.reportNotAuthenticated], pages: []),
        Row(
            testDescription: "a second logout while a page is open: it stays open, and nothing is told",
            before: [.logout([first])], event: .logout([second]), actions: [], pages: [first, second]),
        Row(
            testDescription: "a second logout without a page while one is open: it waits for that",
            before: [.logout([first])], event: .logout([]), actions: [], pages: [first]),
        Row(
            testDescription: "two logouts, the last page has ended: the app is told of each",
            before: [.logout([first]), .logout([])], event: .pageEnded,
            actions: [.reportNotAuthenticated, .reportNotAuthenticated], pages: []),
        Row(
            testDescription: "the pages are abandoned: the user is logged out nevertheless",
            before: [.logout([first, second]), .logout([])], event: .abandonPages,
            actions: [.reportNotAuthenticated, .reportNotAuthenticated], pages: []),
        Row(
            testDescription: "none is under way, a page ends: nothing", before: [], event: .pageEnded, actions: [],
            pages: []),
        Row(
            testDescription: "one is over, pages are abandoned: nothing is told twice",
            before: [.logout([first]), .pageEnded], event: .abandonPages, actions: [], pages: []),
    ]

    @Test("answers each event in each stage", arguments: rows)
    func transition(row: Row) {
        var flow = LogoutFlow()
        for event in row.before { _ = Self.take(event, &flow) }
        #expect(Self.take(row.event, &flow) == row.actions)
        #expect(flow.pages == row.pages && flow.isUnderWay == !row.pages.isEmpty)
        #expect(flow.pages.isEmpty == (flow.waiting == 0))
    }
}
