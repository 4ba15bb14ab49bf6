package import Foundation
import TVSimStructuredText

/// Signs in by a command of the user's, for pages with scripts.
///
/// The command gets the address as `TVSIM_LIVE_URL`, and a folder for the profile of its browser as `TVSIM_LIVE_FOLDER`,
/// another one for each session. It prints one JSON object: the fields of the form or the query that came to our address,
/// and nothing if no message came.
package struct CommandSignIn: SignIn {
    private let command: String
    private let folder: URL
    private let environment: [String: String]
    package var end: Visit? { nil }
    /// The longest that a sign-in may take, in seconds.
    private static let patience = 120

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - command: A line for the shell.
    ///   - folder: Where the browsers keep their profiles.
    ///   - environment: The environment of the command.
    package init(_ command: String, folder: URL, environment: [String: String]) {
        (self.command, self.folder, self.environment) = (command, folder, environment)
    }

    package func open(_ address: WebAddress, session: String) throws -> Delivery? {
        let profile = folder.appending(path: session)
        // The profile has the cookies of the session.
        try FileManager.default.createDirectory(
            at: profile, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "\(Self.patience)", "/bin/sh", "-c", command]
        process.environment = environment.merging(
            ["TVSIM_LIVE_URL": address.text, "TVSIM_LIVE_FOLDER": profile.path]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        do { try process.run() } catch { throw LiveStop("the command of 'signIn' cannot be started") }
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0, process.terminationReason == .exit else {
            // The status of timeout(1).
            let isLate = process.terminationStatus == 124
            throw LiveStop(
                isLate
                    ? "the command of 'signIn' took longer than \(Self.patience) s"
                    : "the command of 'signIn' failed, with status \(process.terminationStatus)")
        }
        let text = String(decoding: printed.prefix(1 << 21), as: UTF8.self).trimmed
        if text.isEmpty { return nil }
        guard let fields = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)) else {
            throw LiveStop("the command of 'signIn' did not print a JSON object of strings")
        }
        return Delivery(fields: fields, query: fields["query"], wasAsked: nil)
    }
}
