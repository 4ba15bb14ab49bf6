import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Scenes for the rules about several apps, devices and servers in one world.
extension Scene {
    private static let one = SceneApp()
    private static let two = SceneApp(client: "B", device: "e")
    private static let second = SceneApp(device: "e")
    private static let firstScreen: @Sendable (inout RuleSettings) -> Void = { $0.screen = .first }
    private static let ofServer: @Sendable (inout RuleSettings) -> Void = { $0.architecture = .serverToServer }

    static let devices: [Scene] = [
        Scene(
            "reg-kept", .held, "two apps of a device, with a software statement each",
            [registers("A", "1"), registers("B", "2"), .mark(.launch), of("d", "A"), of("d", "B"), of("d", "A")]),
        Scene(
            "reg-kept", .broken, "one app registers twice with its software statement",
            [registers("A", "1"), registers("B", "1"), .mark(.launch), of("d", "A"), of("d", "B")]),
        Scene(
            "poll-start", .held, "two apps open their pages at once",
            begun + [opens("ONE"), opens("TWO"), back, back, one.poll("ONE"), two.poll("TWO")], firstScreen),
        Scene(
            "poll-start", .broken, "one of two apps polls before its browser is back",
            begun + [opens("ONE"), opens("TWO"), one.poll("ONE"), back, back, two.poll("TWO")], firstScreen),
        Scene(
            "poll-start", .held, "the page of a degradation leads to the app at once",
            [one.session(), get("authenticate", degraded), one.poll()], firstScreen),
        Scene(
            "config-needed", .held, "a server refreshes the configuration for another device",
            [of("d"), of("e"), knows, nameless, get("authorize")]),
        Scene(
            "config-needed", .broken, "a server names a device that has a profile",
            [of("d"), of("e"), knows, get("configuration"), get("authorize")]),
        Scene(
            "config-needed", .broken, "a server names the address of a device that has a profile",
            [of("d", from: 1), of("e", from: 2), knows, refreshes(from: 1), get("authorize")]),
        Scene(
            "config-needed", .held, "a server names the address of another device",
            [of("d", from: 1), of("e", from: 2), knows, refreshes(from: 2), get("authorize")]),
        Scene(
            "config-needed", .held, "a server of one device refreshes the configuration",
            [knows, nameless, get("authorize")], ofServer),
        Scene("config-needed", .broken, "an app asks without its device", [knows, nameless, get("authorize")]),
        Scene("device-id", .held, "a server names each of two devices", [one.profiles(), second.profiles()]),
        Scene(
            "device-id", .broken, "a server of two devices names none",
            [one.profiles(), second.profiles(), SceneApp(device: nil).profiles()]),
        Scene(
            "wait-429", .notExercised, "a server goes on for another device", [of("d"), of("e"), limited, soon]),
        Scene(
            "wait-429", .broken, "a server goes on for the same device",
            [of("d"), of("e"), limited, .after(0.5, of("d"))]),
        Scene(
            "vsa-first", .held, "an app of another platform begins a sign-in first",
            [sessionOf(SceneApp.roku, "B", "e"), .metadata, sessionOf(SceneApp.appleTV, "A", "d")]),
        Scene(
            "vsa-first", .broken, "an app of Apple's platform begins a sign-in first",
            [sessionOf(SceneApp.roku, "B", "e"), sessionOf(SceneApp.appleTV, "A", "d"), .metadata]),
    ]

    private static let begun = [one.session("authenticate", "ONE"), two.session("authenticate", "TWO")]
    private static let back = get("assertionConsumer", ["answer": ["status": 302, "errors": []]])
    private static let degraded: JSONValue = [
        "parameters": ["code": "CODE"], "answer": ["status": 302, "errors": [], "opens": "streamapp://done"],
    ]
    private static let nameless = get("configuration", ["device": .null])
    private static let limited = get("profiles", ["answer": ["status": 429, "errors": []]])
    private static let soon = Event.after(0.5, nameless)

    private static func opens(_ code: String) -> Event {
        get("authenticate", ["parameters": ["code": .string(code)], "answer": ["status": 302, "errors": []]])
    }

    private static func refreshes(from address: Int) -> Event {
        let headers: JSONValue = ["X-Forwarded-For": ["value": .string("203.0.113.\(address)")]]
        return get("configuration", ["device": .null, "headers": headers])
    }

    private static func registers(_ client: String, _ statement: String) -> Event {
        let members: JSONValue = ["software_statement": ["secret": .string("unknown secret \(statement)")]]
        return get(
            "register",
            with(["client": .string(client)], ["client": .string(client), "device": .null, "members": members]))
    }

    private static func sessionOf(_ information: JSONValue, _ client: String, _ device: String) -> Event {
        SceneApp(client: client, device: device, information: information).session()
    }
}
