import Foundation
import TestSupport
import Testing

@Suite("tvsim fixtures", .waitsForPrograms)
struct FixturesTests {
    /// A few cases of every kind, for tests that do not need all cases.
    static let few = ["honest", "xsw3", "expired", "encrypted", "accessDenied", "codeLapsed", "permissionDenied"]

    /// Returns all files below a folder, by path.
    private static func files(in folder: URL) throws -> [String: Data] {
        let enumerator = FileManager.default.enumerator(atPath: folder.path)
        var files: [String: Data] = [:]
        while let path = enumerator?.nextObject() as? String {
            let url = folder.appending(path: path)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            if !isFolder.boolValue { files[path] = try Data(contentsOf: url) }
        }
        return files
    }

    static func generate(_ tool: Tool, _ name: String, _ more: [String] = []) throws -> URL {
        let folder = tool.home.appending(path: name)
        let outcome = try tool.run(["fixtures", "generate", "--output", folder.path] + more)
        try #require(outcome.status == 0 && outcome.output == "" && outcome.error == "", "\(outcome.error)")
        return folder
    }

    private static func verify(_ tool: Tool, _ folder: URL, _ more: String...) throws -> Tool.Outcome {
        try tool.run(
            ["fixtures", "verify", folder.path, "--python", TestSupport.Tool.python] + more
        )
    }

