import Foundation
import TestSupport
import Testing

@Suite("A command with an error", .waitsForPrograms)
struct RefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let error: String
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: [String], _ status: Int32, _ error: String) {
            self.arguments = arguments
            self.status = status
            self.error = error
        }

        init(_ line: String, _ status: Int32, _ error: String) {
            self.init(line.split(separator: " ").map(String.init), status, error)
        }
    }

    static let bundleIDs: [Case] =
        ["a..b", ".a", "a.", "a_b", "a b", "é", "", "a/b", "a:b", "-a.*"].map { id in
            Case(
                ["permission", "deny", "--", id], 64,
                "invalid bundle identifier '\(id)': use letters, digits and hyphens in parts joined by dots, "
                    + "such as com.example.stream")
        } + [
            Case(
                ["permission", "deny", String(repeating: "a", count: 156)], 64,
                "invalid bundle identifier '\(String(repeating: "a", count: 156))': use at most 155 characters")
        ]

    static let durations = ["31", "d", "1w", "1.5h", "1 d", "+1d", "１d", "0x1s"].map { text in
        Case(
            ["clock", "advance", "--", text], 64,
            "invalid duration '\(text)': expected a duration such as 90s, 15m, 12h or 30d")
    }

    static let tooFar = [
        Case("clock advance 36525d", 64, "invalid duration '36525d': expected at most 36524d, a century"),
        Case("clock advance 9999999999d", 64, "invalid duration '9999999999d': expected at most 36524d, a century"),
        Case(
            "account sign-in Dish --expires +36525d", 64,
            "invalid duration '+36525d': expected at most 36524d, a century"),
        Case(
            "account sign-in Dish --expires 9999-12-31T23:59:59Z", 64,
            "invalid instant '9999-12-31T23:59:59Z': expected a year from 1970 to 9899"),
        Case(
            "clock set 9900-01-01T00:00:00Z", 64,
            "invalid instant '9900-01-01T00:00:00Z': expected a year from 1970 to 9899"),
        Case(
            "clock set 1969-12-31T23:59:59Z", 64,
            "invalid instant '1969-12-31T23:59:59Z': expected a year from 1970 to 9899"),
    ]

    static let instants = [
        "now", "2026-01-01", "2026-02-30T00:00:00Z", "2026-01-01T00:00:00", "2026-01-01T00:00:00+02:00", "+1d", "never",
        "1767225600", "2026-13-01T00:00:00Z", "2026-01-01T25:00:00Z",
    ].map { text in
        Case(
            ["clock", "set", "--", text], 64,
            "invalid instant '\(text)': expected ISO 8601 in UTC, such as 2026-01-01T00:00:00Z")
    }

    static let accounts: [Case] = [
        Case("account sign-in Cablevison", 66, "unknown provider 'Cablevison'; did you mean 'Cablevision'?"),
        Case("account sign-in cablevision", 66, "unknown provider 'cablevision'; did you mean 'Cablevision'?"),
        Case(
            "account sign-in Fios", 66, "unknown provider 'Fios' (known: Cablevision, Dish, Suddenlink)"),
        Case(
            "account sign-in Cablevision --as alcie", 66,
            "Cablevision has no subscriber 'alcie'; did you mean 'alice'?"),
        Case("account sign-in Dish --as alice", 66, "Dish has no subscriber 'alice' (known: carol)"),
        Case(
            "account sign-in Suddenlink", 64,
            "the user cannot sign in at system level with 'Suddenlink': the system only lists it (boarding: pickerOnly)"
        ),
        Case(
            "account sign-in Dish --expires nevr", 64,
            "invalid time 'nevr': expected an instant (2026-01-01T00:00:00Z), an offset (+30d, -1s) or never; "
                + "did you mean 'never'?"),
        Case(
            "account sign-in Dish --expires 30d", 64,
            "invalid time '30d': expected an instant (2026-01-01T00:00:00Z), an offset (+30d, -1s) or never"),
        Case("account expire", 66, "cannot expire the account: no user is signed in"),
        Case("provider show Dsh", 66, "unknown provider 'Dsh'; did you mean 'Dish'?"),
    ]

    static let faults: [Case] = [
        Case(
            "fault add accountManager.enqeue rejected", 66,
            "unknown operation 'accountManager.enqeue': see 'tvsim fault catalog' or GET /_sim/v1/faults/catalog; "
                + "did you mean 'accountManager.enqueue'?"),
        Case(
            "fault add service.authorize 503 --only mvpd=Dish --only mvpd=Cablevision", 64,
            "duplicate --only 'mvpd': a fault has one value for each name"),
        Case(
            "fault add zzz timeout", 66,
            "unknown operation 'zzz': see 'tvsim fault catalog' or GET /_sim/v1/faults/catalog"),
        Case(
            "fault add provider.signIn timeot", 64,
            "provider.signIn cannot fail with 'timeot', only with a status from 400 to 599, timeout, unreachable, "
                + "rejected, invalidVerificationToken, hang, connectionClosed, maintenance; did you mean 'timeout'?"),
        Case(
            "fault add service.token 200", 64,
            "service.token cannot fail with '200', only with a status from 400 to 599, an enhanced error code, "
                + "timeout, hang, unreachable, connectionClosed, untrusted, malformed"),
        Case("fault add service.token 503 --times 0", 64, "--times must be at least 1"),
        Case(["fault", "add", "service.token", "503", "--after=-1"], 64, "--after must not be negative"),
    ]

    static let viewers: [Case] = [
        Case(
            "viewer set accesPrompt=allow", 64, "viewer has no key 'accesPrompt'; did you mean 'accessPrompt'?"),
        Case(
            "viewer set accessPrompt=alow", 64,
            "accessPrompt: 'alow' is not one of allow, deny, ignore, none; did you mean 'allow'?"),
        Case(
            "viewer set accessPrompt", 64,
            "invalid argument 'accessPrompt': expected KEY=ANSWER, such as accessPrompt=allow"),
        Case("viewer set =allow", 64, "invalid argument '=allow': expected KEY=ANSWER, such as accessPrompt=allow"),
        Case("viewer set signIn=cancel signIn=none", 64, "duplicate key 'signIn'"),
        Case(
            ["viewer", "set", "systemPicker={choose: Fios}"], 66,
            "unknown provider 'Fios' (known: Cablevision, Dish, Suddenlink)"),
        Case(
            ["viewer", "set", "systemPicker={choose: Dish, as: alice}"], 66,
            "Dish has no subscriber 'alice' (known: carol)"),
        Case(
            ["viewer", "set", "systemPicker={chose: Dish}"], 64,
            "systemPicker has no key 'chose'; did you mean 'choose'?"),
        Case(
            ["viewer", "set", "systemPicker={aplication: own}"], 64,
            "systemPicker has no key 'aplication'; did you mean 'application'?"),
        Case(
            ["viewer", "set", "systemPicker={row: own}"], 64,
            "systemPicker has no key 'row' (known: choose, as, application)"),
        Case(
            ["viewer", "set", "secondScreen={as: alice, after: 15}"], 64,
            "secondScreen.after: expected a duration such as 90s, 15m, 12h or 30d, found a number"),
        Case(
            ["viewer", "set", "signIn={as: alice"], 64,
            "the answer for 'signIn' cannot be read: invalid YAML: did not find expected ',' or '}' while parsing "
                + "a flow mapping"),
    ]

    static let settings: [Case] = [
        Case("settings set regon=supported", 64, "device has no key 'regon'; did you mean 'region'?"),
        Case(
            "settings set simulateExpiredToken=true", 64,
            "device has no key 'simulateExpiredToken' (known: platform, region, developer, behaviour)"),
        Case(
            "settings set developer.simulatExpiredToken=true", 64,
            "developer has no key 'simulatExpiredToken'; did you mean 'simulateExpiredToken'?"),
        Case(
            "settings set developer.simulateExpiredToken=yes", 64,
            "developer.simulateExpiredToken: expected true or false, found text"),
        Case("settings set developer=true", 64, "developer: expected a mapping (developer), found a Boolean value"),
        Case(
            "settings set behaviour.signedOut=emptyMetadta", 64,
            "behaviour.signedOut: 'emptyMetadta' is not one of providerRejected, emptyMetadata; did you mean 'emptyMetadata'?"
        ),
        Case("settings set region", 64, "invalid argument 'region': expected KEY=VALUE, such as region=unsupported"),
        Case(
            "settings set .region=supported", 64,
            "invalid argument '.region=supported': expected KEY=VALUE, such as region=unsupported"),
        Case(
            "settings set developer..x=true", 64,
            "invalid argument 'developer..x=true': expected KEY=VALUE, such as region=unsupported"),
        Case("settings set region=supported region=unsupported", 64, "duplicate key 'region'"),
        Case("settings set developer={} developer={}", 64, "duplicate key 'developer'"),
        Case("settings set region=", 64, "the value for 'region' cannot be read: expected exactly one value"),
        // If one part of a change is invalid, the whole change is rejected.
        Case(
            "settings set platform=tvOS region=nowhere", 64, "region: 'nowhere' is not one of supported, unsupported"),
    ]

    static let apps: [Case] = [
        Case("app show a..b", 64, complaint("a..b")), Case("app reset a..b", 64, complaint("a..b")),
        Case("app set --app a..b access=granted", 64, complaint("a..b")),
        Case("app set acess=granted", 64, "an app of the device has no key 'acess'; did you mean 'access'?"),
        Case(
            "app set access=granted subscription.accesLevel=paid", 64,
            "subscription has no key 'accesLevel'; did you mean 'accessLevel'?"),
        Case(
            "app set subscription.accessLevel=payed", 64,
            "subscription.accessLevel: 'payed' is not one of freeWithAccount, paid"),
        Case(
            "app set subscription.expires=soon", 64,
            "subscription.expires: invalid time 'soon': expected an instant (2026-01-01T00:00:00Z), "
                + "an offset (+30d, -1s) or never"),
        Case("app set userAccounts={}", 64, "userAccounts: expected a list of accounts, found a mapping"),
        Case(
            "clock advance -1s", 64,
            "invalid duration '-1s': the clock only advances; 'clock set' or setClock sets any instant "
                + "(see 'tvsim clock advance --help')"),
        Case(
            "clock advance --device default -- -90m", 64,
            "invalid duration '-90m': the clock only advances; 'clock set' or setClock sets any instant"),
        Case("app set usageDescription=because", 64, "usageDescription: expected true or false, found text"),
        Case("app set access", 64, "invalid argument 'access': expected KEY=VALUE, such as subscription.expires=+30d"),
        Case(
            ["app", "set", "access=granted", "userAccounts=[{identifier: a}, {identifier: a}]"], 64,
            "userAccounts[1].identifier: an app can have only one account with the identifier 'a' on this device"),
        Case(
            ["app", "set", "userAccounts=[{accountTyp: paid}]"], 64,
            "userAccounts[0]: a user account has no key 'accountTyp'; did you mean 'accountType'?"),
        Case("account sign-in Dish --grant a..b", 64, complaint("a..b")),
        Case(
            "fault add userAccountManager.updte rejected", 66,
            "unknown operation 'userAccountManager.updte': see 'tvsim fault catalog' or GET /_sim/v1/faults/catalog; "
                + "did you mean 'userAccountManager.update'?"),
        Case(
            "fault add accountManager.interface timeout", 64,
            "accountManager.interface cannot fail with 'timeout', only with accessNotGranted, unsupportedProvider, "
                + "userCancelled, serviceTemporarilyUnavailable, providerRejected, invalidVerificationToken, rejected, "
                + "unsupported"),
    ]

    private static func complaint(_ id: String) -> String {
        "invalid bundle identifier '\(id)': use letters, digits and hyphens in parts joined by dots, "
            + "such as com.example.stream"
    }

    static let devices: [Case] = [
        Case(
            "permission show --device phone", 66,
            "device 'phone' not found; create it with 'tvsim device create phone'"),
        Case(
            ["permission", "show", "--device", "../x"], 64,
            "invalid device name '../x': use at most 64 letters, digits, '.', '_' and '-', not beginning with '.' or '-'; "
                + "write DEVICE/WORLD for an isolated world"),
        Case("device delete phone", 66, "device 'phone' not found"),
        Case(
            ["device", "create", "a/b/c"], 64,
            "invalid device name 'a/b/c': use at most 64 letters, digits, '.', '_' and '-', not beginning with '.' or '-'; "
                + "write DEVICE/WORLD for an isolated world"),
        Case("device create a/b", 66, "device 'a' not found; create it with 'tvsim device create a'"),
        Case(
            ["device", "create", ""], 64,
            "invalid device name '': use at most 64 letters, digits, '.', '_' and '-', not beginning with '.' or '-'"),
        Case(
            ["device", "create", "--", "-x"], 64,
            "invalid device name '-x': use at most 64 letters, digits, '.', '_' and '-', not beginning with '.' or '-'"),
        Case("device create p --profile nowhere.yaml", 66, "file 'nowhere.yaml' not found"),
        Case("device import nowhere.json", 66, "file 'nowhere.json' not found"),
        Case(
            "device export nowhere/x.json", 73, "'nowhere/x.json' cannot be written: No such file or directory"),
        Case("device export .", 73, "'.' is a folder, not a file"),
    ]

    static let runs: [Case] = [
        Case("run nowhere.yaml", 66, "file 'nowhere.yaml' not found"),
        Case("run", 66, "no folder 'Profiles' in this directory or its parents; name the profiles to run"),
        Case("run devices", 66, "no profiles (*.yaml) in folder 'devices'"),
        Case("profile check nowhere.yaml", 66, "file 'nowhere.yaml' not found"),
    ]

    /// The export of a device that no command has changed.
    private static let newDevice = Result {
        let tool = try Tool()
        defer { tool.cleanUp() }
        return try tool.line("device export -").output
    }

    @Test(
        "prints one line, exits with the status of the error's kind, and changes nothing",
        arguments: bundleIDs + durations + tooFar + instants + accounts + faults + viewers + settings + apps
            + devices + runs)
    func refuses(_ row: Case) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        // The folder that has no profiles is the one that the first device creates.
        if row.arguments == ["run", "devices"] { _ = try tool.line("device show") }
        let outcome = try tool.run(row.arguments)
        #expect(outcome.error == "tvsim: \(row.error)\n")
        #expect(outcome.status == row.status)
        #expect(outcome.output == "")
        #expect(try tool.line("device export -").output == Self.newDevice.get())
        #expect(try tool.line("device list").output == "* default  built-in default\n")
    }

    @Test(
        "quotes only the beginning of a long argument, and the end of the message",
        arguments: [["permission", "deny", "--"], ["frob"], ["permission", "show", "--device"]])
    func long(_ arguments: [String]) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let long = String(repeating: "ü", count: 60_000)
        let outcome = try tool.run(arguments[0] == "frob" ? [long] : arguments + [long])
        #expect(outcome.status == 64)
        #expect(outcome.error.hasPrefix("tvsim: ") && outcome.error.contains("üü … "), "\(outcome.error.prefix(80))")
        #expect(outcome.error.utf8.count < 5000 && outcome.error.filter(\.isNewline).count == 1)
    }

    @Test(
        "in its usage names the help to read, and exits with 64",
        arguments: [
            ("permission frob", "unknown command 'frob' (see 'tvsim permission --help')"),
            (
                "permission deny -hello",
                "unknown option '-hello'; put arguments that start with a hyphen after '--' "
                    + "(see 'tvsim permission deny --help')"
            ),
            (
                "run -dash.yaml",
                "unknown option '-dash.yaml'; put arguments that start with a hyphen after '--' (see 'tvsim run --help')"
            ),
            (
                "permission deny -hello --device x",
                "unknown option '-hello'; put arguments that start with a hyphen after '--' "
                    + "(see 'tvsim permission deny --help')"
            ),
            (
                "clock advance -1h",
                "invalid duration '-1h': the clock only advances; 'clock set' or setClock sets any instant "
                    + "(see 'tvsim clock advance --help')"
            ),
            ("help bogus", "unknown command 'bogus' (see 'tvsim --help')"),
            ("permission deny a b", "Unexpected argument 'b' (see 'tvsim permission deny --help')"),
            (
                "permission deny --devce x",
                "Unknown option '--devce'. Did you mean '--device'? (see 'tvsim permission deny --help')"
            ),
            ("frob", "unknown command 'frob' (see 'tvsim --help')"),
            (
                "run --format pdf",
                "The value 'pdf' is invalid for '--format <format>'. Please provide one of the following:   - text   - json   - junit   - markdown   - html   - tap   - gitlab   - github   - har   - mermaid (see 'tvsim run --help')"
            ),
            ("run --jobs 0", "--jobs must be from 1 to 256 (see 'tvsim run --help')"),
            ("run --jobs many", "The value 'many' is invalid for '--jobs <jobs>' (see 'tvsim run --help')"),
            ("run --shard 3/2", "invalid shard '3/2': expected I/N, such as 1/4 (see 'tvsim run --help')"),
            ("run --shard 0/2", "invalid shard '0/2': expected I/N, such as 1/4 (see 'tvsim run --help')"),
            (
                "report --format text --entries 3",
                "the text is about the whole world: use --entries with --format html or har (see 'tvsim report --help')"
            ),
            (
                "report --entries x",
                "invalid --entries 'x': expected numbers and ranges, such as 3-5,9 (see 'tvsim report --help')"
            ),
            ("clock set", "Missing expected argument '<instant>' (see 'tvsim clock set --help')"),
            (
                "clock show --format yaml",
                "The value 'yaml' is invalid for '--format <format>'. Please provide one of 'text' and 'json' (see 'tvsim clock show --help')"
            ),
            (
                "fault add service.token 503 --times x",
                "The value 'x' is invalid for '--times <times>' (see 'tvsim fault add --help')"
            ),
            (
                "explain everything",
                "The value 'everything' is invalid for '<call>'. Please provide one of 'setRequestor', 'checkAuthentication', 'getAuthentication' or 'logout' (see 'tvsim explain --help')"
            ),
            ("viewer set", "Missing expected argument '<answers> ...' (see 'tvsim viewer set --help')"),
            ("settings set", "Missing expected argument '<settings> ...' (see 'tvsim settings set --help')"),
            ("app set", "Missing expected argument '<values> ...' (see 'tvsim app set --help')"),
            ("app show a b", "Unexpected argument 'b' (see 'tvsim app show --help')"),
        ])
    func usage(line: String, error: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.line(line)
        #expect(outcome.error == "tvsim: \(error)\n")
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
    }
}
