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

    @Test("what is no file is no profile of a folder: a pipe in it is not waited for")
    func pipeAmongProfiles() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n", to: "p/b.yaml")
        let script = """
            mkfifo p/a.yaml p/c.yml; ln -s b.yaml p/d.yaml; ln -s a.yaml p/e.yaml
            timeout 20 tvsim run p | grep -c PASS; timeout 20 tvsim profile check p; echo $?
            """
        #expect(try tool.shell(script, in: tool.home) == "2\n0\n")
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

    @Test("a file whose name is not UTF-8 is asked to be renamed, alone or in a folder")
    func namesThatAreNoText() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n", to: "p/a.yaml")
        let script = """
            strange=$(printf 'p/b\\377.yaml'); cp p/a.yaml "$strange"
            tvsim run "$strange"; echo $?; tvsim profile check p; echo $?
            """
        let refusal =
            "tvsim: there is no file 'p/b\u{FFFD}.yaml'; if its name is not UTF-8, it must be renamed to be found\n66\n"
        #expect(try tool.shell(script, in: tool.home) == refusal + refusal)
    }

    @Test("nothing is written under a name that is not UTF-8, which would be another one")
    func outputsThatAreNoText() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            exec 2>/dev/null; strange=$(printf '\\377'); mkdir empty; cd empty
            tvsim device export "$strange.json"; echo $?
            tvsim saml issue --output "$strange.xml"; echo $?
            tvsim fixtures generate --output "$strange"; echo $?
            timeout 60 tvsim serve --port 0 --locator "$strange" >../line; echo $?
            TVSIM_HOME="$PWD/$strange" tvsim permission show; echo $?
            TVSIM_HOME="$PWD/$strange" tvsim device list; echo $?
            ls -A; tvsim saml issue --output /dev/stdout > "../$strange"; echo $?
            """
        #expect(try tool.shell(script, in: tool.home) == "64\n64\n64\n64\n74\n74\n0\n")
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
