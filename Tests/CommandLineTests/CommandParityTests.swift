import Foundation
import TestSupport
import Testing

/// Tests that the admin API can change a world in every way that the command line can, with the same resulting state.
@Suite("The admin API and the command line", .waitsForPrograms)
struct CommandParityTests {
    /// Commands of the command line with the equivalent requests, in order.
    typealias Row = [(typed: String, sent: String)]

    private static let signIn = (
        "account sign-in Cablevision --as alice --expires +30d",
        #"{"signIn": {"provider": "Cablevision", "as": "alice"}}"#
    )
    private static let denyOther = (
        "permission deny com.example.other",
        #"{"setPermission": {"bundleID": "com.example.other", "access": "denied"}}"#
    )
    private static let grant = ("permission grant", #"{"permission": "granted"}"#)
    private static let appliance = ("settings set platform=tvOS", #"{"settings": {"platform": "tvOS"}}"#)
    private static let fault = (
        "fault add service.token 503 --times 2 --after 1",
        #"{"fault": {"at": "service.token", "error": 503, "times": 2, "after": 1}}"#
    )
    private static let otherApp = (
        "app set --app com.example.other usageDescription=false",
        #"{"setApp": {"bundleID": "com.example.other", "set": {"usageDescription": false}}}"#
    )
    private static let ownApp = (
        "app set usageDescription=false", #"{"app": {"usageDescription": false}}"#
    )
    private static let viewer = (
        "viewer set accessPrompt=allow systemPicker=none",
        #"{"viewer": {"accessPrompt": "allow", "systemPicker": "none"}}"#
    )

    private static let integration = (
        "integration set Dish enabled=false mediaTokenTTL=1m --requestor REF30",
        #"{"integration": {"mvpd": "Dish", "set": {"enabled": false, "mediaTokenTTL": "1m"}}}"#
    )
    private static let provider = (
        "provider set Dish defect=expired boarding=pickerOnly",
        #"{"provider": {"id": "Dish", "set": {"defect": "expired", "boarding": "pickerOnly"}}}"#
    )

    static let rows: [Row] = [
        [grant], [denyOther], [("permission restrict", #"{"permission": "restricted"}"#)],
        [("permission deny", #"{"setPermission": {"access": "denied"}}"#)],
        [grant, denyOther, ("permission reset com.example.other", #"{"resetPermission": "com.example.other"}"#)],
        [appliance, grant, denyOther, ("permission reset", #""resetPermission""#)],
        [signIn],
        [
            (
                "account sign-in Dish --expires never --grant com.example.other",
                #"{"signIn": {"provider": "Dish", "as": "carol", "expires": "never", "grant": "com.example.other"}}"#
            )
        ],
        [signIn, ("clock advance 1500ms", #"{"advance": "1500ms"}"#), ("account expire", #""expireAccount""#)],
        [appliance, signIn, ("account sign-out", #""signOut""#)],
        [viewer], [appliance, viewer, ("viewer reset", #"{"resetViewer": null}"#)],
        [appliance], [grant, appliance, ("settings reset", #""resetSettings""#)],
        [ownApp], [otherApp], [otherApp, ownApp, ("app reset", #""resetApp""#)],
        [otherApp, ownApp, ("app reset com.example.other", #"{"resetApp": "com.example.other"}"#)],
        [("clock set 2027-03-04T05:06:07Z", #"{"setClock": "2027-03-04T05:06:07Z"}"#)],
        [("clock follow", #""followClock""#)],
        // Freezing first is necessary, because a clock that follows the wall clock would still do so after it is set.
        [
            ("clock follow", #""followClock""#), ("clock freeze", #""freezeClock""#),
            ("clock set 2027-01-01T00:00:00Z", #"{"setClock": "2027-01-01T00:00:00Z"}"#),
        ],
        [fault], [appliance, fault, ("fault clear", #""clearFaults""#)],
        [fault, appliance, ("fault remove 1", #"{"removeFault": 1}"#)],
        [integration], [provider],
        [("statement revoke", #""revokeStatement""#)],
        [
            (
                "statement revoke com.example.other --requestor REF30 --requestor B",
                #"{"revokeStatement": {"bundleID": "com.example.other", "requestors": ["B", "REF30"]}}"#
            ), ("statement renew com.example.other", #"{"renewStatement": "com.example.other"}"#),
            ("statement renew", #"{"renewStatement": null}"#),
        ],
        [appliance, integration, ("integration reset Dish", #"{"resetIntegration": {"mvpd": "Dish"}}"#)],
        [appliance, provider, ("provider reset Dish", #"{"resetProvider": "Dish"}"#)],
        [
            (
                #"service set accessTokenTTL=1h requestors={"REF30":{"domains":["example.com"]}}"#,
                #"{"service": {"accessTokenTTL": "1h", "requestors": {"REF30": {"domains": ["example.com"]}}}}"#
            )
        ],
        [
            (
                "provider add Acme boarding=none",
                #"{"addProvider": {"id": "Acme", "set": {"boarding": "none"}}}"#
            )
        ],
        [
            appliance,
            (
                "provider end-sessions Cablevision --as alice --notify",
                #"{"endSessions": {"provider": "Cablevision", "subscriber": "alice", "notify": true}}"#
            ),
        ],
        [
            (
                "fault add service.authorize --delay 8s --only mvpd=Dish --header Retry-After=30 --adds {\"a\":1} "
                    + "--probability 0.5",
                #"{"fault": {"at": "service.authorize", "delay": "8s", "only": {"mvpd": "Dish"}, "#
                    + #""headers": {"Retry-After": "30"}, "adds": {"a": 1}, "probability": 0.5}}"#
            ),
            (
                "fault add service.authorize --header Retry-After:30 --header X=a:b --header Y:c=d",
                #"{"fault": {"at": "service.authorize", "headers": {"Retry-After": "30", "X": "a:b", "Y": "c=d"}}}"#
            ),
        ],
    ]

    /// The commands that change no world: they print, validate files, run profiles, or manage devices.
    ///
    /// `mark` only writes into the journal (RulesCommandTests).
    ///
    /// The equivalents of `device export` and `device import` are `GET` and `PUT /state`.
    static let others: Set<String> = [
        "run", "explain", "serve", "exec", "permission show", "account show", "provider list", "provider show",
        "integration list", "integration show", "statement show",
        "viewer show", "settings show", "app show", "clock show", "fault catalog", "fault list", "device list",
        "journal show", "journal fork", "journal clear", "profile from-journal", "device create", "device show",
        "device delete", "device backup", "device export", "device import",
        "saml inspect",
        "saml issue", "saml defects", "saml validate", "fixtures list",
        "fixtures generate", "fixtures verify", "fixtures explain", "token verify", "profile check", "profile schema",
        "matrix axes", "matrix list", "matrix show", "matrix run", "coverage",
        "contract check", "contract profile", "explore", "health", "rules list", "rules show", "rules check", "mark",
        "report", "live sp", "live idp", "live keys", "live schema", "live report",
    ]

    @Test("have only commands of this table")
    func complete() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let verbs = Set(
            try CommandTree.read(tool).all().filter(\.command.isLeaf).map { $0.words.joined(separator: " ") })
        let changing = Set(Self.rows.joined().map { $0.typed.split(separator: " ").prefix(2).joined(separator: " ") })
        #expect(verbs == changing.union(Self.others).union(["device erase"]))
        #expect(changing.isDisjoint(with: Self.others))
    }
}

extension CommandParityTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("leave the same state by every command that changes a world")
        func sameState() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            // Without a seed, each isolated world would draw identifiers of its own.
            let profile = try tool.write("schema: 1\nname: seeded\nseed: 1\n", to: "seeded.yaml")
            let server = try Serving(tool, ["--profile", profile])
            #expect(try tool.line("device create fresh --profile \(profile)").status == 0)
            let fresh = try tool.run("device", "export", "-", "--device", "fresh").output
            for (number, row) in CommandParityTests.rows.enumerated() {
                let device = "row\(number)"
                #expect(try tool.line("device create \(device) --profile \(profile)").status == 0)
                for command in row {
                    let typed = try tool.line("\(command.typed) --device \(device)")
                    #expect(typed.status == 0, "\(command.typed): \(typed.error)")
                    #expect(try server.command(command.sent, inWorld: device) == "204", "\(command.sent)")
                }
                let exported = try tool.run("device", "export", "-", "--device", device).output
                #expect(exported != fresh, "\(row)")
                #expect(try server.curl("\(server.location.url)/s/\(device)/_sim/v1/state") == exported, "\(row)")
            }
            // Erasing is tested separately, because its result is the initial state.
            #expect(try tool.line("device erase --device row0").status == 0)
            #expect(try server.command(#""reset""#, inWorld: "row0") == "204")
            #expect(try tool.run("device", "export", "-", "--device", "row0").output == fresh)
            #expect(try server.curl("\(server.location.url)/s/row0/_sim/v1/state") == fresh)
            #expect(try server.end().status == 0)
        }

        @Test("are all in the article AdminAPI and in the OpenAPI document")
        func documented() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let page = try String(
                contentsOf: Repository.root.appending(path: "docs/tvsim.docc/Reference/AdminAPI.md"), encoding: .utf8)
            let document = try tool.run("exec", "--", "sh", "-c", #"curl -s "$TVSIM_ADMIN_URL/openapi.json""#).output
            for sent in CommandParityTests.rows.joined().map(\.sent) + [#""reset""#] {
                let name = try #require(sent.split(separator: "\"").first { $0.first?.isLetter == true })
                #expect(page.contains("`\"\(name)\"`") || page.contains("{\"\(name)\": "), "\(name)")
                #expect(document.contains("\"required\":[\"\(name)\"]"), "\(name)")
            }
        }
    }
}
