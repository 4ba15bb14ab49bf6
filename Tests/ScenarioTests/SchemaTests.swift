import Foundation
import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimScenario
@testable import TVSimulator

@Suite("The JSON Schema of the format, in a third-party validator", .waitsForPrograms)
struct SchemaProgramTests {
    /// The documents of a text as plain JSON, one line each, before they are understood: what the schema judges.
    private static func plainJSON(_ text: String) throws -> [String] {
        try YAMLReader.documents(in: text).map { try JSONText.line($0.value) }
    }

    /// Broken in shape, so that the schema can see it; references are beyond a schema.
    static let broken = [
        "schema: 2\nname: x\n",
        "name: x\n",
        "schema: 1\n",
        "schema: 1\nname: 3\n",
        "schema: 1\nname: x\nunknown: 1\n",
        "schema: 1\nname: x\nseed: -1\n",
        "schema: 1\nname: x\nclock: yesterday\n",
        "schema: 1\nname: x\ndevice: {platform: android}\n",
        "schema: 1\nname: x\ndevice: {account: {provider: Dish}}\n",
        "schema: 1\nname: x\ndevice: {apps: {'a b': {access: granted}}}\n",
        "schema: 1\nname: x\nviewer: {accessPrompt: maybe}\n",
        "schema: 1\nname: x\nviewer: {systemPicker: {as: alice}}\n",
        "schema: 1\nname: x\nproviders: {A: {boarding: half}}\n",
        "schema: 1\nname: x\nproviders: {A: {defect: unknown}}\n",
        "schema: 1\nname: x\nproviders: {.: {}}\n",
        "schema: 1\nname: x\nproviders: {A: {serviceProviders: {s: {assertionConsumerServices: [], singleLogoutService: 'a:b#'}}}}\n",
        "schema: 1\nname: x\nproviders: {A: {subscribers: {x: {attributes: {a: 1}}}}}\n",
        "schema: 1\nname: x\nservice: {requestors: {R: {integrations: {A: {authenticationTTL: 30}}}}}\n",
        "schema: 1\nname: x\ndevice: {developer: {simulateExpiredToken: 1}}\n",
        "schema: 1\nname: x\ndevice: {developer: {cacheBuster: true}}\n",
        "schema: 1\nname: x\ndevice: {behaviour: {signedOut: empty}}\n",
        "schema: 1\nname: x\ndevice: {behaviour: []}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {usageDescription: because}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {subscription: {accessLevel: payed}}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {subscription: {expires: 30d}}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {subscription: {expires: null}}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {subscription: paid}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {userAccounts: {}}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {userAccounts: null}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {userAccounts: [{accountType: gold}]}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {userAccounts: [{updateURL: example.com}]}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {userAccounts: [{appleSubscription: {}}]}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {automaticSignIn: {authorization: maybe}}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {automaticSignIn: {token: 1}}}}\n",
        "schema: 1\nname: x\nproviders: {A: {schemes: []}}\n",
        "schema: 1\nname: x\nproviders: {A: {schemes: [saml, saml]}}\n",
        "schema: 1\nname: x\nproviders: {A: {schemes: [oidc]}}\n",
        "schema: 1\nname: x\nproviders: {A: {apiResponse: {body: 1}}}\n",
        "schema: 1\nname: x\nproviders: {A: {apiResponse: ok}}\n",
        "schema: 1\nname: x\nproviders: {A: {subscribers: {x: {apiResponse: {code: ok}}}}}\n",
        "schema: 1\nname: x\nviewer: {automaticSignIn: never}\n",
        "schema: 1\nname: x\nflow: [{settings: {bundleID: a}}]\n",
        "schema: 1\nname: x\nflow: [settings]\n",
        "schema: 1\nname: x\nflow: [{settings: null}]\n",
        "schema: 1\nname: x\nflow: [{app: {}}]\n",
        "schema: 1\nname: x\nflow: [{viewer: null}]\n",
        "schema: 1\nname: x\nflow: [{integration: {mvpd: Cablevision, set: {}}}]\n",
        "schema: 1\nname: x\nflow: [{app: {access: maybe}}]\n",
        "schema: 1\nname: x\nflow: [{signIn: {provider: Dish, as: carol, grant: 'a b'}}]\n",
        "schema: 1\nname: x\nservice: {requestors: {R: {integrations: {A: {boardingStatus: MAYBE}}}}}\n",
        "schema: 1\nname: x\nservice: {requestors: {R: {integrations: {A: {tempPass: {}}}}}}\n",
        "schema: 1\nname: x\nfaults: [{at: accountManager.enqueue, error: 503}]\n",
        "schema: 1\nname: x\nfaults: [{at: nowhere, error: timeout}]\n",
        "schema: 1\nname: x\nfaults: [{at: service.token, error: 200}]\n",
        "schema: 1\nname: x\nfaults: [{at: service.token, error: 500, times: 0}]\n",
        "schema: 1\nname: x\nservice: {requestors: {R: {integrations: {M: {preauthorizationResourceLimit: 1001}}}}}\n",
        "schema: 1\nname: x\nflow: [dance]\n",
        "schema: 1\nname: x\nmatrix:\n",
        "schema: 1\nname: x\nmatrix: {}\n",
        "schema: 1\nname: x\nmatrix: {acess: all}\n",
        "schema: 1\nname: x\nmatrix: {access: []}\n",
        "schema: 1\nname: x\nmatrix: {access: [never]}\n",
        "schema: 1\nname: x\nmatrix: {access: granted}\n",
        "schema: 1\nname: x\nflow: [{logout: now}]\n",
        "schema: 1\nname: x\nflow: [{logout: , relaunch: }]\n",
        "schema: 1\nname: x\nflow: [{expect: []}]\n",
        "schema: 1\nname: x\nflow: [{logout: , expect: [danced]}]\n",
        "schema: 1\nname: x\nflow: [{advance: 3}]\n",
    ]

