import Foundation
import TestSupport
import Testing

/// Tests the files of a fixture set that programs in other languages read: manifest, requests and schemas.
///
/// It also runs the example programs of the documentation.
@Suite("A set of fixtures, read by other programs", .waitsForPrograms)
struct FixtureReadingProgramTests {
    private static let schema = Repository.root.appending(path: "docs/fixtures.schema.json").path
    private static let requestsSchema = Repository.root.appending(path: "docs/requests.schema.json").path

    @Test("agrees with its schema, its limits and the programs of the documentation")
    func wholeSet() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = try FixturesTests.generate(tool, "set")
        let listed = try tool.run("fixtures", "list").output.split(separator: "\n").count
        try judgeManifest(in: folder, listed: listed)
        try judgeLimits(in: folder)
        try judgeMessages(in: folder)
        try judgeByTheDocumentation(folder)
        try replay(folder, tool)
    }

    /// The manifest is valid by its schema and contains every file with its digest.
    private func judgeManifest(in folder: URL, listed: Int) throws {
        let script = """
            import hashlib, json, pathlib, sys
            import jsonschema
            folder = pathlib.Path(sys.argv[1])
            manifest = json.loads((folder / 'manifest.json').read_text())
            schema = json.loads(pathlib.Path(sys.argv[2]).read_text())
            jsonschema.Draft202012Validator.check_schema(schema)
            judge = jsonschema.Draft202012Validator(schema)
            judge.validate(manifest)
            requests = json.loads(pathlib.Path(sys.argv[3]).read_text())
            jsonschema.Draft202012Validator.check_schema(requests)
            named = {'manifest.json', 'reader.key'}
            for case in manifest['cases']:
                for file in case['files'].values():
                    named.add(file['path'])
                    assert hashlib.sha256((folder / file['path']).read_bytes()).hexdigest() == file['sha256']
                assert ('requests' in case['files']) == ('service' in case['expected'])
                if 'requests' in case['files']:
                    sent = json.loads((folder / case['files']['requests']['path']).read_text())
                    jsonschema.Draft202012Validator(requests).validate(sent)
                    last = [step['expected'] for step in sent['steps'] if 'expected' in step][-1]
                    assert {key: last[key] for key in ('status', 'code') if key in last} == case['expected']['service']
            there = {str(path.relative_to(folder)) for path in folder.rglob('*') if path.is_file()}
            assert there == named, there ^ named
            print(len(manifest['cases']))
            """
        let result = try TestSupport.Tool.run(
            TestSupport.Tool.python, ["-c", script, folder.path, Self.schema, Self.requestsSchema])
        #expect(result.output == "\(listed)\n", "\(result.error)")
    }

    @Test("has schemas that reject invalid manifests and requests")
    func schemas() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let folder = try FixturesTests.generate(
            tool, "set", ["honest", "expired", "accessDenied", "accessGranted", "logoutResponse"])
        let script = """
            import copy, json, pathlib, sys
            import jsonschema
            folder = pathlib.Path(sys.argv[1])
            whole = {'manifest': json.loads((folder / 'manifest.json').read_text())}
            whole |= {name: json.loads((folder / name / 'requests.json').read_text()) for name in ['accessGranted']}
            schemas = {'manifest': json.loads(pathlib.Path(sys.argv[2]).read_text())}
            schemas['accessGranted'] = json.loads(pathlib.Path(sys.argv[3]).read_text())
            gone = object()
            case = {c['name']: ['cases', n] for n, c in enumerate(whole['manifest']['cases'])}
            rows = [
                ('manifest', case['honest'] + ['reader'], gone),
                ('manifest', case['honest'] + ['expected', 'signature'], gone),
                ('manifest', case['honest'] + ['expected', 'verdict'], gone),
                ('manifest', case['honest'] + ['files', 'base64'], gone),
                ('manifest', case['honest'] + ['files', 'requests'], gone),
                ('manifest', case['honest'] + ['expected', 'service', 'code'], 'invalid_integration'),
                ('manifest', case['honest'] + ['expected', 'verdict', 'nameID'], gone),
                ('manifest', case['honest'] + ['files', 'certificate', 'path'], 'reader.key'),
                ('manifest', case['honest'] + ['files', 'xml', 'path'], 'honest/requests.json'),
                ('manifest', case['honest'] + ['files', 'xml', 'path'], '../honest/response.xml'),
                ('manifest', case['honest'] + ['instant'], '2026-01-01'),
                ('manifest', case['honest'] + ['defective'], True),
                ('manifest', case['expired'] + ['defective'], False),
                ('manifest', case['expired'] + ['expected', 'callbacks'], gone),
                ('manifest', case['accessDenied'] + ['expected', 'service', 'code'], gone),
                ('manifest', case['accessDenied'] + ['expected', 'service'], gone),
                ('manifest', case['accessDenied'] + ['reader'], whole['manifest']['cases'][0]['reader']),
                ('manifest', case['logoutResponse'] + ['receiver'], gone),
                ('manifest', case['logoutResponse'] + ['receiver', 'inResponseTo'], gone),
                ('manifest', case['logoutResponse'] + ['files', 'query'], gone),
                ('manifest', case['logoutResponse'] + ['expected', 'message', 'accepted'], False),
                ('manifest', case['logoutResponse'] + ['expected', 'signature'], gone),
                ('manifest', ['accepts', 'limits', 'depth'], gone),
                ('manifest', ['accepts', 'algorithms', 'digest'], []),
                ('accessGranted', ['world'], gone),
                ('accessGranted', ['world'], 'service: {}'),
                ('accessGranted', ['steps'], []),
                ('accessGranted', ['steps', 0, 'expected'], gone),
                ('accessGranted', ['steps', 0, 'event'], 'advance: 1h'),
                ('accessGranted', ['steps', 0, 'request', 'json'], '{}'),
                ('accessGranted', ['steps', 0, 'request', 'path'], 'http://somewhere.example/'),
                ('accessGranted', ['steps', 1, 'expected', 'code'], 'invalid_integration'),
                ('accessGranted', ['steps', 1, 'expected', 'status'], 400),
            ]
            for name, path, value in rows:
                assert jsonschema.Draft202012Validator(schemas[name]).is_valid(whole[name])
                changed = copy.deepcopy(whole[name])
                place = changed
                for key in path[:-1]:
                    place = place[key]
                if value is gone:
                    del place[path[-1]]
                else:
                    place[path[-1]] = value
                if jsonschema.Draft202012Validator(schemas[name]).is_valid(changed):
                    print(name, path)
            print(len(rows))
            """
        let result = try TestSupport.Tool.run(
            TestSupport.Tool.python, ["-c", script, folder.path, Self.schema, Self.requestsSchema])
        #expect(result.output == "33\n", "\(result.error)")
    }

    /// The limits in the manifest identify the cases that are too large.
    private func judgeLimits(in folder: URL) throws {
        let script = """
            import json, pathlib, sys
            from lxml import etree
            folder = pathlib.Path(sys.argv[1])
            manifest = json.loads((folder / 'manifest.json').read_text())
            limits = manifest['accepts']['limits']
            parser = etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True)
            large = set()
            for case in manifest['cases']:
                if 'xml' not in case['files'] or 'verdict' not in case['expected']:
                    continue
                octets = (folder / case['files']['xml']['path']).read_bytes()
                try:
                    elements = list(etree.fromstring(octets, parser).iter(etree.Element))
                except etree.XMLSyntaxError:
                    continue
                def text(element):
                    return (element.text or '') + ''.join(child.tail or '' for child in element)
                found = {
                    'bytes': len(octets), 'elements': len(elements),
                    'depth': max(1 + len(list(element.iterancestors())) for element in elements),
                    'attributes': max(len(element.attrib) for element in elements),
                    'textBytes': max(len(text(element).encode()) for element in elements),
                    'listedPrefixes': max(len(element.get('PrefixList', '').split()) for element in elements),
                }
                if any(found[name] > limits[name] for name in limits):
                    large.add(case['name'])
            size = {c['name'] for c in manifest['cases'] if c['expected'].get('verdict', {}).get('policy') == 'size'}
            print(len(size), sorted(size ^ large))
            """
        let result = try TestSupport.Tool.run(TestSupport.Tool.python, ["-c", script, folder.path])
        #expect(result.output == "6 []\n", "\(result.error)")
    }

    /// Two libraries that we did not write judge the messages in queries as the manifest says.
    private func judgeMessages(in folder: URL) throws {
        let script = Repository.root.appending(path: "Tests/CommandLineTests/Clients/judge_queries.py").path
        let result = try TestSupport.Tool.run(TestSupport.Tool.python, [script, folder.path])
        #expect(result.output == "{'cryptography': 35, 'python3-saml': 29}\n", "\(result.output)\(result.error)")
    }

    /// The Python example of the documentation gets the results of the manifest.
    private func judgeByTheDocumentation(_ folder: URL) throws {
        let script = try #require(try Self.examples().first)
        let result = try TestSupport.Tool.run(TestSupport.Tool.python, ["-c", script, folder.path])
        #expect(
            result.status == 0 && result.output.contains(" responses judged, 0 surprises"),
            "\(result.output)\(result.error)")
    }

    /// The Python example of the documentation sends every request over HTTP and gets the expected responses.
    private func replay(_ folder: URL, _ tool: Tool) throws {
        let script = try tool.write(try #require(try Self.examples().last), to: "play.py")
        let output = try tool.shell("\(TestSupport.Tool.python) \(script) \(folder.path)", in: tool.home)
        #expect(output == "322 cases played, 0 surprises\n")
    }

    /// The Python programs in the documentation.
    private static func examples() throws -> [String] {
        let page = try String(
            contentsOf: Repository.root.appending(path: "docs/tvsim.docc/Reference/Fixtures.md"), encoding: .utf8)
        let examples = page.components(separatedBy: "```python\n").dropFirst()
        try #require(examples.count == 2)
        return examples.compactMap { $0.components(separatedBy: "```").first }
    }
}
