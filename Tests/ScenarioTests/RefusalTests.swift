import TVSimSAML
import TVSimScenario
import TVSimStructuredText
import Testing

@Suite("An invalid profile")
struct RefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let expected: String
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ expected: String) {
            self.name = name
            self.text = text
            self.expected = expected
        }
    }

    static let head = "schema: 1\nname: x\n"

    static func integrations(_ text: String) -> String {
        "service: {requestors: {R: {integrations: {\(text)}}}}\n"
    }

    static let structure = [
        Case(
            "an unknown key at the top", head + "sumary: y\n",
            "test.yaml:3:1: the profile has no key 'sumary'; did you mean 'summary'?"),
        Case(
            "an unknown key with nothing close", head + "app: {zebra: 1}\n",
            "test.yaml:3:7: app has no key 'zebra' (known: bundleID, requestor)"),
        Case(
            "an unknown key deep down",
            head + "device:\n  account: {provider: Dish, subscriber: carol, expire: never}\n",
            "test.yaml:4:48: account has no key 'expire'; did you mean 'expires'?"),
        Case(
            "more requests than a device's file can say",
            head + "service: {throttling: {requestsPerSecond: 3000000000}}\n",
            "test.yaml:3:43: expected a whole number from 1 to 2147483647"),
        Case(
            "a name that XML cannot carry", head + "providers: {Acme: {subscribers: {\"a\\x01b\": {}}}}\n",
            "test.yaml:3:34: invalid key 'a\\u{1}b': it contains a character that XML does not allow"),
        Case(
            "a subscriber of a built-in provider that the profile's own replaces",
            head + "device:\n  account: {provider: Cablevision, subscriber: alice}\n"
                + "providers: {Cablevision: {defect: wrongKey}}\n",
            "test.yaml:4:48: unknown subscriber 'alice' of Cablevision: the key 'providers' replaces the built-in "
                + "providers and their subscribers"),
        Case(
            "a built-in provider that a person is to choose",
            head + "providers: {Acme: {}}\n"
                + "viewer: {systemPicker: {choose: Cablevision}}\n",
            "test.yaml:4:33: unknown provider 'Cablevision': the key 'providers' replaces the built-in providers "
                + "and their subscribers"),
        Case(
            "a built-in subscriber who is to sign in",
            head + "providers: {Acme: {subscribers: {z: {}}}}\n"
                + "viewer: {signIn: {as: alice}}\n",
            "test.yaml:4:23: unknown subscriber 'alice': the key 'providers' replaces the built-in providers and "
                + "their subscribers"),
        Case(
            "a built-in provider that the profile's own replace",
            head + "device:\n  account: {provider: Dish, subscriber: carol}\nproviders: {Acme: {}}\n",
            "test.yaml:4:23: unknown provider 'Dish': the key 'providers' replaces the built-in providers and their "
                + "subscribers"),
        Case("no schema", "name: x\n", "test.yaml:1:1: the profile needs the key 'schema'"),
        Case("no name", "schema: 1\n", "test.yaml:1:1: the profile needs the key 'name'"),
        Case(
            "a later schema", "schema: 2\nname: x\n",
            "test.yaml:1:9: unsupported schema 2: this version of tvsim supports schema 1"),
        Case("schema as text", "schema: '1'\nname: x\n", "test.yaml:1:9: expected the number 1, found text"),
        Case(
            "a number as a name", "schema: 1\nname: 12\n",
            "test.yaml:2:7: expected text, found a number (put it in quotes to make it text)"),
        Case(
            "an empty name", "schema: 1\nname: ' '\n",
            "test.yaml:2:7: expected one line of text that is not empty"),
        Case(
            "a list where a mapping belongs", head + "app: []\n",
            "test.yaml:3:6: expected a mapping (app), found a list"),
        Case(
            "a mapping where a list belongs", head + "flow: {}\n",
            "test.yaml:3:7: expected a list of steps, found a mapping"),
        Case("text for the whole profile", "hello\n", "test.yaml:1:1: expected a mapping (the profile), found text"),
        Case(
            "a key given twice", head + "seed: 1\nseed: 2\n", "test.yaml:3:1: 'seed' is given more than once"),
        Case("a negative seed", head + "seed: -1\n", "test.yaml:3:7: expected a whole number of at least 0"),
        Case(
            "a misspelt platform", head + "device: {platform: ios}\n",
            "test.yaml:3:20: 'ios' is not one of iOS, iPadOS, tvOS, visionOS, macOS; did you mean 'iOS'?"),
        Case(
            "an instant on no calendar", head + "clock: 2026-02-30T00:00:00Z\n",
            "test.yaml:3:8: invalid clock '2026-02-30T00:00:00Z': expected an instant (2026-01-01T00:00:00Z) or follow"),
        Case(
            "a misspelt clock", head + "clock: folow\n",
            "test.yaml:3:8: invalid clock 'folow': expected an instant (2026-01-01T00:00:00Z) or follow; "
                + "did you mean 'follow'?"),
        Case(
            "a clock that is an offset", head + "clock: +1d\n",
            "test.yaml:3:8: invalid instant '+1d': expected ISO 8601 in UTC, such as 2026-01-01T00:00:00Z"),
        Case(
            "a duration without a unit", head + "flow: [{advance: '31'}]\n",
            "test.yaml:3:18: invalid duration '31': expected a duration such as 90s, 15m, 12h or 30d"),
        Case(
            "a limit of resources that lets none through",
            head + "service: {requestors: {R: {integrations: {M: {authorizationResourceLimit: 0}}}}}\n",
            "test.yaml:3:75: expected a whole number from 1 to 1000"),
        Case(
            "an MVPD that is spelt almost like a provider",
            head + "service: {requestors: {R: {integrations: {Cablevison: {}}}}}\n",
            "test.yaml:3:43: no TV provider has the key 'Cablevison': write 'provider: null' for an MVPD without one; "
                + "did you mean 'Cablevision'?"),
        Case(
            "an ID of requests that XML does not have", head + "service: {partnerRequestID: 1st}\n",
            "test.yaml:3:29: invalid XML ID '1st': expected a letter or '_', then letters, digits, '_', '.' and '-'"),
        Case(
            "a bundle identifier with a blank", head + "app: {bundleID: com example}\n",
            "test.yaml:3:17: invalid bundle identifier 'com example': use letters, digits and hyphens in parts joined "
                + "by dots, such as com.example.stream"),
    ]

    static let changes = [
        Case(
            "a change of nothing", head + "flow: [{integration: {mvpd: Cablevision, set: }}]\n",
            "test.yaml:3:47: the change is empty: it must contain at least one key"),
        Case(
            "a change with an empty mapping", head + "flow: [{settings: {}}]\n",
            "test.yaml:3:19: the change is empty: it must contain at least one key"),
        Case(
            "a change that would remove subscribers, and says no names",
            head + "flow: [{provider: {id: Dish, set: {subscribers: null}}}]\n",
            "test.yaml:3:49: name the subscriber to remove: '{NAME: null}'"),
        Case(
            "a misspelt expect before the action", head + "flow: [{expct: [], logout: }]\n",
            "test.yaml:3:9: expected one action, found 'logout' and 'expct'; did you mean 'expect'?"),
        Case(
            "a seed of 64 bits without a sign", head + "seed: 18446744073709551615\n",
            "test.yaml:3:7: the number is too large: at most 9223372036854775807"),
        Case("a seed with a fraction", head + "seed: 1.5\n", "test.yaml:3:7: expected a whole number, found a number"),
        Case(
            "an app that cannot be, at its key", head + "device:\n  apps:\n    a..b:\n      access: granted\n",
            "test.yaml:5:5: invalid bundle identifier 'a..b': use letters, digits and hyphens in parts joined by dots, "
                + "such as com.example.stream"),
    ]

    static let references = [
        Case(
            "an account at a provider that the system does not know",
            head + "device: {account: {provider: Mediacom, subscriber: erin}}\n",
            "test.yaml:3:30: the user cannot sign in at system level with 'Mediacom': the system does not list it "
                + "(boarding: none)"),
        Case(
            "a provider in the picker that the system does not know",
            head + "viewer: {systemPicker: {choose: Mediacom}}\n",
            "test.yaml:3:33: the user cannot choose 'Mediacom' in the system's picker: the system does not list it "
                + "(boarding: none)"),
        Case(
            "a home of another provider's subscriber",
            head + "providers: {A: {subscribers: {a: }, homeNetwork: b}, B: {subscribers: {b: }}}\n",
            "test.yaml:3:50: unknown subscriber 'b' of A; did you mean 'a'?"),
        Case(
            "an unknown provider", head + "device: {account: {provider: Cablevison, subscriber: alice}}\n",
            "test.yaml:3:30: unknown provider 'Cablevison'; did you mean 'Cablevision'?"),
        Case(
            "an unknown subscriber", head + "device: {account: {provider: Cablevision, subscriber: alcie}}\n",
            "test.yaml:3:55: unknown subscriber 'alcie' of Cablevision; did you mean 'alice'?"),
        Case(
            "an account at a provider that is only listed",
            head + "device: {account: {provider: Suddenlink, subscriber: dave}}\n",
            "test.yaml:3:30: the user cannot sign in at system level with 'Suddenlink': the system only lists it "
                + "(boarding: pickerOnly)"),
        Case(
            "an unknown requestor", head + "flow: [{setRequestor: REF31}]\n",
            "test.yaml:3:23: unknown requestor 'REF31'; did you mean 'REF30'?"),
        Case(
            "an unknown MVPD of an integration", head + "flow: [{integration: {mvpd: Dsh, set: {enabled: false}}}]\n",
            "test.yaml:3:29: unknown MVPD 'Dsh' of REF30; did you mean 'Dish'?"),
        Case(
            "an unknown provider of an integration",
            head + "service: {requestors: {REF30: {integrations: {Cablevision: {provider: Cablvision}}}}}\n",
            "test.yaml:3:71: unknown provider 'Cablvision'; did you mean 'Cablevision'?"),
        Case(
            "an unknown provider in the viewer's picker", head + "viewer: {systemPicker: {choose: Fios}}\n",
            "test.yaml:3:33: unknown provider 'Fios' (known: Cablevision, Dish, Suddenlink)"),
        Case(
            "an unknown MVPD in a filter",
            head + "flow: [{getAuthentication: {filter: {TV_PROVIDERS: [Dish, Fios]}}}]\n",
            "test.yaml:3:59: unknown MVPD 'Fios' (known: Cablevision, Dish, Suddenlink, Mediacom)"),
        Case(
            "an unknown operation", head + "faults: [{at: accountManager.enqeue, error: rejected}]\n",
            "test.yaml:3:15: unknown operation 'accountManager.enqeue': see 'tvsim fault catalog' or GET /_sim/v1/faults/catalog; "
                + "did you mean 'accountManager.enqueue'?"),
        Case(
            "an error that the operation does not know", head + "faults: [{at: provider.signIn, error: timeot}]\n",
            "test.yaml:3:39: provider.signIn cannot fail with 'timeot', only with a status from 400 to 599, timeout, "
                + "unreachable, rejected, invalidVerificationToken, hang, connectionClosed, maintenance; "
                + "did you mean 'timeout'?"),
        Case(
            "a status that is no error", head + "faults: [{at: service.token, error: 200}]\n",
            "test.yaml:3:37: service.token cannot fail with '200', only with a status from 400 to 599, an enhanced "
                + "error code, timeout, hang, unreachable, connectionClosed, untrusted, malformed"),
        Case(
            "an unknown callback", head + "flow: [{logout: , expect: [setAutenticationStatus(1)]}]\n",
            "test.yaml:3:28: unknown callback 'setAutenticationStatus'; did you mean 'setAuthenticationStatus'?"),
        Case(
            "an unknown platform of an integration", head + integrations("Dish: {platforms: {tvos: {enabled: false}}}"),
            "test.yaml:3:62: 'tvos' is not one of iOS, Android, tvOS, Roku, FireTV; did you mean 'tvOS'?"),
        Case(
            "a misspelt setting of a platform", head + integrations("Dish: {platforms: {tvOS: {singleSignon: true}}}"),
            "test.yaml:3:69: a variant of an integration has no key 'singleSignon'; did you mean 'singleSignOn'?"),
        Case(
            "a wrong value for a platform", head + integrations("Dish: {platforms: {tvOS: {enabled: off-}}}"),
            "test.yaml:3:78: expected true or false, found text"),
        Case(
            "an unknown advanced status", head + "flow: [{logout: , expect: [status(VSA430)]}]\n",
            "test.yaml:3:28: unknown advanced status 'VSA430'; did you mean 'VSA403'?"),
        Case(
            "an unknown MVPD in a dialog", head + "flow: [{logout: , expect: ['displayProviderDialog(…, Dihs)']}]\n",
            "test.yaml:3:28: unknown MVPD 'Dihs'; did you mean 'Dish'?"),
        Case(
            "an unknown MVPD that is chosen",
            head + "flow: [{getSelectedProvider: , expect: ['selectedProvider(Fios)']}]\n",
            "test.yaml:3:41: unknown MVPD 'Fios' (known: Cablevision, Dish, Suddenlink, Mediacom)"),
        Case(
            "a callback that is not closed", head + "flow: [{logout: , expect: ['status(VSA203']}]\n",
            "test.yaml:3:28: invalid callback 'status(VSA203': expected 'name(argument, …)' or '…'"),
        Case(
            "three dots for the ellipsis", head + "flow: [{logout: , expect: ['...']}]\n",
            "test.yaml:3:28: invalid callback '...': expected 'name(argument, …)' or '…'; did you mean '…'?"),
        Case(
            "three dots for an argument", head + "flow: [{logout: , expect: [status(...)]}]\n",
            "test.yaml:3:28: invalid placeholder '...' in 'status(...)'; did you mean '…'?"),
        Case(
            "an unknown step", head + "flow: [chekAuthentication]\n",
            "test.yaml:3:8: unknown step 'chekAuthentication'; did you mean 'checkAuthentication'?"),
        Case(
            "a step with two actions", head + "flow: [{logout: , relaunch: }]\n",
            "test.yaml:3:19: expected one action, found 'logout' and 'relaunch'"),
        Case(
            "a step with a misspelt expect", head + "flow: [{logout: , expct: []}]\n",
            "test.yaml:3:19: expected one action, found 'logout' and 'expct'; did you mean 'expect'?"),
        Case(
            "a step that lacks its argument", head + "flow: [getAuthorization]\n",
            "test.yaml:3:8: getAuthorization needs an argument: 'getAuthorization: …'"),
        Case(
            "an argument that a step does not take", head + "flow: [{logout: now}]\n",
            "test.yaml:3:17: logout takes no argument, found text"),
        Case(
            "a userID of two people",
            head + "providers: {A: {subscribers: {a: {attributes: {userID: x}}, b: {attributes: {userID: x}}}}}\n",
            "test.yaml:3:86: 'b' and 'a' have the same userID 'x': it must be unique"),
        Case(
            "a domain that is an address",
            head + "service: {requestors: {R: {domains: ['https://a.example']}}}\n",
            "test.yaml:3:38: invalid domain 'https://a.example': expected letters, digits and hyphens, separated by dots, "
                + "as in 'example.com'"),
        Case(
            "a userID of which services would hear less",
            head + "providers: {A: {subscribers: {a: {attributes: {userID: 'x '}}}}}\n",
            "test.yaml:3:56: a userID must not begin or end with white space: services remove it"),
        Case(
            "a userID that comes with a permit",
            head + "providers: {A: {subscribers: {a: {authorizationAttributes: {userID: b}}}}}\n",
            "test.yaml:3:61: only 'attributes' has the userID: services identify the user by it"),
        Case(
            "a userID of an account",
            head + "providers: {A: {subscribers: {a: {accounts: {Home: {userID: b}}}}}}\n",
            "test.yaml:3:53: only 'attributes' has the userID: services identify the user by it"),
        Case(
            "an empty userID", head + "providers: {A: {subscribers: {a: {attributes: {userID: ''}}}}}\n",
            "test.yaml:3:56: a userID must not be empty"),
        Case(
            "a userID that is somebody else's name",
            head + "providers: {A: {subscribers: {a: {attributes: {userID: b}}, b: {password: p}}}}\n",
            "test.yaml:3:64: 'b' and 'a' have the same userID 'b': it must be unique"),
        Case(
            "an attribute that no response can carry",
            head + #"providers: {A: {subscribers: {a: {attributes: {zip: [x, "a\0b"]}}}}}"# + "\n",
            "test.yaml:3:57: invalid attribute value: it contains a character that XML does not allow"),
        Case(
            "a list as a userID", head + "providers: {A: {subscribers: {a: {attributes: {userID: [x, y]}}}}}\n",
            "test.yaml:3:56: expected text, found a list"),
        Case(
            "a mapping as a userID", head + "providers: {A: {subscribers: {a: {attributes: {userID: {x: y}}}}}}\n",
            "test.yaml:3:56: expected text, found a mapping"),
        Case(
            "a service behind whose fragment no message would be sent",
            head + "providers: {A: {serviceProviders: {s: {assertionConsumerServices: [https://a.example], "
                + "singleLogoutService: 'https://a.example/x#y'}}}}\n",
            "test.yaml:3:109: invalid address 'https://a.example/x#y': expected a URL without a fragment"),
        Case(
            "a provider that means a folder in the paths of its pages", head + "providers: {A: {}, ..: {}}\n",
            "test.yaml:3:20: invalid provider key '..': it means a directory in the paths of URLs"),
        Case(
            "a defect that is not in the catalogue", head + "providers: {A: {defect: expird}}\n",
            "test.yaml:3:25: 'expird' is not one of the \(ResponseDefect.allCases.count) names; did you mean 'expired'?"
        ),
    ]

    /// Lines that no callback ever is.
    static let impossible = [
        Case(
            "a status that is neither 0 nor 1", head + "flow: [{logout: , expect: [setRequestorComplete(2)]}]\n",
            "test.yaml:3:28: no callback matches 'setRequestorComplete(2)': expected 0 or 1, found '2'"
        ),
        Case(
            "an argument too few", head + "flow: [{logout: , expect: ['setAuthenticationStatus(1)']}]\n",
            "test.yaml:3:28: no callback matches 'setAuthenticationStatus(1)': setAuthenticationStatus has 2 "
                + "arguments, found 1"
        ),
        Case(
            "an argument too many", head + "flow: [{logout: , expect: ['setAuthenticationStatus(1, \"\", x)']}]\n",
            "test.yaml:3:28: no callback matches 'setAuthenticationStatus(1, \"\", x)': setAuthenticationStatus has 2 "
                + "arguments, found 3"),
        Case(
            "a text without its quotes", head + "flow: [{logout: , expect: ['setAuthenticationStatus(0, None)']}]\n",
            "test.yaml:3:28: no callback matches 'setAuthenticationStatus(0, None)': expected a quoted string, found "
                + "'None'; did you mean '\"None\"'?"),
        Case(
            "a tracking of nothing",
            head + "flow: [{logout: , expect: [status(N000), 'sendTrackingData(login, …)']}]\n",
            "test.yaml:3:42: no callback matches 'sendTrackingData(login, …)': expected one of authentication, "
                + "authorization, mvpdSelection, found 'login'"),
    ]

    static let yaml = [
        Case(
            "an anchor", head + "app: &a {requestor: REF30}\n",
            "test.yaml:3:6: anchors are not supported: write the value again"),
        Case(
            "an alias without an anchor", head + "app: *a\n",
            "test.yaml:3:6: aliases are not supported: write the value again"),
        Case(
            "a merge key", head + "app:\n  <<: {requestor: REF30}\n",
            "test.yaml:4:3: merge keys ('<<') are not supported: write the values again"),
        Case(
            "a tag", head + "seed: !!int 1\n", "test.yaml:3:7: tags such as '!!int' are not supported"),
        Case("a mapping as a key", head + "{a: b}: c\n", "test.yaml:3:1: a key must be text, not a mapping"),
        Case(
            "a tab as indentation", head + "app:\n\trequestor: REF30\n",
            "test.yaml:4:1: invalid YAML: indent with spaces, not with a tab"),
        Case("nothing at all", "", "test.yaml:1:1: the text contains no profile"),
        Case("comments alone", "# nothing\n", "test.yaml:1:1: the text contains no profile"),
    ]

    @Test(
        "is rejected with the position, the reason and a suggestion",
        arguments: structure + changes + references + impossible + stepForms + yaml)
    func refuses(_ row: Case) {
        #expect(ProfileText.refusal(of: row.text)?.description == row.expected)
    }

    @Test("has different codes for a line that never matches and for an unknown name")
    func impossibleCode() {
        #expect(Self.impossible.allSatisfy { ProfileText.refusal(of: $0.text)?.code == .wrongValue })
    }

    @Test("is rejected in the second document as in the first")
    func secondDocument() {
        let text = "schema: 1\nname: a\n---\nschema: 1\nname: b\nsed: 1\n"
        #expect(
            ProfileText.refusal(of: text)?.description
                == "test.yaml:6:1: the profile has no key 'sed'; did you mean 'seed'?")
    }

    @Test("is rejected if a document is empty")
    func emptyDocument() {
        #expect(ProfileText.refusal(of: "schema: 1\nname: a\n---\n---\nschema: 1\nname: b\n")?.code == .syntax)
    }

    @Test(
        "is rejected as invalid YAML if the text is truncated",
        arguments: ["app: {bundleID: com.example", "name: 'open", "flow: [logout, ", "device:\n  apps: {\"a"])
    func truncated(_ text: String) {
        let error = ProfileText.refusal(of: Self.head.replacing("name: x\n", with: "") + text)
        #expect(error?.code == .syntax)
        #expect(error?.description.contains("\n") == false)
    }

    @Test("is rejected with the position of a NUL or of invalid UTF-8")
    func bytes() {
        func refusal(_ bytes: [UInt8]) -> SourceError? {
            do throws(SourceError) {
                _ = try ProfileDecoder.decode(bytes: bytes, source: "test.yaml")
                return nil
            } catch {
                return error
            }
        }
        let nul = refusal(Array("schema: 1\nname: a\u{0}b\n".utf8))
        #expect(nul?.code == .syntax)
        #expect(nul?.position.line == 2)
        let broken = refusal(Array("schema: 1\nname: é".utf8) + [0xff, 0x0a])
        #expect(broken?.description == "test.yaml:2:8: the text is not UTF-8")
        #expect(refusal([0xef, 0xbb, 0xbf] + Array("schema: 1\nname: a\n".utf8)) == nil)
    }
}