    /// Sound beyond what the committed profiles write.
    static let sound = [
        "schema: 1\nname: x\ndevice: {developer: null, behaviour: null, apps: {a.b: null}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {subscription: null, automaticSignIn: null, userAccounts: []}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {subscription: {}}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {subscription: {expires: never, billingIdentifier: null}}}}\n",
        """
        schema: 1
        name: x
        device:
          apps:
            a.b:
              userAccounts:
                - identifier: null
                  updateURL: https://example.com/a?b=c
                  subscriptionBillingCycleEndDate: -1s
                  tierIdentifiers: null
                  appleSubscription: {customerID: c, productCodes: [p]}
                - {identifier: a, subscriptionBillingCycleEndDate: null, appleSubscription: null}
                - {identifier: a, isFromCurrentDevice: false, deviceCategory: other}
                - {identifier: a, isFromCurrentDevice: false}
        """,
        "schema: 1\nname: x\nproviders: {A: {apiResponse: null, subscribers: {x: {apiResponse: {body: null}}}}}\n",
        "schema: 1\nname: x\nproviders: {A: {schemes: [api]}, B: null, C: {subscribers: {x: null}}}\n",
        "schema: 1\nname: x\ndevice: {apps: {a.b: {userAccounts: [null]}}}\n",
        "schema: 1\nname: x\nviewer: {systemPicker: none, automaticSignIn: deny}\n",
        "schema: 1\nname: x\nflow: [{settings: {developer: {}}}, {app: {subscription: null}}]\n",
    ]

    @Test("accepts every committed profile, and rejects what the decoder rejects")
    func judges() throws {
        let folder = Repository.root.appending(path: "Profiles")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        try #require(files.count >= 18)
        var good: [String] = []
        for file in files.sorted() {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            good += try Self.plainJSON(text)
            #expect(throws: Never.self) { try ProfileDecoder.decode(text: text, source: file) }
        }
        for text in Self.sound {
            good += try Self.plainJSON(text)
            #expect(throws: Never.self) { try ProfileDecoder.decode(text: text, source: text) }
        }
        var bad: [String] = []
        for text in Self.broken {
            #expect(ProfileText.refusal(of: text) != nil, "the decoder takes: \(text)")
            bad += try Self.plainJSON(text)
        }
        let verdicts = try Judge.verdicts(schema: ProfileDecoder.schemaText(), documents: good + bad)
        for (index, verdict) in verdicts.enumerated() {
            if index < good.count {
                #expect(verdict == "valid", "\(good[index])")
            } else {
                #expect(verdict == "invalid", "\(Self.broken[index - good.count])")
            }
        }
    }
}

/// The PyPI package jsonschema.
enum Judge {
    private static let program = """
        import json, sys
        from jsonschema import Draft202012Validator
        given = json.load(sys.stdin)
        schema = json.loads(given["schema"])
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        print(json.dumps(["valid" if validator.is_valid(json.loads(d)) else "invalid" for d in given["documents"]]))
        """

    private struct Question: Encodable {
        let schema: String
        let documents: [String]
    }

    static func verdicts(schema: String, documents: [String]) throws -> [String] {
        let question = try JSONEncoder().encode(Question(schema: schema, documents: documents))
        let judged = try Tool.run(Tool.python, ["-c", program], input: question)
        try #require(
            judged.status == 0,
            "'\(Tool.python)' with the package jsonschema is needed: run 'make test-programs', or set TVSIM_TEST_PYTHON"
        )
        return try JSONDecoder().decode([String].self, from: Data(judged.output.utf8))
    }
}
