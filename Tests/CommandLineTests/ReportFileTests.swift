import Foundation
import TestSupport
import Testing

/// Tests that commands never overwrite their input files.
@Suite("A file that a command writes", .waitsForPrograms)
struct ReportFileTests {
    static let profile = "schema: 1\nname: one\nflow: [{setRequestor: REF30}]\n"

    /// Commands that would overwrite an input, in a folder with a profile, two links to it, a key and a certificate.
    static let overwriting = [
        "run one.yaml --output one.yaml",
        "run ./one.yaml --output link.yaml",
        "run one.yaml --output hard.yaml",
        "run link.yaml --output one.yaml --format json",
        "saml issue --encrypt-for cert.pem --output cert.pem",
        "saml issue --encrypt-for cert.pem --save-certificate cert.pem --output r.xml",
        "fixtures verify set --output set/manifest.json",
    ]

    @Test("is rejected if it is an input of the command", arguments: overwriting)
    func inputs(line: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(Self.profile, to: "one.yaml")
        try tool.link("link.yaml", to: "one.yaml")
        try FileManager.default.linkItem(atPath: file, toPath: tool.home.appending(path: "hard.yaml").path)
        #expect(try tool.line("saml issue --save-certificate cert.pem --output x.xml").status == 0)
        #expect(try tool.line("fixtures generate --output set expired").status == 0)
        func files() throws -> [String] { try ["one.yaml", "cert.pem", "set/manifest.json"].map(tool.read) }
        let before = try files()
        let outcome = try tool.line(line)
        #expect(outcome.status == 64)
        #expect(
            outcome.error.contains("is an input of this command and would be overwritten: choose another output file"),
            "\(outcome)")
        #expect(try files() == before)
    }

    @Test("is never a device, by any path")
    func device() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.line("permission grant com.example.stream").status == 0)
        try tool.link("link.json", to: "devices/default.sqlite")
        try FileManager.default.linkItem(
            atPath: tool.devicePath("default"), toPath: tool.home.appending(path: "hard.json").path)
        for name in ["link.json", "hard.json", "devices/default.sqlite"] {
            #expect(try tool.line("device export \(name)").status == 64, "\(name)")
        }
        #expect(try tool.line("permission show com.example.stream").output == "granted\n")
    }
}

/// Tests output to inherited descriptors, and the permissions of output files.
@Suite("A file that a program writes", .waitsForPrograms)
struct ReportFileProgramTests {
    @Test("is rejected if it is the program's standard input")
    func input() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(ReportFileTests.profile, to: "one.yaml")
        let told = try tool.shell("tvsim run - --output one.yaml <one.yaml; echo $?", in: tool.home)
        #expect(told.hasSuffix("\n64\n"), "\(told)")
        #expect(try tool.read("one.yaml") == ReportFileTests.profile)
    }

    /// A command line that writes a file with one line, and the file's content afterwards.
    static let inherited = [
        ("tvsim run one.yaml --output /dev/stdout >>log.txt", "before\nPASS\n"),
        ("(echo head; tvsim run one.yaml --output /dev/fd/1; echo foot) >>log.txt", "before\nhead\nPASS\nfoot\n"),
        ("tvsim run one.yaml --output /dev/fd/3 3>>log.txt", "before\nPASS\n"),
    ]

    @Test("is written at the position of an inherited file descriptor", arguments: inherited)
    func descriptor(line: String, expected: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(ReportFileTests.profile, to: "one.yaml")
        let told = try tool.shell(
            "echo before >log.txt; \(line); grep -oE '^(before|head|PASS|foot)' log.txt", in: tool.home)
        #expect(told == expected)
    }

    @Test("has the permissions of the umask, but states are private")
    func mode() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(ReportFileTests.profile, to: "one.yaml")
        let line = """
            umask MASK; tvsim run one.yaml --output run.txt; tvsim saml issue --save-certificate idp.pem -o r.xml;
            tvsim device export phone.json; stat -c '%a' run.txt idp.pem r.xml phone.json; rm run.txt idp.pem r.xml
            """
        #expect(try tool.shell(line.replacing("MASK", with: "022"), in: tool.home) == "644\n644\n644\n600\n")
        #expect(try tool.shell(line.replacing("MASK", with: "027"), in: tool.home) == "640\n640\n640\n600\n")
        // The new file has the permissions of the file that it replaces.
        let again =
            "umask 022; touch run.txt; chmod 604 run.txt; tvsim run one.yaml --output run.txt; stat -c '%a' run.txt"
        #expect(try tool.shell(again, in: tool.home) == "604\n")
        let state = "umask 022; echo old >state.json; tvsim device export state.json; stat -c %a state.json"
        #expect(try tool.shell(state, in: tool.home) == "600\n")
    }
}

@Suite("An error that cannot be printed", .waitsForPrograms)
struct UntoldErrorProgramTests {
    @Test(
        "still sets the exit status",
        arguments: [
            ("tvsim run bad.yaml 2>&-", 65), ("tvsim run bad.yaml 2>/dev/full", 65),
            ("tvsim permission grant '' 2>/dev/full", 64),
            ("tvsim run one.yaml >&-", 74), ("tvsim provider list >/dev/full", 74), ("tvsim frobnicate 2>&-", 64),
            ("tvsim serve --profile no.yaml 2>&-", 66),
            (
                "{ tvsim run bad.yaml 2>&1 >/dev/null; echo $? >status; } | true; read status <status; (exit $status)",
                65
            ),
        ] as [(String, Int32)])
    func status(line: String, status: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: b\nflwo: []\n", to: "bad.yaml")
        _ = try tool.write(ReportFileTests.profile, to: "one.yaml")
        let told = try tool.shell("trap '' PIPE; (\(line)) >/dev/null; echo $?", in: tool.home)
        #expect(told.hasSuffix("\(status)\n"), "\(told)")
    }
}