    @Test("writes the same bytes each time, for one case as for all cases")
    func repeats() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let all = try Self.files(in: Self.generate(tool, "all"))
        #expect(try Self.files(in: Self.generate(tool, "again")) == all)
        #expect(all.count > 500)
        var some = try Self.files(in: Self.generate(tool, "some", Self.few))
        some["manifest.json"] = nil
        #expect(some.allSatisfy { all[$0.key] == $0.value } && some.keys.contains("xsw3/response.xml"))
        let other = try Self.files(in: Self.generate(tool, "other", ["--seed", "7", "xsw3"]))
        #expect(other["xsw3/response.xml"] != all["xsw3/response.xml"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: tool.home.path).allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test("reads an untrusted set without blocking on pipes, following links or fetching references")
    func strangers() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = try Self.generate(tool, "set", Self.few)
        let file = folder.appending(path: "honest/response.xml")
        let listener = try Listener()
        let honest = try String(contentsOf: file, encoding: .utf8)
        let reference = try #require(honest.firstMatch(of: /URI="#[^"]*"/)?.output)
        try honest.replacing(reference, with: "URI=\"http://127.0.0.1:\(listener.port)/secret\"")
            .write(to: file, atomically: true, encoding: .utf8)
        let asked = try tool.run(["fixtures", "verify", folder.path, "--python", "no-python"])
        #expect(
            asked.status == 1 && asked.output.contains("FAIL: honest: honest/response.xml is missing or was modified"))
        #expect(!listener.somebodyCame)

        try FileManager.default.removeItem(at: file)
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(try tool.run(["fixtures", "verify", folder.path, "--python", "no-python"]).status == 1)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
        #expect(try tool.run(["fixtures", "verify", folder.path, "--python", "no-python"]).status == 1)

        let manifest = folder.appending(path: "manifest.json")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        for (change, word) in [
            (text.replacing("\"generator\"", with: "\"more\" : 1, \"generator\""), "unknown keys"),
            (text.replacing("\"name\" : \"xsw3\"", with: "\"name\" : \"honest\""), "twice"),
            (try Self.withoutCases(text), "no cases"),
        ] {
            try Data(change.utf8).write(to: manifest)
            let outcome = try tool.run(["fixtures", "verify", folder.path, "--python", "no-python"])
            #expect(outcome.status == 65 && outcome.error.contains(word), "\(outcome.error)")
        }
    }

    private static func withoutCases(_ manifest: String) throws -> String {
        var members = try #require(try JSONSerialization.jsonObject(with: Data(manifest.utf8)) as? [String: Any])
        members["cases"] = [Any]()
        return String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    @Test("reports an interpreter that fails before it is known whether signxml is installed")
    func unaskable() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = try Self.generate(tool, "set", Self.few)
        let python = try tool.write("#!/bin/sh\necho 'out of memory' >&2; exit 2\n", to: "python")
        for (mode, said) in [(0o644, "126: "), (0o755, "2: out of memory\n")] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: python)
            let outcome = try tool.run(["fixtures", "verify", folder.path, "--python", python])
            #expect(outcome.status == 69 && outcome.output == "")
            #expect(
                outcome.error.hasPrefix(
                    "tvsim: cannot determine whether signxml is installed: '\(python)' ended with status \(said)"),
                "\(outcome.error)")
        }
    }

    @Test("reports a tool that is not installed, and continues")
    func missing() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = try Self.generate(tool, "set", Self.few)
        let outcome = try tool.run(["fixtures", "verify", folder.path, "--python", "no-python"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("signxml is not installed and was skipped\n"))
    }

    @Test("reports an installed tool that gives no verdict, and no agreement")
    func broken() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = try Self.generate(tool, "set", Self.few)
        for (end, said) in [
            ("echo 'no memory' >&2; exit 3", "ended with status 3: no memory"),
            ("printf 1", "ended with status 0"),
        ] {
            // This Python claims to have signxml but gives no verdict.
            let python = try tool.write(
                "#!/bin/sh\ncase \"$2\" in 'import signxml'*) exit 0;; esac\n\(end)\n", to: "python")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: python)
            let outcome = try tool.run(["fixtures", "verify", folder.path, "--python", python])
            #expect(outcome.status == 69 && outcome.output == "")
            #expect(outcome.error == "tvsim: signxml gave no verdict; it \(said)\n")
        }
    }

    @Test("explains a case as text and as JSON")
    func explains() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let text = try tool.run("fixtures", "explain", "twoReferences")
        for part in [
            "two references", "CVE-2016-5697", "verdict: reference", "but signxml refuses", "setRequestor: REF30 -> ",
        ] {
            #expect(text.output.contains(part), "\(part)")
        }
        let json = try tool.run("fixtures", "explain", "accessDenied", "--format", "json")
        let found = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(found["expected"] as? String == "invalid_header_pfs_permission_access_not_granted")
    }

    @Test("fills an existing empty folder without replacing it")
    func fillsFolder() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = tool.home.appending(path: "mine")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        func facts() throws -> [Int?] {
            let found = try FileManager.default.attributesOfItem(atPath: folder.path)
            return [found[.systemFileNumber] as? Int, found[.posixPermissions] as? Int]
        }
        let before = try facts()
        let files = try Self.files(in: Self.generate(tool, "mine", Self.few))
        #expect(try facts() == before && before[1] == 0o700)
        #expect(try Self.files(in: Self.generate(tool, "new", Self.few)) == files && files["manifest.json"] != nil)
        #expect(try tool.run("fixtures", "generate", "--output", folder.path).status == 73)
    }

    @Test("writes profiles that run by themselves")
    func profiles() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = try Self.generate(tool, "set", Self.few)
        let profiles = try Self.files(in: folder).keys.filter { $0.hasSuffix(".yaml") }.sorted()
        #expect(
            profiles.map { $0.split(separator: "/")[0] } == [
                "encrypted", "expired", "honest", "permissionDenied", "xsw3",
            ])
        let outcome = try tool.run(["run"] + profiles.map { folder.appending(path: $0).path })
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test("writes a profile that runs by itself for every case with callbacks")
    func everyProfile() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = try Self.generate(tool, "all", [])
        let manifest = try Data(contentsOf: folder.appending(path: "manifest.json"))
        let object = try #require(try JSONSerialization.jsonObject(with: manifest) as? [String: Any])
        let cases = try #require(object["cases"] as? [[String: Any]])
        let told = cases.filter { ($0["expected"] as? [String: Any])?["callbacks"] != nil }
        let paths = told.compactMap { (($0["files"] as? [String: Any])?["profile"] as? [String: String])?["path"] }
        #expect(paths.count == told.count && paths.count > 250)
        let outcome = try tool.run(["run"] + paths.map { folder.appending(path: $0).path })
        #expect(outcome.status == 0, "\(outcome.output.suffix(2000))")
    }

    @Test("generates at paths with links, with '..' and of more than a kilobyte")
    func places() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let home = tool.home.path
        let deep = home + String(repeating: "/" + String(repeating: "d", count: 199), count: 5)
        // The next slash is the 1026th character.
        let long = deep + "/" + String(repeating: "e", count: max(1, 1024 - deep.utf8.count))
        for folder in ["\(home)/deep/inner", long] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(home)/link", withDestinationPath: "\(home)/deep/inner")
        for (given, place) in [
            ("\(home)/link/../out", "\(home)/deep/out"), ("\(home)/link", "\(home)/deep/inner"),
            ("\(home)/plain/", "\(home)/plain"), ("\(long)/set", "\(long)/set"),
        ] {
            let outcome = try tool.run(["fixtures", "generate", "--output", given, "honest"])
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(FileManager.default.fileExists(atPath: "\(place)/manifest.json"), "\(given)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: long) == ["set"])
        // A file, a link to a file and a dangling link are not folders.
        for target in ["gone/set", try tool.write("", to: "file"), "/dev/stdout"] {
            let link = "\(home)/leads-\(target.hashValue)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let outcome = try tool.run(["fixtures", "generate", "--output", link, "honest"])
            #expect(outcome.status == 73 && outcome.error.hasPrefix("tvsim: '\(link)'"), "\(outcome.error)")
        }
    }
}

