import Foundation
import TestSupport
import Testing

/// The files that commands write: never over what they were made from, and for whom the process says.
@Suite("A file that a command writes", .waitsForPrograms)
struct ReportFileProgramTests {
    static let profile = "schema: 1\nname: one\nflow: [{setRequestor: REF30}]\n"

    /// What is run in a folder with a profile, two links to it, a key and a certificate; each would overwrite an input.
    static let overwriting = [
        "tvsim run one.yaml --output one.yaml",
        "tvsim run ./one.yaml --output link.yaml",
        "tvsim run one.yaml --output hard.yaml",
        "tvsim run link.yaml --output one.yaml --format json",
        "tvsim run - --output one.yaml <one.yaml",
        "tvsim saml issue --encrypt-for cert.pem --output cert.pem",
        "tvsim saml issue --encrypt-for cert.pem --save-certificate cert.pem --output r.xml",
        "tvsim fixtures verify set --output set/manifest.json",
    ]

    @Test("is refused where it is one that the command reads", arguments: overwriting)
    func inputs(line: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(Self.profile, to: "one.yaml")
        _ = try tool.shell(
            "ln -s one.yaml link.yaml; ln one.yaml hard.yaml; tvsim saml issue --save-certificate cert.pem --output x.xml; "
                + "tvsim fixtures generate --output set expired", in: tool.home)
        let sums = "cat one.yaml cert.pem set/manifest.json | cksum"
        let before = try tool.shell(sums, in: tool.home)
        let told = try tool.shell("\(line); echo $?", in: tool.home)
        #expect(told.hasSuffix("\n64\n"), "\(told)")
        #expect(told.contains("is what is read here, and would be lost: name another file"), "\(told)")
        #expect(try tool.shell(sums, in: tool.home) == before)
    }

    /// What writes, and what the file holds then, when it held a line before.
    static let inherited = [
        ("tvsim run one.yaml --output /dev/stdout >>log.txt", "before\nPASS\n"),
        ("(echo head; tvsim run one.yaml --output /dev/fd/1; echo foot) >>log.txt", "before\nhead\nPASS\nfoot\n"),
        ("tvsim run one.yaml --output /dev/fd/3 3>>log.txt", "before\nPASS\n"),
    ]

    @Test("is never a device, by whichever name")
    func device() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let line = """
            tvsim permission grant com.example.stream; ln -s devices/default.sqlite link.json; ln devices/default.sqlite hard.json
            for name in link.json hard.json devices/default.sqlite; do
                tvsim device export $name 2>/dev/null; echo $?
            done; tvsim permission show com.example.stream
            """
        #expect(try tool.shell(line, in: tool.home) == "64\n64\n64\ngranted\n")
    }

    @Test("is written where its writer stands when the process was given it", arguments: inherited)
    func descriptor(line: String, expected: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(Self.profile, to: "one.yaml")
        let told = try tool.shell(
            "echo before >log.txt; \(line); grep -oE '^(before|head|PASS|foot)' log.txt", in: tool.home)
        #expect(told == expected)
    }

    @Test("is for whom the mask says, but states are for nobody else")
    func mode() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(Self.profile, to: "one.yaml")
        let line = """
            umask MASK; tvsim run one.yaml --output run.txt; tvsim saml issue --save-certificate idp.pem -o r.xml;
            tvsim device export phone.json; stat -c '%a' run.txt idp.pem r.xml phone.json; rm run.txt idp.pem r.xml
            """
        #expect(try tool.shell(line.replacing("MASK", with: "022"), in: tool.home) == "644\n644\n644\n600\n")
        #expect(try tool.shell(line.replacing("MASK", with: "027"), in: tool.home) == "640\n640\n640\n600\n")
        // Who could read what stood there can read what takes its place, and nobody else.
        let again =
            "umask 022; touch run.txt; chmod 604 run.txt; tvsim run one.yaml --output run.txt; stat -c '%a' run.txt"
        #expect(try tool.shell(again, in: tool.home) == "604\n")
    }
}

@Suite("An error that nobody can be told", .waitsForPrograms)
struct UntoldErrorProgramTests {
    @Test(
        "ends with its status all the same",
        arguments: [
            ("tvsim run bad.yaml 2>&-", 65), ("tvsim run bad.yaml 2>/dev/full", 65),
            ("tvsim permission grant '' 2>/dev/full", 64), ("tvsim permission grant '' 2>&-", 64),
            ("tvsim run one.yaml >&-", 74), ("tvsim frobnicate 2>&-", 64), ("tvsim serve --profile no.yaml 2>&-", 66),
            (
                "{ tvsim run bad.yaml 2>&1 >/dev/null; echo $? >status; } | true; read status <status; (exit $status)",
                65
            ),
        ] as [(String, Int32)])
    func status(line: String, status: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: b\nflwo: []\n", to: "bad.yaml")
        _ = try tool.write(ReportFileProgramTests.profile, to: "one.yaml")
        let told = try tool.shell("trap '' PIPE; (\(line)) >/dev/null; echo $?", in: tool.home)
        #expect(told.hasSuffix("\(status)\n"), "\(told)")
    }
}
