import Foundation
import TestSupport
import Testing

@Suite("Files of unusual kinds", .waitsForPrograms)
struct UnusualFileProgramTests {
    @Test("a pipe is read, a broken standard input is an error, and a huge file is refused before it is read")
    func inputs() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n", to: "p.yaml")
        #expect(try tool.shell("cat p.yaml | tvsim profile check /dev/stdin; echo $?", in: tool.home) == "0\n")
        #expect(try tool.shell("tvsim run - < . 2>/dev/null; echo $?", in: tool.home) == "74\n")
        #expect(try tool.shell("tvsim run - <&- 2>/dev/null; echo $?", in: tool.home) == "74\n")
        #expect(
            try tool.shell("truncate -s 3G big && tvsim profile check big; echo $?", in: tool.home)
                == "tvsim: 'big' is larger than 64 MiB, more than is ever read\n65\n")
    }

    @Test("a profile with a byte order mark makes a device, and one that is not UTF-8 is refused with its place")
    func encodings() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            printf '\\357\\273\\277schema: 1\\nname: marked\\n' > marked.yaml
            printf 'schema: 1\\nname: a\\377\\n' > broken.yaml
            tvsim device create marked --profile marked.yaml; echo $?
            tvsim device show --device marked | grep profile
            tvsim device create broken --profile broken.yaml; echo $?
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                0
                profile     marked
                tvsim: broken.yaml:2:8: the text is not UTF-8
                65

                """)
    }

    @Test("a link that leads round in a circle is said to, and what was written is not suggested")
    func circularLink() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = "ln -s l2 l1; ln -s l1 l2; tvsim run l1; echo $?; rm l2; tvsim run l1; echo $?"
        #expect(
            try tool.shell(script, in: tool.home) == """
                tvsim: 'l1' cannot be read: Too many levels of symbolic links
                74
                tvsim: there is no file 'l1'
                66

                """)
    }

    @Test("an output that is a link stays one, and its file keeps its mode")
    func linkedOutput() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n", to: "p.yaml")
        let script = """
            echo old > target; chmod 644 target; ln -s target link; tvsim run p.yaml --output link
            test -L link && stat -c %a target && grep -c PASS target
            """
        #expect(try tool.shell(script, in: tool.home) == "644\n1\n")
    }
}
