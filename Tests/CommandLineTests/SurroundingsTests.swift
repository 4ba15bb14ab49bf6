import Foundation
import TestSupport
import Testing

/// What a command says where the machine around it is not as machines are: sandboxes, namespaces, small limits.
@Suite("A machine that lacks something", .waitsForPrograms)
struct SurroundingsProgramTests {
    @Test(
        "has no home that can be opened: every command says so, and none says that there are no devices",
        arguments: [
            "device list", "permission show", "permission deny", "device create x", "device delete x", "exec -- true",
        ]
    )
    func closedHome(line: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            touch file; ln -s loop loop
            for TVSIM_HOME in file loop; do export TVSIM_HOME; tvsim \(line) 2>errors; echo $? $(wc -l <errors); done
            grep -oE '(Not a directory|Too many levels of symbolic links)$' errors
            """
        let told = try tool.shell(script, in: tool.home)
        #expect(told == "74 1\n74 1\nToo many levels of symbolic links\n")
        #expect(try tool.shell("TVSIM_HOME=none/there tvsim device list", in: tool.home) == "no devices\n")
    }

    @Test("has a home whose name looks like a URI: it is a folder like others")
    func homeLikeURI() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            export TVSIM_HOME='file:h?mode=memory#x'
            tvsim permission deny; tvsim permission show; ls "$TVSIM_HOME/devices"
            """
        #expect(
            try tool.shell(script, in: tool.home) == "com.example.stream  denied\ndefault.sqlite\n")
    }
}
