import Foundation
import TVSimRecordings
import TVSimStructuredText
import TestSupport
import Testing

/// The example archive, whose entries tests change.
struct SessionArchive {
    private(set) var root: JSONValue

    /// The numbers of entries in the example.
    static let (register, token, configuration, session, polled, profile, preauthorize, authorize, logout) =
        (2, 3, 4, 6, 8, 10, 11, 12, 13)

    init() throws {
        root = try JSONValue(json: Data(contentsOf: Repository.root.appending(path: "Examples/session.har")))
    }

    /// The file.
    var octets: [UInt8] {
        get throws { Array(try JSONText.line(root).utf8) }
    }

    func recording() throws -> Recording { try Recording(archive: octets, name: "session.har") }

    /// Returns the report of the recorded world.
    func report() async throws -> ContractReport {
        let recording = try recording()
        return try await Contract.check(recording, in: recording.origin())
    }

    /// Changes a value of an entry; `nil` removes it.
    mutating func change(_ entry: Int, _ path: [String], to value: JSONValue?) {
        root = Self.replacing(["log", "entries", String(entry - 1)] + path, in: root, with: value)
    }

    /// Returns the JSON of an entry's response; `nil` if it has none.
    func answer(_ entry: Int) throws -> JSONValue? {
        let content = try #require(Self.value(["log", "entries", String(entry - 1), "response", "content"], in: root))
        guard var text = content["text"]?.string else { return nil }
        if content["encoding"] != nil {
            text = String(decoding: try #require(Data(base64Encoded: text)), as: UTF8.self)
        }
        return try? JSONText.value(text)
    }

    /// Changes a member of the JSON of an entry's response; `nil` removes it.
    mutating func changeAnswer(_ entry: Int, _ path: [String], to value: JSONValue?) throws {
        let answer = Self.replacing(path, in: try #require(try answer(entry)), with: value)
        change(entry, ["response", "content", "text"], to: .string(try JSONText.line(answer)))
        change(entry, ["response", "content", "encoding"], to: nil)
    }

    static func value(_ path: [String], in root: JSONValue) -> JSONValue? {
        guard let name = path.first else { return root }
        let rest = Array(path.dropFirst())
        switch root {
        case .object: return root[name].flatMap { value(rest, in: $0) }
        case .array(let items):
            guard let index = Int(name), items.indices.contains(index) else { return nil }
            return value(rest, in: items[index])
        default: return nil
        }
    }

    static func replacing(_ path: [String], in root: JSONValue, with value: JSONValue?) -> JSONValue {
        guard let name = path.first else { return value ?? .null }
        let rest = Array(path.dropFirst())
        switch root {
        case .object(var members):
            members[name] = rest.isEmpty ? value : replacing(rest, in: members[name] ?? [:], with: value)
            return .object(members)
        case .array(var items):
            guard let index = Int(name), items.indices.contains(index) else { return root }
            if rest.isEmpty, value == nil {
                items.remove(at: index)
            } else {
                items[index] = replacing(rest, in: items[index], with: value)
            }
            return .array(items)
        default: return root
        }
    }
}

extension ContractReport {
    /// The differences as lines: the entry, the path, the two sides and the row.
    var lines: [String] {
        entries.flatMap { entry in
            entry.differences.map {
                "\(entry.entry) \($0.path): \($0.recorded) | \($0.simulated) | \($0.row ?? "unexplained")"
            }
        }
    }
}
