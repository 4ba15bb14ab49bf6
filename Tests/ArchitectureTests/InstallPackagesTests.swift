import Foundation
import TestSupport
import Testing

/// `scripts/install-packages` on machines that are made up: what it asks of apt, and what it says.
@Suite("Installing the system packages", .waitsForPrograms)
struct InstallPackagesProgramTests {
    /// A machine's programs: an apt-cache that goes on writing after its answer, as real ones do for packages of many
    /// versions, and with `SNAP` offers no browser, as Ubuntu's; a pkg-config that knows zlib alone; and a sudo that clears
    /// the environment.
    private static let programs = [
        "apt-get": "echo \"$*\" >>\"$0.asked\"; [[ $1 == update || $DEBIAN_FRONTEND == noninteractive ]]",
        "apt-cache": """
        case $2$SNAP in
        chromium1) printf 'chromium:\\n  Candidate: (none)\\n' ;;
        chromium-driver1) ;;
        *) printf '%s:\\n  Candidate: 1.0\\n' "$2" && for ((n = 0; n < 20000; n++)); do echo "  version $n"; done ;;
        esac
        """,
        "env": "while [[ $1 == *=* ]]; do export \"$1\"; shift; done; \"$@\"",
        "id": "echo $IDENTIFIER",
        "pkg-config": "[[ $1 == --exists && $2 == zlib ]]",
        "sudo": "unset DEBIAN_FRONTEND; \"$@\"",
    ]

    private func install(
        _ packages: [String], without absent: Set<String> = [], snap: Bool = false, as identifier: Int = 0
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
            "env",
            ["-i", "PATH=\(folder.path)", "SNAP=\(snap ? 1 : 0)", "IDENTIFIER=\(identifier)", bash, script] + packages)
        let asked = try? String(contentsOf: folder.appending(path: "apt-get.asked"), encoding: .utf8)
        return (outcome.status, asked ?? "", outcome.error)
    }

    @Test("installs only the missing packages, however much apt prints about a package")
    func missingPackages() throws {
        let (status, asked, error) = try install(["zlib1g-dev", "libxml2-dev", "chromium"])
        #expect((status, error) == (0, ""))
        #expect(asked == "update -qq\ninstall -y -qq --no-install-recommends libxml2-dev chromium\n")
    }

    @Test("runs nothing if all packages are installed")
    func nothingMissing() throws {
        let outcome = try install(["zlib1g-dev"])
        #expect(outcome == (0, "", ""))
    }

    @Test("says how to get a browser that apt does not offer, and installs the rest")
    func noBrowser() throws {
        let (status, asked, error) = try install(["libxml2-dev", "chromium", "chromium-driver"], snap: true)
        #expect(status == 0)
        #expect(asked.hasSuffix("install -y -qq --no-install-recommends libxml2-dev\n"))
        #expect(error.contains("apt has no 'chromium' here") && error.contains("apt has no 'chromium-driver' here"))
    }

    @Test("runs apt noninteractively as root, and says what to do if the user cannot become root")
    func notRoot() throws {
        #expect(try install(["libxml2-dev"], as: 1000).status == 0)
        let (status, asked, error) = try install(["libxml2-dev"], without: ["sudo"], as: 1000)
        #expect((status, asked) == (69, ""))
        #expect(error == "tvsim needs these packages; as root: apt-get install libxml2-dev\n")
    }

    @Test("finds a library by its pkg-config entry: without pkg-config it finds none")
    func withoutPackageConfig() throws {
        let (_, asked, _) = try install(["pkg-config", "zlib1g-dev"], without: ["pkg-config"])
        #expect(asked.hasSuffix("install -y -qq --no-install-recommends pkg-config zlib1g-dev\n"))
    }

    @Test("knows every package that a script of this repository asks for")
    func everyPackage() throws {
        let calls = ["-C", Repository.root.path, "grep", "-lI", "install-packages"]
        let others = ["--", ":!*.swift", ":!scripts/install-packages"]
        let paths = try Tool.run("git", calls + others).output.split(separator: "\n").map(String.init)
        let named = try paths.flatMap { path in
            try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
                .replacingOccurrences(of: "\\\n", with: " ")
                .matches(of: /install-packages"? +([a-z][^\n]*)/)
                .flatMap { $0.output.1.split(whereSeparator: \.isWhitespace) }
        }
        let packages = Set(named.map(String.init))
        #expect(packages.isSuperset(of: ["zlib1g-dev", "valgrind", "junit5", "dpkg-dev"]))
        for package in packages.sorted() {
            let (status, _, error) = try install([package])
            #expect(status == 0, "\(package): \(error)")
        }
    }

    @Test("names the packages and fails if apt is missing")
    func noApt() throws {
        let (status, _, error) = try install(["libxml2-dev"], without: ["apt-get"])
        #expect(status == 69)
        #expect(error == "tvsim needs these packages, by their Debian names: libxml2-dev\n")
    }
}
