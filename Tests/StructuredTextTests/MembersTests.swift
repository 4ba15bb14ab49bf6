import TVSimStructuredText
import Testing

@Suite("The members of a JSON object")
struct MembersTests {
    @Test("keep their order, and are equal in any")
    func order() throws {
        let (first, second): (Members, Members) = (["b": 1, "a": ["y": 1, "x": 2]], ["a": ["x": 2, "y": 1], "b": 1])
        #expect(first.keys == ["b", "a"])
        #expect(first == second)
        #expect(Set([JSONValue.object(first), .object(second)]).count == 1)
        for other: Members in [
            ["b": 1], ["b": 1, "a": 2], ["b": 1, "c": ["y": 1, "x": 2]], ["b": 1, "a": [:], "c": 1],
        ] {
            #expect(first != other)
        }
        #expect(JSONText.line(ordered: .object(first)) == #"{"b":1,"a":{"y":1,"x":2}}"#)
        #expect(try JSONText.line(JSONValue.object(first)) == #"{"a":{"x":2,"y":1},"b":1}"#)
    }

    @Test("change in place, are added at the end, and are removed by nil")
    func changes() {
        var members: Members = ["a": 1, "b": 2, "a": 3]
        #expect(members.map { "\($0.key)=\($0.value)" } == ["a=integer(3)", "b=integer(2)"])
        members["c"] = "new"
        members["a"] = .null
        #expect(members.keys == ["a", "b", "c"])
        #expect(members["a"] == .some(.null))
        members["b"] = nil
        #expect(members.keys == ["a", "c"])
        #expect(members.merging(["d": 4, "c": 5]) { $1 } == ["a": .null, "c": 5, "d": 4])
        #expect(members.merging(["d": 4, "c": 5]) { old, _ in old }["c"] == "new")
        #expect(Members(["z": 1, "y": 2]).keys == ["y", "z"])
    }

    @Test("are found with line and column in the text of a document")
    func places() throws {
        let text = """
            {"set": {"enabled": true, "names": ["a",
              "b"]},
             "é": 1, "z": {}}
            """
        let document = try JSONReader.document(text)
        let (set, names): (ValuePath, ValuePath) = (
            .member("set", of: .root), .member("names", of: .member("set", of: .root))
        )
        let expected: [(ValuePath, Int, Int, String)] = [
            (.root, 1, 1, ""), (set, 1, 9, "set"), (.key("set", of: .root), 1, 2, ""),
            (.member("enabled", of: set), 1, 21, "set.enabled"), (.key("enabled", of: set), 1, 10, "set"),
            (names, 1, 36, "set.names"), (.item(1, of: names), 2, 3, "set.names[1]"),
            (.member("z", of: .root), 3, 15, "z"),
            // What the text lacks is where its surroundings begin.
            (.member("missing", of: set), 1, 9, "set.missing"),
        ]
        for (path, line, column, description) in expected {
            #expect(document.position(of: path) == SourcePosition(line: line, column: column), "\(path)")
            #expect(path.description == description)
        }
        let cursor = ValueCursor(document.value)["set"]?["names"]?.items?.last
        #expect(cursor?.path == .item(1, of: names))
        #expect(SourceDocument(document.value).position(of: names) == .start)
    }
}
