import Foundation
import TestSupport
import Testing

/// What interactive shells insert when a person types the tab key, with names that the shell would obey.
@Suite("Completion of names that somebody else has chosen", .waitsForPrograms)
struct CompletedNamesProgramTests {
    /// Names that begin with other two characters each.
    ///
    /// The commands in them would make a file.
    static let names = [
        "Ordinary", "a$(touch${IFS}made)", "b`touch${IFS}made`", "c;touch${IFS}made", "d'e;touch${IFS}made;'",
        "e\"f;touch${IFS}made;\"", "f'$(touch${IFS}made)'", "g|touch${IFS}made&", "h<(touch${IFS}made)",
        "i$((a[$(touch${IFS}made)]))", "j\\k\\", "k!!", "!!", "l:m", "n=o@p", "qr*?[a]{b,c}", "#comment", "~root",
        "$HOME", "%s%n", "täöü\u{202E}v",
    ]

    private static let profile: String = {
        let keys = names.map { name in
            String(decoding: (try? JSONEncoder().encode(name)) ?? Data(), as: UTF8.self)
        }
        let subscribers = keys.map { "\($0): {}" }.joined(separator: ", ")
        let providers = keys.map { "\($0): {displayName: A provider, subscribers: {\(subscribers)}}" }
            .joined(separator: ", ")
        let requestors = keys.map { "\($0): {integrations: {Cablevision: {}}}" }.joined(separator: ", ")
        return "schema: 1\nname: names\nproviders: {\(providers)}\nservice: {requestors: {\(requestors)}}\n"
    }()

    /// How a person begins a name.
    enum Beginning: CaseIterable, Sendable {
        case plain, single, double

        /// Returns the first two characters as typed; `nil` if they cannot be typed so.
        func typed(_ name: String) -> String? {
            let beginning = String(name.prefix(2))
            switch self {
            case .plain:
                return beginning.map { $0.isLetter ? "\($0)" : "\\\($0)" }.joined()
            case .single: return beginning.contains { "'\\".contains($0) } ? nil : "'" + beginning
            // Between double quotes an exclamation mark cannot be quoted.
            case .double:
                return name.contains("!") || beginning.contains { "\"\\$`".contains($0) } ? nil : "\"" + beginning
            }
        }
    }

    static func isInstalled(_ shell: String) -> Bool { (try? TestSupport.Tool.locate(shell)) != nil }

    @Test("inserts each name as one word, and runs nothing", arguments: ["bash", "zsh", "fish"].filter(isInstalled))
    func shells(shell: String) throws {
        let tool = try Tool(device: "names")
        defer { tool.cleanUp() }
        _ = try tool.line("device create names --profile \(try tool.write(Self.profile, to: "names.yaml"))")
        var lines: [String] = []
        var expected: [[String]] = []
        func add(_ words: [String], _ name: String, _ beginning: Beginning = .plain) {
            guard let typed = beginning.typed(name) else { return }
            lines.append((words + [typed]).joined(separator: " "))
            expected.append(words + [name])
        }
        for name in Self.names { add(["tvsim", "provider", "show"], name) }
        // The other ways to begin a name and the other kinds of names take the same way.
        // Fish needs a second for each line.
        for name in shell == "fish" ? [] : Self.names {
            for beginning in [Beginning.single, .double] { add(["tvsim", "account", "sign-in"], name, beginning) }
            add(["tvsim", "account", "sign-in", "Ordinary", "--as"], name)
            add(["tvsim", "integration", "list", "--requestor"], name)
        }
        let typed = try lines.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        _ = try tool.write(typed.joined(separator: "\n"), to: "lines")
        let script = Repository.root.appending(path: "Tests/CommandLineTests/Completion/complete-names").path
        let found = try tool.shell(
            """
            mkdir functions
            tvsim --generate-completion-script bash >completion.bash
            tvsim --generate-completion-script zsh >functions/_tvsim
            tvsim --generate-completion-script fish >tvsim.fish
            \(TestSupport.Tool.python) '\(script)' \(shell) lines
            """, in: tool.home)
        let words = try found.split(separator: "\n").map {
            try JSONDecoder().decode([String].self, from: Data($0.utf8))
        }
        #expect(words.count == expected.count)
        for (words, expected) in zip(words, expected) { #expect(words == expected) }
        let made = try FileManager.default.contentsOfDirectory(atPath: tool.home.appending(path: "typed").path)
        #expect(made.isEmpty, "names were run")
    }
}
