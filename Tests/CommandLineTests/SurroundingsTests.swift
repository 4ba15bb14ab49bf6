import Foundation
import Testing

/// What a command says where the machine around it is not as machines are: sandboxes, namespaces, small limits.
@Suite("A machine that lacks something")
struct SurroundingsTests {
    /// Whether this machine lets its users take parts of it away for one process.
    private static let hasNamespaces: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "unshare -rmn mount -t tmpfs none /proc 2>/dev/null"]
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test("has no /proc: commands have their arguments all the same", .enabled(if: hasNamespaces))
    func noProcesses() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            mount -t tmpfs none /proc
            tvsim permission frob; echo $?
            tvsim permission deny com.example.stream; tvsim permission show
            tvsim exec -- sh -c 'curl -s "$TVSIM_ADMIN_URL/health" >health; exit 3'; echo $?; wc -l <health
            for file in 3 4 5 6 7 8 9; do echo "(: <&$file) 2>/dev/null && echo $file"; done >files
            sh files >before; tvsim exec -- sh files >during; cmp before during && echo the same files are open
            """
        _ = try tool.write(script, to: "script")
        #expect(
            try tool.shell("unshare -rm sh script", in: tool.home) == """
                tvsim: there is no command 'frob' (see 'tvsim permission --help')
                64
                com.example.stream  denied
                3
                1
                the same files are open

                """)
    }
}
