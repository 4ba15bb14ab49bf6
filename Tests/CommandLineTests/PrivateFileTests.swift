import Foundation
import TestSupport
import Testing

/// Whose the files are that commands write.
@Suite("Files that commands write", .waitsForPrograms)
struct PrivateFileProgramTests {
    /// Whether this process may give files to other users.
    private static let isRoot = geteuid() == 0

    @Test("hold a state for this user alone, also where others could read what stood there before")
    func exportedOverReadable() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            umask 022; echo old >state.json; tvsim device export state.json; stat -c %a state.json
            tvsim device export new.json; stat -c %a new.json; echo old >report.txt
            printf 'schema: 1\\nname: x\\n' >p.yaml; tvsim run p.yaml --output report.txt; stat -c %a report.txt
            """
        #expect(try tool.shell(script, in: tool.home) == "600\n600\n644\n")
    }

    @Test(
        "are not written through another user's link in a folder for everybody", .enabled(if: isRoot),
        arguments: [
            ("run p.yaml --output tmp/out", "PASS"), ("device export tmp/out", "format"),
        ])
    func plantedLink(line: String, content: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n", to: "p.yaml")
        let script = """
            mkdir -m 1777 tmp; echo keep >precious; ln -s ../precious tmp/out; chown -h 65534 tmp/out
            timeout 20 tvsim \(line) | cut -c1-8; cat precious
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                tvsim: 'tmp/out' is another user's link in a folder where everybody can put one: name another file
                keep

                """)
        // Nor behind a link of one's own.
        let own = line.replacing("tmp/out", with: "own")
        _ = try tool.shell("ln -s tmp/out own; tvsim \(own)", in: tool.home)
        #expect(try tool.shell("cat precious", in: tool.home) == "keep\n")
        // One's own is followed, and so is anybody's where nobody else can put one.
        _ = try tool.shell("chown -h 0 tmp/out; tvsim \(line)", in: tool.home)
        #expect(try tool.shell("cat precious", in: tool.home).contains(content))
        _ = try tool.shell("echo keep >precious; chown -h 65534 tmp/out; chmod 0755 tmp; tvsim \(line)", in: tool.home)
        #expect(try tool.shell("cat precious", in: tool.home).contains(content))
    }

    @Test("are not written through such a link by a server that says where it is", .enabled(if: isRoot))
    func plantedLocator() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            mkdir -m 1777 tmp; : >precious; ln -s ../precious tmp/out; chown -h 65534 tmp/out
            timeout 20 tvsim serve --port 0 --locator tmp/out; echo $?; stat -c %s precious
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                tvsim: 'tmp/out' is no regular file, as a locator file is: it goes when the server ends
                73
                0

                """)
    }
}
