import Foundation
import TestSupport
import Testing

/// What a command says where the machine around it is not as machines are: sandboxes, namespaces, small limits.
@Suite("A machine that lacks something", .waitsForPrograms)
struct SurroundingsProgramTests {
    /// Whether this machine lets its users take parts of it away for one process.
    private static let hasNamespaces: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "unshare -rmn mount -t tmpfs none /proc 2>/dev/null"]
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(
        "has no /proc of its own: every command says so, where Swift's threads would end it by chance",
        .enabled(if: hasNamespaces),
        arguments: [
            "unshare -rm sh -c 'mount -t tmpfs none /proc; sh script'",
            // Another process namespace, in which /proc still tells of those outside.
            "unshare -rpf sh script",
        ])
    func noProcesses(line: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            for words in --version 'permission deny' 'run one.yaml' 'serve --port 0' 'exec -- true'
            do tvsim $words; echo $?; done
            """
        _ = try tool.write(script, to: "script")
        let printed = try tool.shell(line, in: tool.home)
        let refusal = """
            tvsim: /proc does not tell of this process, and Swift's threads end without it \
            ('mount -t proc proc /proc' has it there)
            69

            """
        #expect(printed == String(repeating: refusal, count: 5))
    }

    @Test(
        "has no home that can be opened: every command says so, and none that there are no devices",
        arguments: [
            "device list", "permission show", "permission deny", "device create x", "device delete x", "exec -- true",
        ]
    )
    func closedHome(line: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            touch file; ln -s nowhere link; ln -s loop loop
            for TVSIM_HOME in file link loop; do
                export TVSIM_HOME; tvsim \(line) 2>errors; status=$?; sed "s,$PWD/,," errors; echo $status
            done
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                tvsim: the folder 'file' cannot be opened: Not a directory
                74
                tvsim: the folder 'link' cannot be opened: it is a link to what is not there
                74
                tvsim: the folder 'loop' cannot be opened: Too many levels of symbolic links
                74

                """)
        #expect(try tool.shell("TVSIM_HOME=none/there tvsim device list", in: tool.home) == "no devices\n")
    }

    @Test("has a home that cannot be written: what only reads, reads", .enabled(if: hasNamespaces))
    func readOnlyHome() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            mkdir h; mount -t tmpfs none h; export TVSIM_HOME=h
            tvsim device create phone; tvsim permission deny com.example.stream; tvsim device export before.json
            mount -o remount,ro none h
            tvsim permission show; tvsim device list; tvsim device export after.json; cmp before.json after.json
            tvsim explain setRequestor >/dev/null; echo $?
            tvsim exec -- sh -c 'curl -s "$TVSIM_ADMIN_URL/state" | grep -q com.example.stream'; echo $?
            tvsim permission grant 2>errors; status=$?; sed "s,$PWD/,," errors; echo $status
            """
        _ = try tool.write(script, to: "script")
        #expect(
            try tool.shell("unshare -rm sh script", in: tool.home) == """
                com.example.stream  denied
                * default  built-in default
                  phone    built-in default
                0
                0
                tvsim: 'h/devices/default.sqlite' cannot be written, since nothing can be written beside it \
                (Read-only file system); copy its folder to where that is possible
                74

                """)
    }

    @Test(
        "has a device behind a link in a folder that cannot be written: it is read and written where it is",
        .enabled(if: hasNamespaces))
    func linkInReadOnlyFolder() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            export TVSIM_HOME=h; tvsim permission grant
            mkdir links; mount -t tmpfs none links; mkdir links/devices
            ln -s "$PWD/h/devices/default.sqlite" links/devices/; mount -o remount,ro none links
            tvsim exec -- sh -c 'tvsim permission deny; TVSIM_HOME=links tvsim permission show
                TVSIM_HOME=links tvsim permission restrict; tvsim permission show'
            """
        _ = try tool.write(script, to: "script")
        #expect(
            try tool.shell("unshare -rm sh script", in: tool.home) == """
                com.example.stream  denied
                com.example.stream  restricted

                """)
    }

    @Test("has a home whose name looks like a URI: it is a folder like others")
    func homeLikeURI() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            export TVSIM_HOME='file:h?mode=memory#x'
            tvsim permission deny; tvsim permission show; ls "$TVSIM_HOME/devices"
            """
        #expect(
            try tool.shell(script, in: tool.home) == "com.example.stream  denied\ndefault.sqlite\n")
    }

    @Test("has a device that is a link to nowhere: every command says the same, and it can be removed")
    func danglingDevice() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("permission deny")
        let script = """
            cd devices; mv default.sqlite ..; ln -s /nowhere/x default.sqlite; cd ..
            for words in 'permission show' 'permission deny' 'device show --device default' 'device create default'
            do tvsim $words 2>&1 | sed "s|'/.*/devices|'|"; done
            tvsim device list; tvsim device delete default; tvsim device list; tvsim permission show
            """
        let complaint =
            "tvsim: '/default.sqlite' cannot be opened: it is a link to what is not there; "
            + "'tvsim device delete default' removes it\n"
        #expect(
            try tool.shell(script, in: tool.home)
                == String(repeating: complaint, count: 4)
                + "* default  (cannot be read)\nno devices\ncom.example.stream  notDetermined\n")
    }

    @Test(
        "allows few open files: one line says so, before anything else",
        arguments: [
            (4, "run one.yaml", 8), (5, "permission show", 8), (5, "exec -- true", 8), (12, "exec -- true", 32),
            (16, "serve --port 0", 32), (24, "exec --tls -- true", 32),
        ])
    func fewFiles(limit: Int, line: String, room: Int) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n", to: "one.yaml")
        #expect(
            try tool.shell("exec 2>&1; (ulimit -n \(limit); exec timeout 20 tvsim \(line)); echo $?", in: tool.home)
                == "tvsim: Too many open files: room for \(room) more is needed ('ulimit -n' allows more)\n74\n")
    }

    @Test(
        "has no loopback interface: a server that nobody could reach is not said to be ready",
        .enabled(if: hasNamespaces),
        arguments: ["exec -- true", "exec --tls -- true", "serve --port 0"])
    func noLoopback(line: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(
            try tool.shell("unshare -rn timeout 20 tvsim \(line); echo $?", in: tool.home)
                == "tvsim: 127.0.0.1 cannot be reached: Network is unreachable; is the loopback interface up?\n74\n")
    }
}
