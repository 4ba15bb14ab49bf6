import Foundation
import TestSupport
import Testing

@Suite("Requests that name no world, under tvsim exec", .waitsForPrograms)
struct LostRequestProgramTests {
    @Test(
        "are printed at the end, and fail a command that succeeded",
        arguments: [
            (#"curl -s "$TVSIM_URL/s/mine/_sim/v1/health""#, "", 0, 1), (#"true"#, "", 0, 0),
            (#"curl -s "$TVSIM_URL/s/mine/_sim/v1/health""#, "exit 3", 3, 1),
        ])
    func told(_ before: String, _ after: String, _ status: Int32, _ lost: Int) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let command = """
            \(before) >/dev/null; curl -s "$TVSIM_URL/api/v2/REF30/configuration?a=b" >/dev/null; \(after)
            """
        let outcome = try tool.run("exec", "--fresh", "--", "sh", "-c", command)
        #expect(outcome.status == (status == 0 && lost > 0 ? 1 : status), "\(outcome)")
        let told = """
            tvsim: 1 request named no world and got 421 (--worlds):
              GET /api/v2/REF30/configuration

            """
        #expect(outcome.error == (lost > 0 ? told : ""))
    }

    @Test("are for the world without a name if the user says so, or the client")
    func open() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let command = """
            curl -s "$TVSIM_URL/s/mine/_sim/v1/health" >/dev/null
            curl -s -o /dev/null -w "%{http_code}\\n" $1 "$TVSIM_URL/activate"
            """
        #expect(try tool.run("exec", "--fresh", "--worlds", "open", "--", "sh", "-c", command).output == "200\n")
        let header = ["sh", "-c", command, "sh", "-HSimulator-World:-"]
        #expect(try tool.run(["exec", "--fresh", "--"] + header).output == "200\n")
    }

    @Test("are told by addresses that a client in Python, Node.js or Java has resolved")
    func resolved() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            cat >Resolve.java <<'END'
            class Resolve { public static void main(String[] a) { System.out.println(java.net.URI.create(a[0]).resolve(a[1])); } }
            END
            cat >test.sh <<'END'
            curl -s "$TVSIM_URL/s/mine/_sim/v1/health" >/dev/null
            base="$TVSIM_URL/s/mine/"; path=/activate
            python3 -c 'import sys, urllib.parse; print(urllib.parse.urljoin(*sys.argv[1:]))' "$base" "$path" >urls
            node -e 'console.log(new URL(process.argv[2], process.argv[1]).href)' "$base" "$path" >>urls
            java Resolve.java "$base" "$path" >>urls
            while read -r url; do curl -s -o /dev/null -w "%{http_code}\\n" "$url"; done <urls
            END
            tvsim exec --fresh -- sh test.sh 2>/dev/null; echo $?
            """
        #expect(try tool.shell(script, in: tool.home) == "421\n421\n421\n1\n")
    }
}

@Suite("Ports of worlds", .waitsForPrograms)
struct WorldPortProgramTests {
    @Test("come back: 1,000 worlds in a row, with at most 256 open files, and health is answered at any time")
    func many() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            cat >many.py <<'END'
            import http.client, json, os, urllib.parse
            at = urllib.parse.urlsplit(os.environ["TVSIM_URL"])

            def ask(method, path, body=None, port=at.port):
                connection = http.client.HTTPConnection(at.hostname, port, timeout=60)
                connection.request(method, path, body)
                answer = connection.getresponse()
                content = answer.read()
                connection.close()
                return answer.status, content

            for number in range(1000):
                status, content = ask("POST", "/_sim/v1/worlds", json.dumps({"name": f"w{number}", "ifExists": "fail"}))
                assert status == 200, (number, content)
                port = urllib.parse.urlsplit(json.loads(content)["url"]).port
                assert ask("DELETE", "/_sim/v1/world", port=port)[0] == 204
                try:
                    ask("GET", "/_sim/v1/health", port=port)
                    raise SystemExit(f"world {number} still has its port")
                except ConnectionRefusedError:
                    pass
            live = 0
            while (refused := ask("POST", "/_sim/v1/worlds", json.dumps({"name": f"live{live}"})))[0] == 200:
                live += 1
            assert refused[0] == 503 and b"ulimit -n" in refused[1], refused
            assert 100 < live < 200, live
            assert ask("GET", "/_sim/v1/health")[0] == 200
            print("done")
            END
            ulimit -n 256
            tvsim exec --fresh -- python3 many.py
            """
        #expect(try tool.shell(script, in: tool.home) == "done\n")
    }

    @Test("are in the addresses under the name by which a client of another machine has reached the server")
    func named() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            post() { curl -s -H "Host: tvsim:8080" -d '{"name": "mine"}' "$TVSIM_ADMIN_URL/worlds" | grep -o '"url":"[^"]*"' | sed 's/:[0-9][0-9]*"/:PORT"/'; }
            export -f post
            tvsim exec --fresh --host 0.0.0.0 --allow-remote --open-admin -- bash -c post
            tvsim exec --fresh --host 0.0.0.0 --allow-remote --open-admin --world-ports none -- bash -c post
            tvsim exec --fresh --allow-remote --open-admin --public-host sim.test -- bash -c post
            """
        let shown = try tool.run(["exec", "--fresh", "--", "bash", "-c", "true"])
        #expect(shown.status == 0)
        let file = try tool.write(script, to: "named.sh")
        #expect(
            try tool.shell("bash '\(file)'", in: tool.home) == """
                "url":"http://tvsim:PORT"
                "url":"http://tvsim:8080/s/mine"
                "url":"http://sim.test:PORT"

                """)
    }

    @Test(
        "are refused on the command line with what is wrong",
        arguments: [
            ("--world-ports 8080", "invalid ports '8080' of worlds: expected a range such as 8081-8144, or none"),
            ("--world-ports 9-8", "invalid ports '9-8' of worlds"), ("--world-ports 0-8", "invalid ports"),
            ("--public-host a:1", "--public-host requires a host without a port"),
            ("--allow-remote", "--allow-remote lets clients of other machines use the admin API"),
            ("--public-host sim.test", "--public-host lets clients of other machines use the admin API"),
            ("--allow-remote", "give it a secret by --admin-token or TVSIM_ADMIN_TOKEN, or use --open-admin"),
            ("--admin-token a --open-admin", "--admin-token and --open-admin cannot be used together"),
            ("--admin-token ä", "in --admin-token: expected 1 to 512 visible ASCII characters"),
            ("--worlds some", "The value 'some' is invalid for '--worlds <worlds>'"),
        ])
    func refused(_ option: String, _ words: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run(["serve"] + option.split(separator: " ").map(String.init))
        #expect(outcome.status == 64 && outcome.error.contains(words), "\(outcome.error)")
    }
}
