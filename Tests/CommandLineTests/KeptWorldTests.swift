import Foundation
import TestSupport
import Testing

/// Tests the isolated worlds of a device, which its file keeps and every command can use as devices.
@Suite("Isolated worlds that are kept", .waitsForPrograms)
struct KeptWorldTests {
    @Test("are exported, imported and erased like devices, and deleted with the device")
    func moved() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("clock advance 1h")
        // A new world has its device's profile, not the device's current state.
        #expect(try tool.line("device create default/a").status == 0)
        #expect(try tool.line("clock show --device default/a").output.hasPrefix("2026-01-01T00:00:00Z"))
        #expect(try tool.line("clock advance 2h --device default/a").status == 0)
        let exported = try tool.line("device export - --device default/a").output
        let file = try tool.write(exported, to: "a.json")
        #expect(try tool.run("device", "import", file, "--device", "default/b").status == 0)
        #expect(try tool.line("device export - --device default/b").output == exported)
        #expect(try tool.run("device", "import", file, "--device", "default").status == 0)
        #expect(try tool.line("device erase --device default/a").status == 0)
        #expect(try tool.line("clock show --device default/a").output.hasPrefix("2026-01-01T00:00:00Z"))
        #expect(try tool.line("clock show --device default/b").output.hasPrefix("2026-01-01T02:00:00Z"))
        #expect(try tool.line("clock show").output.hasPrefix("2026-01-01T02:00:00Z"))
        // Erasing a device keeps its worlds, as a reset by a request does.
        #expect(try tool.line("device erase").status == 0)
        #expect(try tool.line("clock show --device default/b").output.hasPrefix("2026-01-01T02:00:00Z"))
        #expect(try tool.line("device delete default").status == 0)
        let gone = try tool.line("clock show --device default/b")
        #expect(gone.status == 66)
        #expect(gone.error.hasPrefix("tvsim: device 'default' not found"))
    }

    @Test(
        "have the same name rules as devices",
        arguments: ["default/", "/a", "default/a/b", "default/.a", "default/a b", "-x/a", "default//a", "/"])
    func names(name: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let refused = try tool.run("clock", "show", "--device=\(name)")
        #expect(refused.status == 64)
        #expect(refused.error.hasPrefix("tvsim: invalid device name '\(name)'"))
        #expect(try tool.run("device", "list").output == "no devices\n")
    }

    @Test("of a missing device are not created by a command")
    func withoutDevice() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let refused = try tool.line("device create phone/a")
        #expect(refused.status == 66)
        #expect(refused.error == "tvsim: device 'phone' not found; create it with 'tvsim device create phone'\n")
        // An import creates a world as `create` does, and also a missing default device.
        let state = try tool.line("device export -").output
        #expect(try tool.line("device delete default").status == 0)
        #expect(try tool.run(["device", "import", "-", "--device", "default/i"], input: state).status == 0)
        #expect(try tool.line("clock show --device default/i").status == 0)
        #expect(try tool.run(["device", "import", "-", "--device", "phone/i"], input: state).status == 66)
        #expect(try tool.line("device create default/a").status == 0)
        #expect(try tool.line("device create default/a").status == 73)
        #expect(try tool.line("clock show --device default/b").error.contains("did you mean 'default/"))
    }
}

