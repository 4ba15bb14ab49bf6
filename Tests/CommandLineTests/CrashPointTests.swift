import Foundation
import TestSupport
import Testing

/// A process that is killed before, in and after each single thing that it does to files, one after the other, until it does
/// nothing more: no moment is left out, and none is left to chance.
@Suite("Killed at every single write", .waitsForPrograms)
struct CrashPointTests {
    /// Where the kill falls.
    private static let parts = ["before", "middle", "after"]

    /// Builds the library that kills, by the compiler that links Swift.
    private func library(in tool: Tool) throws -> String {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "Clients/crash-point.c").path
        let library = tool.home.appending(path: "crash-point.so").path
        // It stands beside the compiler of Swift, which may be reached by a link from elsewhere.
        let swift = URL(fileURLWithPath: try TestSupport.Tool.locate("swiftc")).resolvingSymlinksInPath()
        let made = try TestSupport.Tool.run(
            swift.deletingLastPathComponent().appending(path: "clang").path,
            ["-shared", "-fPIC", "-Wall", "-Werror", "-o", library, source, "-ldl"])
        try #require(made.status == 0, "\(made.error)")
        return library
    }

    @Test(
        "a command leaves all as it was or all as it is to be, and what it reported is done",
        arguments: [
            ("clock advance 1s", 10), ("device erase", 10), ("device import other.json", 10),
            ("device create phone --profile ../p.yaml", 20), ("device delete phone-2", 1),
            // A file that a command writes is the old one or the new one, too.
            ("device export old.json", 2), ("run ../p.yaml --output old.json", 2),
        ],
        parts)
    func command(_ row: (line: String, points: Int), part: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: its own profile\n", to: "p.yaml")
        let script = """
            # What is there, whole: the devices' states, and the file.
            state() {
                for device in default phone phone-2; do
                    tvsim device export - --device $device 2>/dev/null || echo "no $device ($?)"
                done
                cat old.json
            }
            export TVSIM_HOME=$PWD/home
            mkdir home; echo old >old.json
            tvsim permission grant; tvsim device export other.json; tvsim clock advance 1h; tvsim device create phone-2
            cp -r home home-before; cp old.json old-before.json; state >before
            tvsim \(row.line) && state >after
            for ((n = 1; n < 500; n++)); do
                rm -rf home; cp -r home-before home; cp old-before.json old.json
                { CRASH_AT=$n CRASH_PART=\(part) LD_PRELOAD='\(try library(in: tool))' tvsim \(row.line); } 2>/dev/null
                status=$?
                state >now
                if [ $status = 0 ]; then cmp -s now after && echo "done $n"; break; fi
                if [ $status != 137 ]; then echo "status $status at $n"; break; fi
                cmp -s now before || cmp -s now after || { echo "torn at $n"; diff now before; break; }
            done
            """
        let output = try tool.shell("bash script 2>&1", in: try written(script, in: tool))
        let end = try #require(output.split(separator: "\n").last.map(String.init), "\(output)")
        #expect(output == "\(end)\n")
        // As many points as a change of a database has at the least; a library that does nothing would find none.
        let points = try #require(Int(end.replacing("done ", with: "")), "\(output)") - 1
        #expect(points >= row.points)
    }

    @Test("a server keeps what it has answered", arguments: parts)
    func server(part: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            export TVSIM_HOME=$PWD/home
            information=$(printf '{"primaryHardwareType":"Phone","model":"x","version":"1","osName":"iOS"}' | base64 -w0)
            statement=$(tvsim statement show)
            field() { grep -o "\\"$1\\":\\"[^\\"]*" | cut -d'"' -f4; }
            for ((n = 1; n < 100; n++)); do
                rm -f armed
                cat >request <<END
            touch armed
            curl -s -H "X-Device-Info: $information" -d '{"software_statement": "$statement"}' \\$TVSIM_URL/o/client/register
            rm armed
            END
                CRASH_AT=$n CRASH_PART=\(part) CRASH_FROM=$PWD/armed LD_PRELOAD='\(try library(in: tool))' \\
                    tvsim serve --port 0 --locator locator >served 2>&1 &
                until [ -s locator ] || ! kill -0 $! 2>/dev/null; do :; done
                TVSIM_URL=$(field url <locator) sh request >answer; rm -f armed
                id=$(field client_id <answer)
                kill -TERM $! 2>/dev/null; wait $! 2>/dev/null; status=$?; rm -f locator
                if [ -n "$id" ]; then
                    tvsim exec -- sh -c 'curl -s -H "X-Device-Info: '$information'" "$TVSIM_URL/o/client/token" \\
                        -d "grant_type=client_credentials&client_id='$id'&client_secret='$(field client_secret <answer)'"; \\
                        curl -s "$TVSIM_ADMIN_URL/journal?contains='$id'"' >kept
                    grep -q access_token kept || echo "the client of $n is lost"
                    grep -q registered kept || echo "the journal of $n is lost"
                fi
                [ $status = 0 ] && break
            done
            echo "points $((n - 1))"
            """
        let output = try tool.shell("bash script 2>/dev/null", in: try written(script, in: tool))
        let points = try #require(output.firstMatch(of: /^points (\d+)\n$/).flatMap { Int($0.output.1) }, "\(output)")
        #expect(points >= 2)
    }

    private func written(_ script: String, in tool: Tool) throws -> URL {
        _ = try tool.write(script, to: "work/script")
        return tool.home.appending(path: "work")
    }
}
