import TVSimRuns
import TVSimScenario
import Testing

@Suite("What an app and its scripted user do by themselves")
struct AppActionTests {
    /// A world, the flow whose last step is looked at, and the actions of that step, addresses without their paths.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let world: String
        let flow: String
        let actions: [String]
    }

    private static let signIn = "appPicker: {choose: Cablevision}, signIn: {as: alice}"
    private static let safari =
        "service: {requestors: {REF30: {integrations: "
        + "{Cablevision: {singleSignOn: false, safariViewController: true}}}}}"
    private static let load = "load(https://api.auth.adobe.com)"
    private static let shown = "SFSafariViewController(https://api.auth.adobe.com)"
    private static let back = "handleExternalURL(adobepass:)"
    private static let chosen = ["setSelectedProvider(Cablevision)", load]
    private static let start = "{setRequestor: REF30}, getAuthentication"

    static let rows = [
        Row(testDescription: "no answer to the picker", world: "viewer: {appPicker: none}", flow: start, actions: []),
        Row(
            testDescription: "a cancelled picker", world: "viewer: {appPicker: cancel}", flow: start,
            actions: ["setSelectedProvider(nil)"]),
        Row(
            testDescription: "no answer to the sign-in page",
            world: "viewer: {appPicker: {choose: Cablevision}, signIn: none}", flow: start,
            actions: ["setSelectedProvider(Cablevision)"]),
        Row(
            testDescription: "a cancelled sign-in page",
            world: "viewer: {appPicker: {choose: Cablevision}, signIn: cancel}", flow: start,
            actions: chosen + ["cancel the sign-in page", back]),
        Row(
            testDescription: "a sign-in", world: "viewer: {\(signIn)}", flow: start,
            actions: chosen + ["sign in as alice", back]),
        Row(
            testDescription: "a logout after it", world: "viewer: {\(signIn)}", flow: start + ", logout",
            actions: [load, back]),
        Row(
            testDescription: "a sign-in that the app shows in a Safari view controller",
            world: "\(safari)\nviewer: {\(signIn)}", flow: "{setOptions: {handleSVC: true}}, " + start,
            actions: chosen + ["sign in as alice", "handleExternalURL(adbe.com-example-stream:)"]),
        Row(
            testDescription: "a sign-in that the SDK shows in one", world: "\(safari)\nviewer: {\(signIn)}",
            flow: start,
            actions: [
                "setSelectedProvider(Cablevision)", shown, load, "sign in as alice",
                "handleExternalURL(adbe.com-example-stream:)",
            ]),
        Row(
            testDescription: "a logout that the SDK shows in one", world: "\(safari)\nviewer: {\(signIn)}",
            flow: start + ", logout", actions: [shown]),
        Row(
            testDescription: "a sign-in on a second screen",
            world: "device: {platform: tvOS}\n"
                + "viewer: {appPicker: {choose: Cablevision}, secondScreen: {as: alice, after: 30s}}",
            flow: start,
            actions: ["setSelectedProvider(Cablevision)", "sign in as alice on the second screen"]),
    ]

    @Test("is what the answers of the user and the pages lead to", arguments: rows)
    func actions(_ row: Row) async throws {
        let text = "schema: 1\nname: actions\n\(row.world)\nflow: [\(row.flow)]\n"
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "test.yaml").first)
        let step = try #require(try await ProfileRunner().run(profile).steps.last)
        let shown = step.effect.appActions.map {
            "\($0)".replacing(/(https?:\/\/[^\/)]*|adobepass:|adbe[^:]*:)[^)]*/) { $0.output.1 }
        }
        #expect(shown == row.actions)
    }
}
