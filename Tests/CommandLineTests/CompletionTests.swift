import Foundation
import TestSupport
import Testing

/// What bash completes, with the program's own script and the words that bash makes of a line.
@Suite("Completion", .waitsForPrograms)
struct CompletionProgramTests {
    struct Line: Sendable, CustomTestStringConvertible {
        var testDescription: String { words }
        /// The words as bash splits the line: it makes three of `KEY=VALUE`.
        let words: String
        let completed: String
    }

    @Test(
        "of bash knows values and files",
        arguments: [
            Line(words: "tvsim perm", completed: "permission"),
            Line(words: "tvsim account sign-in Sud", completed: "Suddenlink"),
            Line(words: "tvsim account sign-in Dish --as ca", completed: "carol"),
            Line(words: "tvsim permission deny com", completed: "com.example.stream"),
            Line(words: "tvsim permission deny --device ph", completed: "phone"),
            Line(words: "tvsim device delete ph", completed: "phone"),
            Line(words: "tvsim fault add service.sess", completed: "service.sessions"),
            Line(words: "tvsim saml issue --defect xsw3", completed: "xsw3"),
            Line(words: "tvsim provider set Dish defect = wrongAud", completed: "wrongAudience"),
            Line(words: "tvsim provider set Dish board", completed: "boarding="),
            Line(words: "tvsim integration set Dish singleSignOn = f", completed: "false"),
            Line(words: "tvsim matrix list --axis access = den", completed: "denied"),
            Line(words: "tvsim matrix show access = restr", completed: "restricted"),
            Line(words: "tvsim fixtures explain xsw3", completed: "xsw3"),
            Line(words: "tvsim explore --rule permission-d", completed: "permission-denied"),
            Line(words: "tvsim run mi", completed: "mine.yaml"),
            Line(words: "tvsim device import ph", completed: "phone.json"),
        ])
    func bash(line: Line) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.line("device create phone")
        for file in ["mine.yaml", "phone.json", "other.txt"] { _ = try tool.write("", to: file) }
        let typed = line.words.replacingOccurrences(of: " = ", with: "=")
        let found = try tool.shell(
            """
            source <(tvsim --generate-completion-script bash)
            compopt() { :; }
            COMP_WORDS=(\(line.words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE='\(typed)'; COMP_POINT=${#COMP_LINE}
            _tvsim_joined tvsim "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """, in: tool.home)
        #expect(found.split(separator: "\n").map(String.init).contains(line.completed), "\(found)")
        #expect(found.split(separator: "\n").allSatisfy { $0 != "other.txt" })
    }

    @Test("does not create a device, and proposes the values of the built-in profile without one")
    func noDevice() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let found = try tool.shell(
            "tvsim ---completion account sign-in -- positional@0 1 3 tvsim account sign-in S; ls devices 2>&1",
            in: tool.home)
        #expect(found.contains("Suddenlink") && !found.contains("default.sqlite"), "\(found)")
    }
}
