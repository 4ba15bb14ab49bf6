import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
package import TVSimStructuredText

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
        try self.init(archive: octets, name: name, host: host, seeing: nil)
    }

    /// Reads an archive, and hands on each request of a client or its browser before its secrets are removed.
    init(
        archive octets: [UInt8], name: String, host: String?, seeing see: ((SeenRequest) -> Void)?
    ) throws(CommandError) {
        // An archive can have hundreds of megabytes, so its entries are read one by one.
        let taken = TakenEntries(file: name, host: host, octets: octets.count, seeing: see)
        let root = try Self.json(octets, name: name) { taken.add($0) }
        guard case .array? = root["log"]?["entries"] else {
            throw CommandError(
                .malformed,
                "'\(name)' has no 'log.entries': expected an HTTP archive (HAR 1.2), as 'Save all as HAR' of a browser "
                    + "or a proxy writes it")
        }
        if let failure = taken.failure { throw failure }
        (entries, ignored) = (taken.entries, taken.ignored)
        note(creator: root["log"]?["creator"]?["name"]?.string)
        if entries.isEmpty, let legacy = taken.legacy {
            throw CommandError(.malformed, "'\(name)' has no request to REST API V2: \(legacy.explanation)")
        }
        try checkUse(of: taken.count, hosts: taken.hosts, name: name, host: host)
        // The order of the file decides between equal times.
        entries.sort { ($0.began, $0.number) < ($1.began, $1.number) }
    }

    /// How many values an entry has at most; a value in memory is many times larger than its text.
    private static let mostValues = 250_000

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

    /// Reads the archive without its entries, which are taken one by one.
    private static func json(
        _ octets: [UInt8], name: String, taking take: @escaping (JSONValue) -> Void
    ) throws(CommandError) -> JSONValue {
        do throws(MalformedJSON) {
            return try JSONReader.value(
                of: octets, .message, mostNested: mostNested, large: ["log", "entries"],
                most: 10_000 + octets.count / 100,
                mostValues: mostValues
            ) { _, entry in take(entry) }
        } catch {
            if error.isOfLimit { throw CommandError(.malformed, "'\(name)': \(error.reason)") }
            let isCut = error.octet >= octets.count && octets.contains(UInt8(ascii: "{"))
            throw CommandError(
                .malformed,
                isCut
                    ? "'\(name)' ends in the middle of an entry, at line \(error.position.line): save the archive again"
                    : "'\(name)' is not JSON (line \(error.position.line), column \(error.position.column): "
                        + "\(error.reason)): expected an HTTP archive (HAR 1.2)")
        }
    }

    fileprivate static func isService(_ authority: String, named host: String?) -> Bool {
        if let host { return authority == host.lowercased() }
        return authority.hasSuffix(".auth.adobe.com") || authority.hasSuffix(".auth-staging.adobe.com")
    }
}

/// The entries of an archive that were taken so far, and what their removal of secrets has to remember.
private final class TakenEntries {
    private let file: String
    private let host: String?
    private let see: ((SeenRequest) -> Void)?
    private var disguise = Pseudonyms()
    private(set) var entries: [Recording.Entry] = []
    private(set) var ignored = Recording.Ignored()
    private(set) var hosts: Set<String> = []
    private(set) var count = 0
    /// The first path of an older API among the other paths.
    private(set) var legacy: LegacyPath?
    /// The error of the first entry that cannot be used.
    private(set) var failure: CommandError?

    /// How many entries of the service and how many different secrets an archive has at most.
    ///
    /// Real entries have a kilobyte or more. One in memory takes as much, and a secret a hundred bytes, so that an
    /// archive takes at most four times its file.
    private let most: (entries: Int, secrets: Int)

    init(file: String, host: String?, octets: Int, seeing see: ((SeenRequest) -> Void)?) {
        (self.file, self.host, self.see) = (file, host, see)
        most = (10_000 + octets / 1_000, 100_000 + octets / 100)
    }

    /// Reads the next entry, unless an earlier one could not be used.
    func add(_ entry: JSONValue) {
        count += 1
        guard failure == nil else { return }
        do throws(CommandError) {
            try take(EntryReader(entry: entry, number: count, file: file))
            guard entries.count <= most.entries else {
                throw CommandError(
                    .malformed, "'\(file)' has more than \(most.entries) requests to the service: save fewer")
            }
            guard disguise.count <= most.secrets else {
                throw CommandError(
                    .malformed, "'\(file)' has more than \(most.secrets) different secrets: save fewer requests")
            }
        } catch {
            failure = error
        }
    }

    private func take(_ reader: EntryReader) throws(CommandError) {
        let target = try reader.target()
        guard Recording.isService(target.authority, named: host) else {
            hosts.insert(target.authority)
            ignored.otherHosts += 1
            return
        }
        if let see, let seen = try reader.seen(target) { see(seen) }
        switch try reader.read(target, &disguise) {
        case .entry(let entry): entries.append(entry)
        case .preflight: ignored.preflights += 1
        case .otherPath:
            ignored.otherPaths += 1
            legacy = legacy ?? LegacyPath(RequestTarget(target.path).path)
        case .unanswered: ignored.unanswered += 1
        }
    }
}