extension KeptWorldTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("survive a kill with all answered changes, separate from each other")
        func killed() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let server = try Serving(tool)
            let register = """
                information=$(printf '{"primaryHardwareType":"Phone","model":"x","version":"1","osName":"iOS"}' | base64 -w0)
                curl -s -H "X-Device-Info: $information" "$URL/s/a/o/client/register" \
                    -d "{\\"software_statement\\": \\"$(tvsim statement show)\\"}" | grep -o '"client_id":"[^"]*"'
                """
            #expect(try server.command(#"{"advance": "1h"}"#, inWorld: "b") == "204")
            let client = try tool.shell("URL='\(server.location.url)'; \(register)", in: tool.home)
            #expect(client.hasPrefix("\"client_id\""))
            #expect(try server.command(#"{"advance": "31d"}"#, inWorld: "a") == "204")
            _ = try server.end(by: SIGKILL)
            let next = try Serving(tool)
            #expect(try next.curl("\(next.location.admin)/worlds") == "{\"worlds\":[\"a\",\"b\"]}\n")
            let health = try next.curl("\(next.location.url)/s/a/_sim/v1/health")
            #expect(health.contains(#""now":"2026-02-01T00:00:00Z""#) && health.contains(#""device":"default/a""#))
            #expect(try next.curl("\(next.location.url)/s/b/_sim/v1/health").contains("2026-01-01T01:00:00Z"))
            let journal = try next.curl("\(next.location.url)/s/a/_sim/v1/journal?contains=register")
            #expect(journal.contains("201 registered"))
            #expect(try next.curl("\(next.location.url)/s/b/_sim/v1/journal?contains=register").contains(#""count":0"#))
            #expect(try tool.line("clock show").output.hasPrefix("2026-01-01T00:00:00Z"))
            #expect(try next.end().status == 0)
        }

        @Test("are devices for every command, which shares changes with requests")
        func devices() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            try tool.line("device create phone")
            let server = try Serving(tool, ["--device", "phone"])
            #expect(try server.command(#"{"permission": "denied"}"#, inWorld: "a") == "204")
            #expect(try tool.line("permission show --device phone/a").output == "com.example.stream  denied\n")
            #expect(try tool.line("permission show --device phone").output == "com.example.stream  notDetermined\n")
            #expect(try tool.line("clock advance 1h --device phone/a").status == 0)
            #expect(try server.curl("\(server.location.url)/s/a/_sim/v1/health").contains("2026-01-01T01:00:00Z"))
            #expect(try server.curl("\(server.location.url)/s/a/_sim/v1/explain").contains("--device phone/a"))
            // The list contains a world that a command created from another profile, but not another device's worlds.
            let profile = try tool.write("schema: 1\nname: late\nclock: 2027-01-01T00:00:00Z\n", to: "late.yaml")
            #expect(try tool.run("device", "create", "phone/b", "--profile", profile).status == 0)
            try tool.line("device create default/c")
            #expect(try server.curl("\(server.location.admin)/worlds") == "{\"worlds\":[\"a\",\"b\"]}\n")
            #expect(try server.curl("\(server.location.url)/s/b/_sim/v1/health").contains("2027-01-01T00:00:00Z"))
            #expect(
                try tool.line("device list").output
                    == """
                    * default    built-in default
                      default/c  built-in default
                      phone      built-in default
                      phone/a    built-in default
                      phone/b    late

                    """)
            #expect(try server.end().status == 0)
        }

        @Test("are removed by a request or a command, and created again when they are named")
        func removed() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let server = try Serving(tool)
            let world = "\(server.location.url)/s/a/_sim/v1"
            let ways = ["curl -s -X DELETE '\(world)/world'", "tvsim device delete default/a"]
            for way in ways {
                #expect(try server.command(#"{"advance": "1h"}"#, inWorld: "a") == "204")
                #expect(try server.curl("\(world)/health").contains("2026-01-01T01:00:00Z"))
                #expect(try tool.shell(way, in: tool.home) == "")
                #expect(try !tool.line("device list").output.contains("default/a"))
                #expect(try server.curl("\(server.location.admin)/worlds") == "{\"worlds\":[]}\n")
                let asked = "curl -s -o /dev/null -w '%{http_code}' -H 'If-Match: *' '\(world)/health'"
                #expect(try tool.shell(asked, in: tool.home) == "412")
                // HEAD, OPTIONS and DELETE do not create a world.
                for only in ["-I '\(world)/health'", "-I '\(server.location.url)/s/a/sp/saml/metadata'"] {
                    #expect(try tool.shell("curl -s \(only)", in: tool.home).hasPrefix("HTTP/1.1 200"))
                }
                for method in ["OPTIONS", "DELETE"] {
                    _ = try tool.shell("curl -s -X \(method) '\(world)/world'", in: tool.home)
                }
                #expect(try server.curl("\(server.location.admin)/worlds") == "{\"worlds\":[]}\n")
                #expect(try server.curl("\(world)/health").contains("2026-01-01T00:00:00Z"))
                #expect(try tool.shell("curl -s -X DELETE '\(world)/world'", in: tool.home) == "")
            }
            #expect(try server.end().status == 0)
        }

        @Test("have a journal wait that survives a removal and creates no world")
        func waiting() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let server = try Serving(tool)
            let world = "\(server.location.url)/s/a"
            // The request creates the world, which shows that it waits. Its later reads do not create the world again.
            let outcome = try tool.shell(
                """
                curl -s '\(world)/_sim/v1/journal/wait?contains=/awaited&timeout=60s' >page &
                until tvsim device list | grep -q default/a; do :; done
                curl -s -o /dev/null '\(world)/other'
                tvsim device delete default/a
                for look in 1 2 3 4 5 6 7 8 9 10; do tvsim device list; done | sort -u
                curl -s -o /dev/null '\(world)/awaited'
                while [ ! -s page ]; do :; done
                cat page
                """, in: tool.home)
            #expect(outcome.hasPrefix("* default  built-in default\n{\"count\":1,"), "\(outcome)")
            #expect(outcome.contains("/awaited") && outcome.contains(#""last":1"#), "\(outcome)")
            #expect(try server.end().status == 0)
        }

        @Test("that are missing do not block requests while the device is locked")
        func held() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let server = try Serving(tool)
            #expect(try server.command("signOut", inWorld: "a") == "204")
            let outcome = try tool.shell(
                """
                python3 - '\(tool.devicePath("default"))' <<'END' &
                import signal, sqlite3, sys
                device = sqlite3.connect(sys.argv[1], isolation_level=None)
                device.execute("BEGIN IMMEDIATE")
                open("held", "w").close()
                signal.pause()
                END
                holder=$!
                until [ -e held ]; do :; done
                curl -s -o removed -w '%{http_code}\\n' -X DELETE '\(server.location.url)/s/none/_sim/v1/world' >status &
                curl -s -m 20 '\(server.location.admin)/health' | grep -c now
                curl -s -m 20 '\(server.location.url)/s/a/_sim/v1/health' | grep -c now
                curl -s -m 20 '\(server.location.admin)/worlds'
                until [ -s status ]; do :; done
                kill -9 $holder; cat status removed
                """, in: tool.home)
            #expect(outcome.hasPrefix("1\n1\n{\"worlds\":[\"a\"]}\n503\n{\"error\""), "\(outcome)")
            #expect(try server.end().status == 0)
        }

        @Test("start empty after their device was deleted and created again")
        func deletedDevice() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let server = try Serving(tool)
            for path in ["/s/a/_sim/v1/health", "/_sim/v1/worlds", "/s/b/_sim/v1/health"] {
                #expect(try server.command(#"{"advance": "1h"}"#, inWorld: "a") == "204")
                #expect(try tool.line("device delete default").status == 0)
                let answer = try server.curl(server.location.url + path)
                #expect(answer.contains("2026-01-01T00:00:00Z") || answer == "{\"worlds\":[]}\n", "\(answer)")
            }
            #expect(try server.end().status == 0)
        }

        @Test("that were removed are not created by If-Match requests or HEAD")
        func removedMeanwhile() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let server = try Serving(tool)
            let port = try #require(URL(string: server.location.url)?.port)
            // The request's header is sent before the removal and its body after it.
            let script = """
                import http.client, socket, sys
                port = int(sys.argv[1])
                def ask(method, path, headers={}):
                    connection = http.client.HTTPConnection("127.0.0.1", port)
                    connection.request(method, path, headers=headers)
                    answer = connection.getresponse()
                    return answer.status, answer.read().decode()
                for method, headers in [("HEAD", ""), ("POST", "Sec-Fetch-Site: cross-site\\r\\n")]:
                    ask("GET", "/s/a/_sim/v1/health")
                    late = socket.create_connection(("127.0.0.1", port))
                    head = f"{method} /s/a/api/v2/REF30/configuration HTTP/1.1\\r\\nHost: localhost\\r\\n{headers}Content-Length: 2\\r\\n\\r\\n"
                    late.sendall(head.encode())
                    ask("DELETE", "/s/a/_sim/v1/world")
                    late.sendall(b"{}")
                    print(method, late.recv(100).split()[1].decode(), ask("GET", "/_sim/v1/worlds")[1].strip())
                for method, path in [("DELETE", "/s/a/_sim/v1/journal"), ("DELETE", "/s/a/api/v2/REF30/x")]:
                    print(method, ask(method, path)[0], ask("GET", "/_sim/v1/worlds")[1].strip())
                """
            let file = try tool.write(script.replacing("\\\\", with: "\\"), to: "late.py")
            #expect(
                try tool.shell("python3 \(file) \(port)", in: tool.home) == """
                    HEAD 401 {"worlds":[]}
                    POST 403 {"worlds":[]}
                    DELETE 204 {"worlds":[]}
                    DELETE 404 {"worlds":[]}

                    """)
            #expect(try server.end().status == 0)
        }

        @Test("are created once by simultaneous requests and servers")
        func together() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let servers = try [Serving(tool), Serving(tool)]
            let worlds = servers.map { "\($0.location.url)/s/a/_sim/v1/commands\n" }.joined()
            _ = try tool.write(String(repeating: worlds, count: 10), to: "requests")
            let line = "xargs -P 20 -n 1 curl -s -o /dev/null -w '%{http_code}\\n' -d '{\"advance\": \"1h\"}' <requests"
            #expect(try tool.shell(line, in: tool.home) == String(repeating: "204\n", count: 20))
            #expect(try tool.line("clock show --device default/a").output.hasPrefix("2026-01-01T20:00:00Z"))
            for server in servers { #expect(try server.end().status == 0) }
        }

        @Test("are used by an app's process that names one, which does not create it")
        func app() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let server = try Serving(tool)
            #expect(try server.command(#"{"permission": "denied"}"#, inWorld: "a") == "204")
            let app = try tool.converse(with: "StatusClient", bundleID: "com.example.stream", on: "default/a")
            defer { app.end() }
            #expect(try app.ask(lines: 2) == ["access 2, VSErrorDomain 0", "provider none, VSErrorDomain 0"])
            #expect(try server.command(#"{"permission": "granted"}"#, inWorld: "a") == "204")
            #expect(try app.ask(lines: 2) == ["access 3, no error", "provider none, VSErrorDomain 4"])
            #expect(try tool.line("permission show").output == "com.example.stream  notDetermined\n")
            let lost = try tool.converse(with: "StatusClient", bundleID: "com.example.stream", on: "default/b")
            defer { lost.end() }
            #expect(try lost.ask(lines: 2) == [])
            #expect(try server.curl("\(server.location.admin)/worlds") == "{\"worlds\":[\"a\"]}\n")
            #expect(try server.end().status == 0)
        }

        @Test("can be served; their own isolated worlds are in memory")
        func served() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            try tool.line("device create default/a")
            try tool.line("permission deny --device default/a")
            let server = try Serving(tool, ["--device", "default/a"])
            #expect(try server.curl("\(server.location.admin)/device").contains(#""access":"denied""#))
            #expect(try server.curl("\(server.location.admin)/health").contains(#""device":"default/a""#))
            #expect(try server.curl("\(server.location.url)/s/b/_sim/v1/health").contains(#""device":null"#))
            #expect(try server.end().status == 0)
            #expect(try !tool.line("device list").output.contains("default/b"))
        }
    }
}
