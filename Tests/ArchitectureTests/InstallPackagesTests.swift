import Foundation
import TestSupport
import Testing

/// `scripts/install-packages` on machines that are made up: what it asks of apt, and what it says.
@Suite("Installing the system packages", .waitsForPrograms)
struct InstallPackagesTests {
    /// A machine's apt and dpkg: an apt-cache that goes on writing after its answer, as real ones do for packages of
    /// many versions, and with `SNAP` offers no browser, as Ubuntu's; and a dpkg that knows `installed` alone.
    private static let programs = [
        "apt-get": "echo \"$*\" >>\"$0.asked\"",
        "apt-cache": """
        case $2$SNAP in
        chromium1) printf 'chromium:\\n  Candidate: (none)\\n' ;;
        chromium-driver1) ;;
        *) printf '%s:\\n  Candidate: 1.0\\n' "$2" && for ((n = 0; n < 20000; n++)); do echo "  version $n"; done ;;
        esac
        """,
        "dpkg-query": "for last; do :; done; [[ $last == installed ]] && printf 'install ok installed'",
        "id": "echo 0",
    ]

    private func install(
        _ packages: [String], without absent: Set<String> = [], snap: Bool = false
    ) throws -> (status: Int32, asked: String, error: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bash = try Tool.locate("bash")
        for (name, text) in Self.programs where !absent.contains(name) {
            let file = folder.appending(path: name)
            try Data("#!\(bash)\n\(text)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        let script = Repository.root.appending(path: "scripts/install-packages").path
        let outcome = try Tool.run(
            "env", ["-i", "PATH=\(folder.path)", "SNAP=\(snap ? 1 : 0)", bash, script] + packages)
        let asked = try? String(contentsOf: folder.appending(path: "apt-get.asked"), encoding: .utf8)
        return (outcome.status, asked ?? "", outcome.error)
    }

    @Test("asks apt for what is missing and nothing else, however much apt says of a package")
    func missingPackages() throws {
        let (status, asked, error) = try install(["installed", "libfirst-dev", "chromium"])
        #expect((status, error) == (0, ""))
        #expect(asked == "update -qq\ninstall -y -qq --no-install-recommends libfirst-dev chromium\n")
    }

    @Test("asks nothing where everything is there")
    func nothingMissing() throws {
        let outcome = try install(["installed"])
        #expect(outcome == (0, "", ""))
    }

    @Test("says who must bring a browser that apt does not offer, and installs the rest")
    func noBrowser() throws {
        let (status, asked, error) = try install(["libfirst-dev", "chromium", "chromium-driver"], snap: true)
        #expect(status == 0)
        #expect(asked.hasSuffix("install -y -qq --no-install-recommends libfirst-dev\n"))
        #expect(error.contains("apt has no 'chromium' here") && error.contains("apt has no 'chromium-driver' here"))
    }

    @Test("names the packages where there is no apt, and fails")
    func noApt() throws {
        let (status, _, error) = try install(["libfirst-dev"], without: ["apt-get"])
        #expect(status == 69)
        #expect(error == "tvsim needs these packages, by their Debian names: libfirst-dev\n")
    }
}
