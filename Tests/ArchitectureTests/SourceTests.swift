import Foundation
import TestSupport
import Testing

/// Holds the sources against the rules that a compiler does not know.
@Suite struct SourceTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        let name: String
        let pattern: String
        /// Folders and files in which it is allowed, below `Sources`.
        let allowed: [String]
        var testDescription: String { name }
    }

    /// The modules that see all parties, and SAML itself.
    private static let aboveTheParties = [
        "SAML/", "World/", "Scenario/", "Runs/", "Fixtures/", "Recordings/", "Server/", "LiveParty/", "TVSimulator/",
        "tvsim/",
    ]

    static let rules = [
        Rule(
            name: "only Core reads the wall clock, and the store in a database measures a wait",
            pattern:
                #"\bDate\(\)|Date\.now|ContinuousClock\(|SuspendingClock\(|DispatchTime\.now|clock_gettime|gettimeofday"#,
            allowed: ["Core/SimulatedClock.swift", "StatePostgreSQL/DatabaseConnection.swift"]),
        Rule(
            name: "only certificates, a following clock, a command without a time, reports and live runs read the date",
            pattern: #"WallClock\.now"#,
            allowed: [
                "Core/SimulatedClock.swift", "World/Description/ClockStart.swift",
                "World/Commands/CommandArguments.swift",
                "Server/TLS/ServerTLS.swift",
                "Server/Admin/AdminRoutes+Reports.swift", "tvsim-server/ServerProgram.swift",
                "LiveParty/LiveProgram.swift",
                "tvsim/RunCommand.swift", "TVSimulatorTesting/FailureNote.swift",
            ]),
        Rule(
            name: "only the server's certificates and the keys of a live run are made at random",
            pattern: #"PrivateKey\.generated\(|EVP_PKEY_generate"#,
            allowed: [
                "Server/TLS/CertificateAuthority.swift", "Cryptography/Keys/CurvePrivateKey.swift",
                "Cryptography/Keys/RSAPrivateKey+Generated.swift", "LiveParty/Keys/LiveKeys.swift",
            ]),
        Rule(
            name: "only Platform names a C library, a file of /proc, and what differs among systems",
            pattern: #"import (?:Glibc|Musl|Darwin)\b|/proc/|__rlimit|MSG_NOSIGNAL|SOCK_STREAM|\benviron\b|libpq\.so"#,
            allowed: ["Platform/"]),
        Rule(
            name: "only Cryptography calls OpenSSL", pattern: #"import CTVSimOpenSSL"#, allowed: ["Cryptography/"]),
        Rule(
            name: "in the providers, the service and the framework, only their SAML parts import the module SAML",
            pattern: #"import TVSimSAML\b"#,
            allowed: [
                "IdentityProvider/SAML/", "EntitlementService/MVPD/SAML/",
                "VideoSubscriberAccount/Answering/FrameworkResponder+Provider.swift",
            ] + aboveTheParties),
        Rule(
            name: "below the SDK's edge, only one file of the server's program runs the SDK",
            pattern: #"import (?:AccessEnabler|TVSimSSOBridge|TVSimRuns)\b"#,
            allowed: [
                "AccessEnabler/", "Runs/", "Exploration/", "Fixtures/", "TVSimulatorTesting/", "tvsim/",
                "tvsim-server/ServerProgram.swift",
            ]),
        Rule(
            name: "only StateSQLite names the store in a file", pattern: #"SQLiteStateStore|SQLiteWorlds"#,
            allowed: ["StateSQLite/"]),
        Rule(
            name: "only the programs contain the store in a database",
            pattern: #"PostgreSQLStateStore|import TVSimStatePostgreSQL"#,
            allowed: ["StatePostgreSQL/", "tvsim/Tvsim.swift", "tvsim-server/ServerProgram.swift"]),
        Rule(name: "only a live run creates a UUID", pattern: #"\bUUID\(\)"#, allowed: ["LiveParty/"]),
        Rule(
            name: "only a live run uses random numbers of the system",
            pattern: #"SystemRandomNumberGenerator|\.random\(|\.shuffled\(|\.randomElement\(|arc4random|getentropy"#,
            allowed: ["Fixtures/Live/"]),
        Rule(
            name: "only encrypted responses, and the forged name of a live run, are random",
            pattern: #"SecureRandom\.|\.encrypt\([^)]*\.padding|RAND_bytes|RSA_PKCS1_OAEP"#,
            allowed: [
                "Cryptography/",
                "XMLSecurity/Encryption/Encryptor.swift",
                // The key that is tried where there is none, so that nobody can tell.
                "XMLSecurity/Encryption/Decryptor.swift",
                "LiveParty/LiveProgram.swift",
            ]),
        Rule(
            name: "time never passes by sleeping, but at the end of a server",
            pattern: #"\bsleep\(|Thread\.sleep|Task\.sleep|usleep\("#,
            // Waits for the simulated clock and for state, which another process may change; for no longer than a test
            // allows; for another process to let go of a store; for the next entry of a journal that is followed; and
            // for a party under test, which is slow, locked or must not be flooded.
            allowed: [
                "LiveParty/Web/LivePace.swift",
                "tvsim/JournalCommands.swift",
                "Core/ClockWait.swift", "Core/StateWatch.swift",
                "TVSimulator/LimitedWait.swift",
                "StateStorage/StoreFiles.swift", "tvsim-server/ShutdownLimit.swift",
            ]),
        Rule(
            name: "no program reads the texts of the journal",
            pattern: #"\.text\.(room|event|outcome|reason)\b *(==|!=|\.(has|contains|split|firstMatch|wholeMatch))"#,
            allowed: []),
        Rule(name: "libraries do not print", pattern: #"\bprint\(|debugPrint\(|dump\("#, allowed: ["tvsim/"]),
        Rule(name: "nothing is left undone", pattern: #"TODO|FIXME|XXX|not implemented|unimplemented"#, allowed: []),
        Rule(name: "nothing is forced", pattern: #"\btry!|\bas!|fatalError\(\)"#, allowed: []),
    ]

    @Test("is kept in every source", arguments: rules)
    func rule(_ rule: Rule) throws {
        // The standard library's Regex takes twenty times as long for all sources in a debug build.
        let pattern = try NSRegularExpression(pattern: rule.pattern)
        for file in try Self.sources.get() where !rule.allowed.contains(where: file.path.hasPrefix) {
            let searched = rule.name.hasPrefix("nothing is left") ? file.text : file.code
            for match in pattern.matches(in: searched, range: NSRange(searched.startIndex..., in: searched)) {
                let line = try #require(Range(match.range, in: searched)).lowerBound
                let number = searched[..<line].count { $0 == "\n" }
                Issue.record("\(file.path):\(number + 1): \(file.lines[number])")
            }
        }
    }

    private static let sources = Result { try SourceFile.all() }

    /// Values of decisions that are not free text: identifiers that the simulator gives, and names from its tables.
    private static let names: Set<String> = [
        "app", "call", "client", "code", "codes", "command", "endpoint", "error", "policies", "query", "at",
        // Of a query of the journal, and not of a decision.
        "contains", "kind",
        // The framework's status or error, by the name of its case.
        "access", "frameworkFailed",
    ]

    @Test("free text in a decision of the journal is a JournalText, which has no secrets")
    func journalTexts() throws {
        let property = /(?:let|var) (?<name>\w+): \[?String\b[\]?]*$/
        let value = /(?:case (?<choice>\w+)\(|, )(?:(?<label>\w+): )?\[?String\b/
        var decisions = 0
        let files = try Self.sources.get().filter {
            // A sent defect has a key of the world and two names of tables.
            $0.path.contains("/Journal/") && !$0.path.hasPrefix("Core/") && !$0.path.hasSuffix("/SentDefect.swift")
        }
        for file in files {
            decisions += file.code.contains(": JournalDecision {") ? 1 : 0
            let members = file.code.split(separator: "\n").filter {
                $0.wholeMatch(of: /[ ]{4}(package )?(private\(set\) )?(let|var|case) .*/) != nil
            }
            for line in members {
                var found = (try? property.firstMatch(in: line)).flatMap { $0 }.map { [String($0.name)] } ?? []
                found += line.matches(of: value).map { String($0.label ?? $0.choice ?? "") }
                for name in found where !Self.names.contains(name) { Issue.record("\(file.path): \(line)") }
            }
        }
        #expect(decisions > 10)
    }

    /// Files that may be long, because they are one table each.
    static let tables = [
        "IdentityProvider/Keys/SimulatedProviderKeys.swift", "EntitlementService/Keys/SimulationKeys.swift",
    ]

    @Test("no file has more than 400 lines, and sources with more than 300 are named")
    func lengths() throws {
        for file in try SourceFile.all(in: "Tests") {
            #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
        }
        for file in try SourceFile.all() where !Self.tables.contains(file.path) {
            #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
            if file.lines.count > 300 { print("warning: \(file.path) has \(file.lines.count) lines, more than 300") }
        }
    }
}

/// One Swift file.
struct SourceFile {
    let path: String
    let text: String
    let lines: [Substring]
    /// The text without comments.
    let code: String

    init(path: String, text: String) {
        (self.path, self.text) = (path, text)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = lines.map(Self.code).joined(separator: "\n")
    }

    /// Returns a line up to its comment; the slashes of an address, which stands in quotes, begin no comment.
    private static func code(_ line: Substring) -> Substring {
        var rest = line
        while let slashes = rest.firstRange(of: "//") {
            guard slashes.lowerBound > line.startIndex, line[line.index(before: slashes.lowerBound)] == ":" else {
                return line[..<slashes.lowerBound]
            }
            rest = line[slashes.upperBound...]
        }
        return line
    }

    static func all(in folder: String = "Sources") throws -> [SourceFile] {
        let root = Repository.root.appending(path: folder)
        let enumerator = FileManager.default.enumerator(atPath: root.path)
        var files: [SourceFile] = []
        while let path = enumerator?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            files.append(SourceFile(path: path, text: text))
        }
        try #require(files.count > 50)
        return files
    }
}
