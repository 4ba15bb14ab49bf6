import TVSimRules
import TVSimStructuredText
import TVSimWorld

// Facts of requests and answers that several scenes have.
extension Scene {
    static func answer(_ members: Members) -> JSONValue {
        .object(members.merging(["status": 200, "errors": []]) { own, _ in own })
    }

    static func with(_ answered: Members, _ facts: Members = [:]) -> JSONValue {
        .object(facts.merging(["answer": answer(answered)]) { own, _ in own })
    }

    static func profile(_ mvpd: String, _ type: String = "regular") -> JSONValue {
        ["mvpd": .string(mvpd), "type": .string(type), "notAfter": 1_900_000_000_000]
    }

    static let appleProfile = with(["profiles": [profile("Cablevision", "appleSSO")]])

    static func failure(_ action: String, _ resource: String? = nil) -> JSONValue {
        var members: Members = ["code": "some_code", "action": .string(action)]
        if let resource { members["resource"] = .string(resource) }
        return .object(members)
    }

    static func session(_ action: String, _ code: String = "CODE", on device: String? = nil) -> JSONValue {
        with(
            ["session": ["action": .string(action), "reason": "none", "code": .string(code)]],
            device.map { ["device": .string($0)] } ?? [:])
    }

    static let open = get(
        "authenticate", ["parameters": ["code": "CODE"], "answer": ["status": 302, "errors": []]])

    static func status(_ value: JSONValue) -> JSONValue {
        ["headers": ["AP-Partner-Framework-Status": ["value": value]]]
    }

    static func frameworkStatus(_ access: String, _ provider: JSONValue) -> JSONValue {
        status([
            "frameworkPermissionInfo": ["accessStatus": .string(access)], "frameworkProviderInfo": provider,
        ])
    }

    static let granted = frameworkStatus("granted", ["id": "Cablevision", "expirationDate": "1900000000000"])

    static func of(_ device: String, _ client: String? = "A") -> Event {
        get("profiles", ["client": client.map(JSONValue.string) ?? .null, "device": .string(device)])
    }

    static func of(_ device: String, from address: Int) -> Event {
        let headers: JSONValue = ["X-Forwarded-For": ["value": .string("203.0.113.\(address)")]]
        return get("profiles", ["device": .string(device), "headers": headers])
    }

    static let knows = get("profileByCode", with(["profiles": [profile("Cablevision")]]))
    static let asksAgain = get("profiles", with(["profiles": [profile("Cablevision")]], ["kind": 1]))
    static let asksInVain = get("profiles", with(["profiles": []], ["kind": 1]))

    static func polling(_ code: String) -> Event {
        get("profileByCode", with(["profiles": []], ["parameters": ["code": .string(code)], "device": .null]))
    }

    static let asksCablevision: Members = ["members": ["mvpd": ["value": "Cablevision"]]]
    static let lost: JSONValue = ["answer": .null]
    static let permitted = with([
        "decisions": [["resource": "news", "authorized": true, "source": "mvpd"]]
    ])

    static func denied(_ action: String) -> JSONValue {
        with([
            "errors": [failure(action, "news")],
            "decisions": [["resource": "news", "authorized": false, "source": "mvpd"]],
        ])
    }

    static let sharing: JSONValue = ["headers": ["AD-Service-Token": ["secret": "s"]]]

    static func poll() -> Event { polled(with(["profiles": []])) }

    static func polled(_ answer: JSONValue) -> Event {
        guard case .object(let members) = answer else { return get("profileByCode") }
        return get("profileByCode", .object(members.merging(["parameters": ["code": "CODE"]]) { $1 }))
    }

    static func asked(_ resources: JSONValue...) -> Event {
        get("preauthorize", ["resources": .array(resources)])
    }

    static let shared = get("profile", with(["profiles": [profile("Cablevision", "serviceTokenSSO")]]))
}
