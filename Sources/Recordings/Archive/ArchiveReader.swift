import EntitlementAPI
import Foundation
import HTTPTypes
import Scenario
package import StructuredText

extension Recording {
    /// The deepest nesting of an archive; browsers nest the stack of a request in `_initiator`.
    private static let mostNested = 256

    /// Reads an HTTP archive (HAR 1.2), and removes its secrets.
    ///
    /// - Parameters:
    ///   - octets: The file.
    ///   - name: The name of the file in errors.
    ///   - host: The service's host, with its port unless it is the usual one; `nil` for the vendor's hosts.
    /// - Throws: `CommandError` with the entry and what to do, if the file cannot be used.
    package init(archive octets: [UInt8], name: String, host: String? = nil) throws(CommandError) {
        let root = try Self.json(octets, name: name)
        guard case .array(let recorded)? = root["log"]?["entries"] else {
            throw CommandError(
                .malformed,
                "'\(name)' has no 'log.entries': expected an HTTP archive (HAR 1.2), as 'Save all as HAR' of a browser "
                    + "or a proxy writes it")
        }
        var disguise = Disguise()
        var hosts: Set<String> = []
        var legacy: LegacyPath?
        (entries, ignored) = ([], Ignored())
        for (index, entry) in recorded.enumerated() {
            let reader = EntryReader(entry: entry, number: index + 1, file: name)
            let target = try reader.target()
            guard Self.isService(target.authority, named: host) else {
                hosts.insert(target.authority)
                ignored.otherHosts += 1
                continue
            }
            switch try reader.read(target, &disguise) {
            case .entry(let entry): entries.append(entry)
            case .preflight: ignored.preflights += 1
            case .otherPath:
                ignored.otherPaths += 1
                legacy = legacy ?? LegacyPath(RequestTarget(target.path).path)
            case .unanswered: ignored.unanswered += 1
            }
        }
        if entries.isEmpty, let legacy {
            throw CommandError(.malformed, "'\(name)' has no request to REST API V2: \(legacy.explanation)")
        }
        try checkUse(of: recorded.count, hosts: hosts, name: name, host: host)
        // The order of the file decides between equal times.
        entries.sort { ($0.began, $0.number) < ($1.began, $1.number) }
    }

    private func checkUse(
        of count: Int, hosts: Set<String>, name: String, host: String?
    ) throws(CommandError) {
        if entries.isEmpty {
            let found = hosts.isEmpty ? "" : "; hosts: \(hosts.sorted().prefix(3).joined(separator: ", "))"
            throw CommandError(
                .malformed,
                "'\(name)' has no request to the API at \(host ?? EntitlementWire.defaultAuthority) (entries: "
                    + "\(count)\(found)): name the service's host with --host")
        }
        if !entries.contains(where: \.hasBody) {
            throw CommandError(
                .malformed,
                "'\(name)' has no response bodies, from entry \(entries[0].number) on: save the archive with content")
        }
    }

    private static func json(_ octets: [UInt8], name: String) throws(CommandError) -> JSONValue {
        do {
            return try JSONValue(json: octets, mostNested: mostNested)
        } catch let error as MalformedJSON {
            let isCut = error.octet >= octets.count && octets.contains(UInt8(ascii: "{"))
            throw CommandError(
                .malformed,
                isCut
                    ? "'\(name)' ends in the middle of an entry, at line \(error.position.line): save the archive again"
                    : "'\(name)' is not JSON (line \(error.position.line), column \(error.position.column): "
                        + "\(error.reason)): expected an HTTP archive (HAR 1.2)")
        } catch {
            throw CommandError(.malformed, "'\(name)' is not JSON: expected an HTTP archive (HAR 1.2)")
        }
    }

    private static func isService(_ authority: String, named host: String?) -> Bool {
        if let host { return authority == host.lowercased() }
        return authority.hasSuffix(".auth.adobe.com") || authority.hasSuffix(".auth-staging.adobe.com")
    }
}
