import Foundation
import TestSupport
import Testing

@Suite("tvsim health", .waitsForPrograms)
struct HealthProgramTests {
    @Test("prints the health of a server or of a world, that of TVSIM_URL without an address")
    func answers() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            tvsim exec --fresh -- sh -c 'tvsim health; tvsim health "$TVSIM_URL/s/mine/"; tvsim health "$TVSIM_URL"' \
            | grep -o '"status":"ok"\\|"world":[a-z"]*'
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                "status":"ok"
                "world":null
                "status":"ok"
                "world":"mine"
                "status":"ok"
                "world":null

                """)
    }

    @Test(
        "fails with what is wrong",
        arguments: [
            ("http://127.0.0.1:1", 69, "the server at http://127.0.0.1:1 does not answer: Connection refused"),
            ("http://127.0.0.1:1/s/x", 69, "the server at http://127.0.0.1:1/s/x does not answer: Connection refused"),
            ("localhost:8080", 64, "invalid address 'localhost:8080': expected http://HOST:PORT"),
            ("https://localhost:8080", 64, "ask a server with TLS by: curl"),
        ])
    func refusals(_ url: String, _ status: Int32, _ words: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run("health", url)
        #expect(outcome.status == status && outcome.error.contains(words), "\(outcome)")
        #expect(outcome.output.isEmpty && outcome.error.split(separator: "\n").count == 1)
    }

    @Test("fails if the server answers with an error, or not by HTTP")
    func otherServers() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            cat >server.py <<'END'
            import socket, sys
            server = socket.create_server(("127.0.0.1", 0)); print(server.getsockname()[1], flush=True)
            for answer in (b"HTTP/1.1 503 No\\r\\n\\r\\n", b"SSH-2.0\\r\\n"):
                client, _ = server.accept(); client.recv(4096); client.sendall(answer); client.close()
            END
            mkfifo port; python3 server.py >port & read -r port <port
            for time in 1 2; do tvsim health "http://127.0.0.1:$port" 2>&1 | sed 's/:[0-9][0-9]*/:PORT/'; done
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                tvsim: the server at http://127.0.0.1:PORT does not answer: status 503
                tvsim: the server at http://127.0.0.1:PORT does not answer: the answer is not HTTP/1.1

                """)
    }
}

@Suite("tvsim serve as a part of a program", .waitsForPrograms)
struct ServedByProgramTests {
    @Test("ends when its standard input ends, and removes its locator file", arguments: [true, false])
    func endOfInput(isAsked: Bool) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        // The pipe's only writer ends with the inner shell, as with a program that is killed.
        let script = """
            mkfifo input output
            tvsim serve --store memory: --port 0 --locator here.json \(isAsked ? "--until-stdin-closes" : "") \
            <input >output & server=$!
            { sh -c 'exec 3>input; read -r line <output; kill -9 $$'; } 2>/dev/null
            \(isAsked ? "wait $server; echo $?" : "tvsim health \"$(grep -o 'http://[0-9.:]*' here.json | head -1)\" | grep -c ok; kill $server; wait $server")
            ls here.json 2>/dev/null; true
            """
        #expect(try tool.shell(script, in: tool.home) == (isAsked ? "0\n" : "1\n"))
    }
}

@Suite("The fault catalogue of the command line")
struct FaultCatalogTests {
    @Test(
        "lists one operation, those with a text in any case, or none",
        arguments: [
            (["--operation", "service.sessions"], ["service.sessions"]),
            (["--operation", "service.sessions", "--contains", "nothing of it"], []),
            (["--contains", "the ACCESS token."], ["service.token"]),
            (["--contains", "nothing of it"], []),
        ])
    func parts(_ arguments: [String], _ operations: [String]) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let listed = try tool.run(["fault", "catalog"] + arguments).output
        #expect(
            listed.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
                == (operations.isEmpty ? ["no operations"] : operations), "\(listed)")
    }

    @Test("refuses an unknown operation with a suggestion")
    func unknown() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run("fault", "catalog", "--operation", "service.sesions")
        #expect(outcome.status == 64)
        #expect(outcome.error == "tvsim: unknown operation 'service.sesions'; did you mean 'service.sessions'?\n")
    }
}