extension FixturesTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("agrees with every validator on every case, in all three output formats")
        func verifies() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let folder = try FixturesTests.generate(tool, "set")
            let text = try FixturesTests.verify(tool, folder)
            #expect(text.status == 0, "\(text.output)")
            let head = try #require(text.output.split(separator: "\n").first).split(separator: " ").map(String.init)
            #expect(head == ["case", "expected", "reader", "service", "app", "xmlsec1", "signxml", "agreement"])
            #expect(text.output.hasSuffix("cases, all agree\n"))

            let few = try FixturesTests.generate(tool, "few", FixturesTests.few)
            let json = try FixturesTests.verify(tool, few, "--format", "json")
            let found = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
            let cases = try #require(found["cases"] as? [[String: Any]])
            #expect(
                found["agrees"] as? Bool == true && (found["missing"] as? [String]) == []
                    && cases.count == FixturesTests.few.count)
            let wrapped = try #require(cases.first { $0["name"] as? String == "xsw3" })
            #expect(wrapped["reader"] as? String == "structure")
            #expect(wrapped["service"] as? String == "400 invalid_parameter_saml_response")
            #expect(wrapped["judges"] as? [String: String] == ["xmlsec1": "accepts", "signxml": "accepts"])
            let report = tool.home.appending(path: "report.xml")
            #expect(try FixturesTests.verify(tool, few, "--format", "junit", "--output", report.path).output == "")
            let script = """
                import sys, xml.etree.ElementTree as tree
                suite = tree.parse(sys.argv[1]).getroot().find("testsuite")
                print(suite.tag, suite.get('tests'), suite.get('failures'), len(suite.findall('testcase')))
                """
            let read = try TestSupport.Tool.run(TestSupport.Tool.python, ["-c", script, report.path])
            #expect(
                read.output == "testsuite \(FixturesTests.few.count) 0 \(FixturesTests.few.count)\n", "\(read.error)")
        }

        @Test("names the case of every modified file")
        func changes() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let folder = try FixturesTests.generate(tool, "set", FixturesTests.few)
            for (path, name, word) in [
                ("xsw3/response.xml", "xsw3", "response.xml"), ("expired/response.b64", "expired", "response.b64"),
                ("accessDenied/header.txt", "accessDenied", "header.txt"),
                ("codeLapsed/requests.json", "codeLapsed", "requests.json"),
                ("permissionDenied/profile.yaml", "permissionDenied", "profile.yaml"),
                ("provider.pem", "honest", "provider.pem"), ("reader.key", "encrypted", "reader.key"),
            ] {
                let file = folder.appending(path: path)
                let original = try Data(contentsOf: file)
                for position in [0, original.count / 2, original.count - 1] {
                    var changed = original
                    changed[position] ^= 1
                    try changed.write(to: file)
                    let outcome = try tool.run(["fixtures", "verify", folder.path, "--python", "no-python"])
                    #expect(outcome.status == 1, "\(path) at \(position)")
                    #expect(
                        outcome.output.split(separator: "\n").contains {
                            $0.hasPrefix("FAIL: \(name): ") && $0.contains(word)
                        }, "\(path) at \(position): \(outcome.output)")
                }
                try original.write(to: file)
            }
            let manifest = folder.appending(path: "manifest.json")
            let text = try String(contentsOf: manifest, encoding: .utf8)
            try Data(text.replacingOccurrences(of: #""policy" : "structure""#, with: #""policy" : "structurf""#).utf8)
                .write(to: manifest)
            let outcome = try tool.run(["fixtures", "verify", folder.path, "--python", "no-python"])
            #expect(outcome.status == 1 && outcome.output.contains("FAIL: xsw3: the manifest's entry differs"))
            try Data(text.replacingOccurrences(of: #""depth" : 64"#, with: #""depth" : 65"#).utf8).write(to: manifest)
            let lax = try tool.run(["fixtures", "verify", folder.path, "--python", "no-python"])
            #expect(lax.status == 1 && lax.output.contains("FAIL: honest: the manifest's entry differs"))
            try Data(text.utf8).write(to: manifest)
            try FileManager.default.removeItem(at: folder.appending(path: "xsw3/response.xml"))
            let gone = try FixturesTests.verify(tool, folder, "--format", "junit")
            #expect(
                gone.status == 1 && gone.output.contains(#"failures="1""#) && gone.output.contains("<failure message="))
            let incomplete = try tool.run([
                "fixtures", "verify", folder.path, "--python", "no-python", "--format", "junit",
            ])
            #expect(incomplete.output.contains(#"<skipped message="signxml is not installed">"#))
        }

        @Test("reports why no tool can be run if no temporary folder can be created")
        func noRoomForJudges() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let folder = try FixturesTests.generate(tool, "set", FixturesTests.few)
            let outcome = try tool.shell(
                "TMPDIR='\(tool.home.path)/nowhere' tvsim fixtures verify '\(folder.path)' 2>&1; echo $?", in: tool.home
            )
            let reason = "cannot create a folder in '\(tool.home.path)/nowhere': No such file or directory"
            #expect(outcome == "tvsim: 'xmlsec1' cannot be run: \(reason)\n74\n")
        }
    }
}
