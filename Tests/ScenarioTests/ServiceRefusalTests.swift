import TVSimScenario
import TVSimStructuredText
import Testing

/// What a profile may get wrong about the service's rate limit and its application profiles.
@Suite("An invalid service in a profile")
struct ServiceRefusalTests {
    private typealias Case = RefusalTests.Case

    static let head = RefusalTests.head

    static let refused: [RefusalTests.Case] = [
        Case(
            "a rate limit with an unknown name", head + "service: {throttling: documentd}\n",
            "test.yaml:3:23: invalid rate limit: expected documented, a mapping such as "
                + "{requestsPerSecond: 1, burst: 10}, or null for none; did you mean 'documented'?"),
        Case(
            "a rate limit of one number", head + "service: {throttling: 10}\n",
            "test.yaml:3:23: invalid rate limit: expected documented, a mapping such as "
                + "{requestsPerSecond: 1, burst: 10}, or null for none"),
        Case(
            "an application profile for an MVPD that the requestor does not have",
            head
                + "service: {requestors: {R: {integrations: {Dish: }, applicationProfiles: {a: {Dihs: {}}}}}}\n",
            "test.yaml:3:78: 'Dihs' is not an MVPD of requestor 'R'; did you mean 'Dish'?"),
        Case(
            "an application profile for an MVPD that is unlike those of the requestor",
            head
                + "service: {requestors: {R: {integrations: {Dish: }, applicationProfiles: {a: {Charter: {}}}}}}\n",
            "test.yaml:3:78: 'Charter' is not an MVPD of requestor 'R' (known: Dish)"),
        Case(
            "an application profile of a requestor without integrations",
            head + "service: {requestors: {R: {applicationProfiles: {a: {Dish: {}}}}}}\n",
            "test.yaml:3:54: 'Dish' is not an MVPD of requestor 'R', which has no integrations"),
    ]

    /// Settings with which an MVPD needs no provider of the profile, so that its name may be anything.
    static let elsewhere = [
        "tempPass: {duration: 1h}", "proxy: Dish", "provider: Cablevision",
        "authorizationServer: {authorizationEndpoint: 'https://a.example/a', tokenEndpoint: 'https://a.example/t', "
            + "clientID: c}",
    ]

    @Test(
        "is not taken for a slip if the MVPD with almost the name of a provider has its own sign-in",
        arguments: elsewhere)
    func noSlip(settings: String) {
        func text(_ settings: String) -> String {
            RefusalTests.head + "service: {requestors: {REF30: {integrations: {Dish: , Cablevison: {\(settings)}}}}}\n"
        }
        #expect(ProfileText.refusal(of: text(settings)) == nil)
        #expect(ProfileText.refusal(of: text(""))?.suggestion == "Cablevision")
    }

    @Test("is rejected with the position, the reason and what to write instead", arguments: refused)
    func refuses(_ row: RefusalTests.Case) {
        #expect(ProfileText.refusal(of: row.text)?.description == row.expected)
    }
}
