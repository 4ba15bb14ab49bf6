import SAML
import Scenario
import StructuredText
import Testing

@Suite("A profile that cannot be understood")
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
            "test.yaml:3:34: 'a\\u{1}b' cannot be a key here: it has a character that XML cannot carry"),
        Case(
            "a subscriber of a built-in provider that the profile's own replaces",
            head + "device:\n  account: {provider: Cablevision, subscriber: alice}\n"
                + "providers: {Cablevision: {defect: wrongKey}}\n",
            "test.yaml:4:48: there is no subscriber of Cablevision 'alice': the 'providers' of a profile replace the "
                + "built-in ones, with their subscribers"),
        Case(
            "a built-in provider that a person is to choose",
            head + "providers: {Acme: {}}\n"
                + "viewer: {systemPicker: {choose: Cablevision}}\n",
            "test.yaml:4:33: there is no provider 'Cablevision': the 'providers' of a profile replace the built-in ones, "
                + "with their subscribers"),
        Case(
            "a built-in subscriber who is to sign in",
            head + "providers: {Acme: {subscribers: {z: {}}}}\n"
                + "viewer: {signIn: {as: alice}}\n",
            "test.yaml:4:23: there is no subscriber 'alice': the 'providers' of a profile replace the built-in ones, with "
                + "their subscribers"),
        Case(
            "a built-in provider that the profile's own replace",
            head + "device:\n  account: {provider: Dish, subscriber: carol}\nproviders: {Acme: {}}\n",
            "test.yaml:4:23: there is no provider 'Dish': the 'providers' of a profile replace the built-in ones, with "
                + "their subscribers"),
        Case("no schema", "name: x\n", "test.yaml:1:1: the profile needs the key 'schema'"),
        Case("no name", "schema: 1\n", "test.yaml:1:1: the profile needs the key 'name'"),
        Case(
            "a later schema", "schema: 2\nname: x\n",
            "test.yaml:1:9: schema 2 is not one that this tvsim reads: it reads schema 1"),
        Case("schema as text", "schema: '1'\nname: x\n", "test.yaml:1:9: expected the number 1, found text"),
        Case(
            "a number as a name", "schema: 1\nname: 12\n",
            "test.yaml:2:7: expected text, found a number (in quotes it is text)"),
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
            "test.yaml:3:20: 'ios' is not one of iOS, iPadOS, tvOS; did you mean 'iOS'?"),
        Case(
            "an instant on no calendar", head + "clock: 2026-02-30T00:00:00Z\n",
            "test.yaml:3:8: '2026-02-30T00:00:00Z' is not an instant: write it in ISO 8601 and UTC, "
                + "such as 2026-01-01T00:00:00Z"),
        Case(
            "a duration without a unit", head + "flow: [{advance: '31'}]\n",
            "test.yaml:3:18: '31' is not a duration: write 90s, 15m, 12h or 30d"),
        Case(
            "a limit of resources that lets none through",
            head + "service: {requestors: {R: {integrations: {M: {authorizationResourceLimit: 0}}}}}\n",
            "test.yaml:3:75: expected a whole number from 1 to 1000"),
        Case(
            "an ID of requests that XML does not have", head + "service: {partnerRequestID: 1st}\n",
            "test.yaml:3:29: '1st' is no ID of XML: a letter or '_', then letters, digits, '_', '.' and '-'"),
        Case(
            "a bundle identifier with a blank", head + "app: {bundleID: com example}\n",
            "test.yaml:3:17: 'com example' is not a bundle identifier: use letters, digits and hyphens in parts joined "
                + "by dots, such as com.example.stream"),
    ]

    static let changes = [
        Case(
            "a change of nothing", head + "flow: [{integration: {mvpd: Cablevision, set: }}]\n",
            "test.yaml:3:47: a change needs a key: this one changes nothing"),
        Case(
            "a change with an empty mapping", head + "flow: [{settings: {}}]\n",
            "test.yaml:3:19: a change needs a key: this one changes nothing"),
        Case(
            "a change that would remove subscribers, and says no names",
            head + "flow: [{provider: {id: Dish, set: {subscribers: null}}}]\n",
            "test.yaml:3:49: a change names whom it removes: '{NAME: null}', and here it names nobody"),
        Case(
            "a misspelt expect before the action", head + "flow: [{expct: [], logout: }]\n",
            "test.yaml:3:9: a step has one action, and this one has 'logout' and 'expct'; did you mean 'expect'?"),
        Case(
            "a seed of 64 bits without a sign", head + "seed: 18446744073709551615\n",
            "test.yaml:3:7: the number is too large: at most 9223372036854775807"),
        Case("a seed with a fraction", head + "seed: 1.5\n", "test.yaml:3:7: expected a whole number, found a number"),
        Case(
            "an app that cannot be, at its key", head + "device:\n  apps:\n    a..b:\n      access: granted\n",
            "test.yaml:5:5: 'a..b' is not a bundle identifier: use letters, digits and hyphens in parts joined by dots, "
                + "such as com.example.stream"),
    ]

    static let references = [
        Case(
            "an account at a provider that the system does not know",
            head + "device: {account: {provider: Mediacom, subscriber: erin}}\n",
            "test.yaml:3:30: nobody can be signed in at system level with 'Mediacom': the system does not know it "
                + "(boarding: none)"),
        Case(
            "a provider in the picker that the system does not know",
            head + "viewer: {systemPicker: {choose: Mediacom}}\n",
            "test.yaml:3:33: 'Mediacom' cannot be chosen in the system's picker: the system does not know it "
                + "(boarding: none)"),
        Case(
            "a home of another provider's subscriber",
            head + "providers: {A: {subscribers: {a: }, homeNetwork: b}, B: {subscribers: {b: }}}\n",
            "test.yaml:3:50: there is no subscriber of A 'b'; did you mean 'a'?"),
        Case(
            "an unknown provider", head + "device: {account: {provider: Cablevison, subscriber: alice}}\n",
            "test.yaml:3:30: there is no provider 'Cablevison'; did you mean 'Cablevision'?"),
        Case(
            "an unknown subscriber", head + "device: {account: {provider: Cablevision, subscriber: alcie}}\n",
            "test.yaml:3:55: there is no subscriber of Cablevision 'alcie'; did you mean 'alice'?"),
        Case(
            "an account at a provider that is only listed",
            head + "device: {account: {provider: Suddenlink, subscriber: dave}}\n",
            "test.yaml:3:30: nobody can be signed in at system level with 'Suddenlink': it is only listed "
                + "(boarding: pickerOnly)"),
        Case(
            "an unknown requestor", head + "flow: [{setRequestor: REF31}]\n",
            "test.yaml:3:23: there is no requestor 'REF31'; did you mean 'REF30'?"),
        Case(
            "an unknown MVPD of an integration", head + "flow: [{integration: {mvpd: Dsh, set: {enabled: false}}}]\n",
            "test.yaml:3:29: there is no MVPD of REF30 'Dsh'; did you mean 'Dish'?"),
        Case(
            "an unknown provider of an integration",
            head + "service: {requestors: {REF30: {integrations: {Cablevision: {provider: Cablvision}}}}}\n",
            "test.yaml:3:71: there is no provider 'Cablvision'; did you mean 'Cablevision'?"),
        Case(
            "an unknown provider in the viewer's picker", head + "viewer: {systemPicker: {choose: Fios}}\n",
            "test.yaml:3:33: there is no provider 'Fios' (known: Cablevision, Dish, Suddenlink)"),
        Case(
            "an unknown MVPD in a filter",
            head + "flow: [{getAuthentication: {filter: {TV_PROVIDERS: [Dish, Fios]}}}]\n",
            "test.yaml:3:59: there is no MVPD 'Fios' (known: Cablevision, Dish, Suddenlink, Mediacom)"),
        Case(
            "an unknown operation", head + "faults: [{at: accountManager.enqeue, error: rejected}]\n",
            "test.yaml:3:15: there is no operation 'accountManager.enqeue'; see 'tvsim fault catalog'; "
                + "did you mean 'accountManager.enqueue'?"),
        Case(
            "an error that the operation does not know", head + "faults: [{at: provider.signIn, error: timeot}]\n",
            "test.yaml:3:39: provider.signIn cannot fail with 'timeot', only with timeout, unreachable, rejected, "
                + "invalidVerificationToken; did you mean 'timeout'?"),
        Case(
            "a status that is no error", head + "faults: [{at: service.token, error: 200}]\n",
            "test.yaml:3:37: service.token cannot fail with '200', only with a status from 400 to 599, an enhanced "
                + "error code, timeout, hang, unreachable, connectionClosed, untrusted, malformed"),
        Case(
            "an unknown callback", head + "flow: [{logout: , expect: [setAutenticationStatus(1)]}]\n",
            "test.yaml:3:28: there is no callback 'setAutenticationStatus'; did you mean 'setAuthenticationStatus'?"),
        Case(
            "an unknown advanced status", head + "flow: [{logout: , expect: [status(VSA430)]}]\n",
            "test.yaml:3:28: there is no advanced status 'VSA430'; did you mean 'VSA403'?"),
        Case(
            "an unknown MVPD in a dialog", head + "flow: [{logout: , expect: ['displayProviderDialog(…, Dihs)']}]\n",
            "test.yaml:3:28: there is no MVPD 'Dihs'; did you mean 'Dish'?"),
        Case(
            "an unknown MVPD that is chosen",
            head + "flow: [{getSelectedProvider: , expect: ['selectedProvider(Fios)']}]\n",
            "test.yaml:3:41: there is no MVPD 'Fios' (known: Cablevision, Dish, Suddenlink, Mediacom)"),
        Case(
            "a callback that is not closed", head + "flow: [{logout: , expect: ['status(VSA203']}]\n",
            "test.yaml:3:28: 'status(VSA203' is not a callback: write name(argument, …), or … alone"),
        Case(
            "three dots for the ellipsis", head + "flow: [{logout: , expect: ['...']}]\n",
            "test.yaml:3:28: '...' is not a callback: write name(argument, …), or … alone; did you mean '…'?"),
        Case(
            "three dots for an argument", head + "flow: [{logout: , expect: [status(...)]}]\n",
            "test.yaml:3:28: '...' stands for no argument in 'status(...)'; did you mean '…'?"),
        Case(
            "an unknown step", head + "flow: [chekAuthentication]\n",
            "test.yaml:3:8: there is no step 'chekAuthentication'; did you mean 'checkAuthentication'?"),
        Case(
            "a step with two actions", head + "flow: [{logout: , relaunch: }]\n",
            "test.yaml:3:19: a step has one action, and this one has 'logout' and 'relaunch'"),
        Case(
            "a step with a misspelt expect", head + "flow: [{logout: , expct: []}]\n",
            "test.yaml:3:19: a step has one action, and this one has 'logout' and 'expct'; did you mean 'expect'?"),
        Case(
            "a step that lacks its argument", head + "flow: [getAuthorization]\n",
            "test.yaml:3:8: getAuthorization needs an argument: 'getAuthorization: …'"),
        Case(
            "an argument that a step does not take", head + "flow: [{logout: now}]\n",
            "test.yaml:3:17: logout takes no argument, found text"),
        Case(
            "a userID of two people",
            head + "providers: {A: {subscribers: {a: {attributes: {userID: x}}, b: {attributes: {userID: x}}}}}\n",
            "test.yaml:3:86: 'b' and 'a' have one userID, 'x': nobody could tell them apart"),
        Case(
            "a domain that is an address",
            head + "service: {requestors: {R: {domains: ['https://a.example']}}}\n",
            "test.yaml:3:38: 'https://a.example' is no domain: letters, digits and hyphens in parts joined by dots, such as "
                + "example.com"),
        Case(
            "a userID of which services would hear less",
            head + "providers: {A: {subscribers: {a: {attributes: {userID: 'x '}}}}}\n",
            "test.yaml:3:56: a userID cannot begin or end with white space: services know people without it"),
        Case(
            "an empty userID", head + "providers: {A: {subscribers: {a: {attributes: {userID: ''}}}}}\n",
            "test.yaml:3:56: a userID cannot be empty: nobody would be known by it"),
        Case(
            "a userID that is somebody else's name",
            head + "providers: {A: {subscribers: {a: {attributes: {userID: b}}, b: {password: p}}}}\n",
            "test.yaml:3:64: 'b' and 'a' have one userID, 'b': nobody could tell them apart"),
        Case(
            "an attribute that no response can carry",
            head + #"providers: {A: {subscribers: {a: {attributes: {zip: [x, "a\0b"]}}}}}"# + "\n",
            "test.yaml:3:57: an attribute cannot hold a character that XML cannot carry"),
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
            "test.yaml:3:20: '..' cannot be a provider's key: no browser would open its pages, since it means a folder in "
                + "paths"),
        Case(
            "a defect that is not in the catalogue", head + "providers: {A: {defect: expird}}\n",
            "test.yaml:3:25: 'expird' is not one of the \(ResponseDefect.allCases.count) names; did you mean 'expired'?"
        ),
    ]

    /// Lines that no callback ever is.
    static let impossible = [
        Case(
            "a status that is neither 0 nor 1", head + "flow: [{logout: , expect: [setRequestorComplete(2)]}]\n",
            "test.yaml:3:28: 'setRequestorComplete(2)' can never come: '2' stands where setRequestorComplete has 0 or 1"
        ),
        Case(
            "an argument too few", head + "flow: [{logout: , expect: ['setAuthenticationStatus(1)']}]\n",
            "test.yaml:3:28: 'setAuthenticationStatus(1)' can never come: setAuthenticationStatus has 2 arguments, not 1"
        ),
        Case(
            "an argument too many", head + "flow: [{logout: , expect: ['setAuthenticationStatus(1, \"\", x)']}]\n",
            "test.yaml:3:28: 'setAuthenticationStatus(1, \"\", x)' can never come: setAuthenticationStatus has 2 "
                + "arguments, not 3"),
        Case(
            "a text without its quotes", head + "flow: [{logout: , expect: ['setAuthenticationStatus(0, None)']}]\n",
            "test.yaml:3:28: 'setAuthenticationStatus(0, None)' can never come: 'None' stands where "
                + "setAuthenticationStatus has a text in quotes; did you mean '\"None\"'?"),
        Case(
            "a tracking of nothing",
            head + "flow: [{logout: , expect: [status(N000), 'sendTrackingData(login, …)']}]\n",
            "test.yaml:3:42: 'sendTrackingData(login, …)' can never come: 'login' stands where sendTrackingData has one "
                + "of authentication, authorization, mvpdSelection"),
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
            "test.yaml:4:1: a tab cannot indent YAML: use spaces"),
        Case("nothing at all", "", "test.yaml:1:1: there is no profile in here"),
        Case("comments alone", "# nothing\n", "test.yaml:1:1: there is no profile in here"),
    ]

    @Test(
        "is refused with its place, the reason and what may have been meant",
        arguments: structure + changes + references + impossible + yaml)
    func refuses(_ row: Case) {
        #expect(ProfileText.refusal(of: row.text)?.description == row.expected)
    }

    @Test("because a line of it can never hold is told apart from one that names what is not there")
    func impossibleCode() {
        #expect(Self.impossible.allSatisfy { ProfileText.refusal(of: $0.text)?.code == .wrongValue })
    }

    @Test("in the second document is refused as in the first")
    func secondDocument() {
        let text = "schema: 1\nname: a\n---\nschema: 1\nname: b\nsed: 1\n"
        #expect(
            ProfileText.refusal(of: text)?.description
                == "test.yaml:6:1: the profile has no key 'sed'; did you mean 'seed'?")
    }

    @Test("because a document is empty is refused")
    func emptyDocument() {
        #expect(ProfileText.refusal(of: "schema: 1\nname: a\n---\n---\nschema: 1\nname: b\n")?.code == .syntax)
    }

    @Test(
        "because its text breaks off is refused as YAML, wherever it breaks",
        arguments: ["app: {bundleID: com.example", "name: 'open", "flow: [logout, ", "device:\n  apps: {\"a"])
    func truncated(_ text: String) {
        let error = ProfileText.refusal(of: Self.head.replacing("name: x\n", with: "") + text)
        #expect(error?.code == .syntax)
        #expect(error?.description.contains("\n") == false)
    }

    @Test("because it holds a NUL or no UTF-8 is refused with the place")
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
