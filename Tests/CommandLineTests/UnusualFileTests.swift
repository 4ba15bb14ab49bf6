import Foundation
import TestSupport
import Testing

@Suite("Files of unusual kinds", .waitsForPrograms)
struct UnusualFileTests {
    @Test("a huge file is rejected before it is read")
    func huge() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: try tool.write("", to: "big")))
        try file.truncate(atOffset: 3 << 30)
        #expect(
            try tool.line("profile check big")
                == .init(
                    status: 65, output: "",
                    error: "tvsim: 'big' exceeds the limit of 64 MiB\n"))
    }

    @Test("a profile may have a byte order mark, and one that is not UTF-8 is rejected")
    func encodings() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("\u{FEFF}schema: 1\nname: marked\n", to: "marked.yaml")
        try (Data("schema: 1\nname: a".utf8) + [0xFF, 0x0A]).write(to: tool.home.appending(path: "broken.yaml"))
        #expect(try tool.line("device create marked --profile marked.yaml") == .init(status: 0, output: "", error: ""))
        #expect(try tool.line("device show --device marked").output.contains("profile     marked\n"))
        #expect(
            try tool.line("device create broken --profile broken.yaml")
                == .init(status: 65, output: "", error: "tvsim: broken.yaml:2:8: the text is not UTF-8\n"))
    }

    @Test("a circular link is reported, without a suggestion of the same name")
    func circularLink() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.link("l1", to: "l2")
        try tool.link("l2", to: "l1")
        #expect(
            try tool.line("run l1")
                == .init(
                    status: 74, output: "", error: "tvsim: 'l1' cannot be read: Too many levels of symbolic links\n"))
        try FileManager.default.removeItem(at: tool.home.appending(path: "l2"))
        #expect(try tool.line("run l1") == .init(status: 66, output: "", error: "tvsim: file 'l1' not found\n"))
    }

    @Test("an output that is a link stays a link, and its target keeps its mode")
    func linkedOutput() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n", to: "p.yaml")
        let target = try tool.write("old", to: "target")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target)
        try tool.link("link", to: "target")
        #expect(try tool.line("run p.yaml --output link") == .init(status: 0, output: "", error: ""))
        let link = tool.home.appending(path: "link").path
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
        #expect(try tool.mode(of: "target") == "644")
        #expect(try tool.read("target").contains("PASS"))
    }
}

extension UnusualFileTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("a pipe is read, and a broken standard input is an error")
        func inputs() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            _ = try tool.write("schema: 1\nname: x\n", to: "p.yaml")
            #expect(try tool.shell("cat p.yaml | tvsim profile check /dev/stdin; echo $?", in: tool.home) == "0\n")
            #expect(try tool.shell("tvsim run - < . 2>/dev/null; echo $?", in: tool.home) == "74\n")
            #expect(try tool.shell("tvsim run - <&- 2>/dev/null; echo $?", in: tool.home) == "74\n")
        }
    }
}
