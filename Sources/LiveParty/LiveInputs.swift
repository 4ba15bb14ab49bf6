import Foundation
import TVSimReports
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

/// The options and the files of a test, and where its report goes.
struct LiveInputs {
    let launch: LiveLaunch
    /// The configuration, over which options win.
    var settings: LiveSettings
    let known: KnownDifferences
    init(_ launch: LiveLaunch) throws {
        self.launch = launch
        settings = try launch.config.map { try LiveSettings(file: $0) } ?? LiveSettings()
        settings.keys = launch.keys ?? settings.keys
        settings.contact = launch.contact ?? settings.contact
        known = try launch.known.map { try KnownDifferences(file: $0) } ?? KnownDifferences()
    }

    /// Returns what tells a person at a terminal what is sent now, and names the messages that are kept.
    func progress(naming kept: KeptMessages?) -> (String) -> Void {
        { topic in
            kept?.topic = topic
            if isatty(STDERR_FILENO) == 1 { ProgramError.show("\r\u{1B}[K\(topic.onOneLine.prefix(76))\r") }
        }
    }

    var selection: LiveSelection {
        var selection = LiveSelection()
        (selection.only, selection.skip, selection.isIntrusive) = (launch.only, launch.skip, launch.isIntrusive)
        return selection
    }

    /// Returns the keys of the folder.
    func keys() throws -> LiveKeys {
        guard let folder = settings.keys else {
            throw CommandError(.invalid, "name the folder of keys by --keys; 'tvsim live keys --output DIR' makes one")
        }
        return try LiveKeys.read(folder, at: LiveProgram.now())
    }

    /// Returns the addresses of further hosts.
    static func addresses(of hosts: [String]) throws(CommandError) -> [WebAddress] {
        var found: [WebAddress] = []
        for host in hosts {
            for scheme in ["https", "http"] { found.append(try address("\(scheme)://\(host)/")) }
        }
        return found
    }

    /// Reads an address.
    static func address(_ text: String) throws(CommandError) -> WebAddress {
        guard let address = WebAddress(text) else {
            throw CommandError(
                .malformed, "invalid address '\(text.onOneLine)': expected one that begins with http:// or https://")
        }
        return address
    }

    /// Gets a document of metadata.
    static func metadata(at address: WebAddress, over client: LiveClient) throws -> Data {
        guard let answer = try? client.send(to: address), answer.status == 200 else {
            throw CommandError(.unavailable, "the metadata cannot be read from '\(address.place)'")
        }
        return answer.body
    }

    /// Runs a test, and writes its reports.
    ///
    /// - Parameters:
    ///   - write: Writes to standard output.
    ///   - test: The test. It begins after the files of the report were opened.
    /// - Returns: The exit status.
    /// - Throws: `CommandError` for a file that cannot be read or written; what the test throws.
    func report(to write: @escaping (String) throws -> Void, _ test: () throws -> LiveResult) throws -> Int32 {
        let inputs = [launch.config, launch.known, launch.compare].compactMap(\.self)
        let earlier = try launch.compare.map(LiveProgram.result)
        let outputs = try ReportOutputs(launch.reports, keeping: inputs, write)
        var result = try test()
        if let earlier { result.compare(with: earlier) }
        try outputs.write(result.report(verbose: launch.isVerbose))
        if let file = launch.writeKnown {
            try NamedFile.write(KnownDifferences.text(of: result), to: file, keeping: inputs)
        }
        if let stopped = result.stopped { ProgramError.tell(stopped) }
        return result.exitStatus
    }
}
