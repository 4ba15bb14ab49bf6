import Foundation
import TVSimWorld
import TestSupport
import Testing

/// Kills a process before, during and after each of its file operations, one run for each operation.
///
/// `Clients/crash-point.c` defines the operations. Direct system calls that bypass the C library are not among them.
@Suite("Killed at every single write", .waitsForPrograms)
struct CrashPointProgramTests {
    /// The position of the kill relative to the operation.
    private static let parts = ["before", "middle", "after"]

    /// Returns the first point and the step: every sixth point, or every point in a thorough run.
    ///
    /// Each part begins at another point, so that the parts together cover every second one. `few` selects all points,
    /// because there are only a few.
    private static func points(_ part: String, few: Bool = false) -> (first: Int, step: Int) {
        let isWhole = few || Thoroughness.isFull
        return isWhole ? (1, 1) : (1 + 2 * (parts.firstIndex(of: part) ?? 0), 6)
    }

    /// Builds a library for LD_PRELOAD with the C compiler of the Swift toolchain; by default the library that kills.
    private func library(_ name: String = "crash-point", in tool: Tool) throws -> String {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "Clients/\(name).c").path
        let library = tool.home.appending(path: "\(name).so").path
        // The C compiler is in the directory of the Swift compiler, whose path may be a symbolic link.
        let swift = URL(fileURLWithPath: try TestSupport.Tool.locate("swiftc")).resolvingSymlinksInPath()
        let made = try TestSupport.Tool.run(
            swift.deletingLastPathComponent().appending(path: "clang").path,
            ["-shared", "-fPIC", "-Wall", "-Werror", "-o", library, source, "-ldl"])
        try #require(made.status == 0, "\(made.error)")
        return library
    }

    @Test(
        "a command changes everything or nothing, and a reported change is durable",
        arguments: [
            ("clock advance 1s", 10), ("device erase", 10), ("device import other.json", 10),
            ("device create phone --profile p.yaml", 20), ("device delete phone-2", 1),
            // An isolated world is created and removed in its device's file.
            ("device create default/a --profile p.yaml", 10), ("device delete default/b", 10),
            // The file that a command writes has either its old or its new content.
            ("device export old.json", 2), ("run p.yaml --output old.json", 2),
        ],
        parts)
    func command(_ row: (line: String, points: Int), part: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: its own profile\n", to: "p.yaml")
        _ = try tool.write("old\n", to: "old.json")
        for line in [
            "permission grant", "device export other.json", "clock advance 1h", "device create phone-2",
            "device create default/b",
        ] {
            #expect(try tool.line(line).status == 0)
        }
        let library = try library(in: tool)
        let before = try state(of: tool)
        let changed = ["devices", "old.json"].map { tool.home.appending(path: $0) }
        for item in changed { try FileManager.default.copyItem(at: item, to: item.appendingPathExtension("before")) }
        #expect(try tool.line(row.line).status == 0)
        let after = try state(of: tool)
        let (first, step) = Self.points(part, few: row.points < 3)
        var last = 0
        for point in stride(from: first, to: 500, by: step) {
            for item in changed {
                try FileManager.default.removeItem(at: item)
                try FileManager.default.copyItem(at: item.appendingPathExtension("before"), to: item)
            }
            let started = try tool.start(
                row.line.split(separator: " ").map(String.init),
                adding: ["CRASH_AT": "\(point)", "CRASH_PART": part, "LD_PRELOAD": library])
            let outcome = try started.wait()
            let now = try state(of: tool)
            guard started.process.terminationReason == .uncaughtSignal else {
                #expect(outcome == .init(status: 0, output: outcome.output, error: "") && now == after, "at \(point)")
                break
            }
            #expect(outcome.status == SIGKILL && (now == before || now == after), "torn at \(point)")
            last = point
        }
        // A change of a database has at least this many points. Without the check, a library without effect would pass.
        #expect(last > row.points - step)
    }

    /// Returns the complete state: all devices, without the work of five commands, and the written file.
    private func state(of tool: Tool) throws -> [String] {
        let library = DeviceLibrary(environment: ["TVSIM_HOME": tool.home.path])
        return ["default", "phone", "phone-2", "default/a", "default/b"].map { device in
            do { return try library.exported(device, creating: false).whole } catch { return "no \(device): \(error)" }
        } + [try String(contentsOf: tool.home.appending(path: "old.json"), encoding: .utf8)]
    }

    @Test(
        "directory entries are durable too: a power failure neither restores nor removes a file",
        arguments: [
            ("device create phone", "phone.sqlite"), ("device delete phone-2", "phone-2.sqlite"),
            ("device export new.json", "new.json"), ("run p.yaml --output old.json", "old.json"),
        ])
    func names(_ row: (line: String, name: String)) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: its own profile\n", to: "p.yaml")
        let told = try tool.shell(
            """
            export TVSIM_HOME=$PWD/home; echo old >old.json; tvsim device create phone-2
            NAMES_LOG=$PWD/log NAMES_OF=\(row.name) LD_PRELOAD='\(try library("names", in: tool))' \
                tvsim \(row.line) >/dev/null || echo "status $?"
            cat log
            """, in: tool.home)
        #expect(told.wholeMatch(of: /(settled\n)*named\n(settled\n)+/) != nil, "\(told)")
    }

    @Test(
        "a killed server keeps every answered change of the served and of isolated worlds",
        arguments: [("default", ""), ("default/a", "/s/a")], parts)
    func server(_ place: (device: String, path: String), part: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let client = Repository.root.appending(path: "Tests/CommandLineTests/Clients/register.sh").path
        let (first, step) = Self.points(part)
        // The first registration precedes the kill, and the second is interrupted by it. The last points are in the
        // server's shutdown.
        let script = """
            . '\(client)'
            export TVSIM_HOME=$PWD/home
            statement=$(tvsim statement show)
            cat >check <<'END'
            . '\(client)'
            for answer in "$@"; do
                id=$(field client_id <"$answer"); [ -n "$id" ] || continue
                [ -n "$(token "$(cat "$answer")")" ] || echo "the client of $answer is lost"
                curl -s "$TVSIM_ADMIN_URL/journal?contains=$id" | grep -q registered || echo "its journal is lost"
            done
            END
            for ((n = \(first); n < 200; n += \(step))); do
                rm -f armed locator first second
                CRASH_AT=$n CRASH_PART=\(part) CRASH_FROM=$PWD/armed LD_PRELOAD='\(try library(in: tool))' \\
                    tvsim serve --port 0 --locator locator >served 2>&1 &
                until [ -s locator ] || ! kill -0 $!; do :; done
                TVSIM_URL=$(field url <locator)\(place.path); register "$statement" >first
                grep -q client_secret first || { echo "no answer before $n: $(cat served)"; break; }
                touch armed; register "$statement" >second
                grep -q client_secret second && answered=$((answered + 1))
                kill $!; wait $!; status=$?
                tvsim exec --device \(place.device) -- bash check first second || { echo "it does not start again after $n"; break; }
                [ $status = 137 ] && killed=$((killed + 1)) && continue
                [ $status = 0 ] && grep -q client_secret second && echo "done $killed $answered" && break
                echo "status $status at $n"; break
            done
            """
        let output = try tool.shell("bash script 2>/dev/null", in: try written(script, in: tool))
        let end = try #require(output.wholeMatch(of: /done (\d+) (\d+)\n/), "\(output)")
        let (killed, answered) = (try #require(Int(end.output.1)), try #require(Int(end.output.2)))
        // A response needs at least this many writes. The last round gets a response without a kill. How many kills
        // follow the response depends on whether the server closes its files before it exits.
        #expect(killed * step >= 4 && (1...killed).contains(answered), "\(output)")
    }

    private func written(_ script: String, in tool: Tool) throws -> URL {
        _ = try tool.write(script, to: "work/script")
        return tool.home.appending(path: "work")
    }
}
