import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

/// The messages of a run as files: what a developer needs to repeat a case.
///
/// They have tokens and cookies, which reports leave out, so only their owner can read them. They have no password.
package final class KeptMessages {
    private let folder: String
    private var count = 0
    /// What the run sends now: its last word names the files.
    var topic = "begin"
    /// The passwords and other secrets of the user's environment, which no file has.
    var secrets: [String] = []

    /// Creates the folder.
    ///
    /// - Parameter folder: The path of a folder that does not exist or is empty.
    /// - Throws: `CommandError` for another path, or if the folder cannot be made.
    init(in folder: String) throws(CommandError) {
        self.folder = folder
        if mkdir(folder, 0o700) == 0 { return }
        let name = "--keep-messages '\(folder.onOneLine)'"
        guard errno == EEXIST else {
            throw CommandError(.unwritable, "\(name) cannot be made: \(String(cString: strerror(errno)))")
        }
        guard (try? FileManager.default.contentsOfDirectory(atPath: folder)) == [] else {
            throw CommandError(.exists, "\(name) is not an empty folder: choose a new folder")
        }
    }

    /// Writes a request with its answer.
    ///
    /// - Throws: `CommandError` if the file cannot be written.
    func keep(_ request: HTTPRequest, _ body: Data, _ answer: LiveClient.Answer) throws(CommandError) {
        count += 1
        let word = (topic.split(separator: " ").last ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let address = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
        let sent = Self.text("\(request.method.rawValue) \(address)", request.headerFields, body)
        let got = Self.text("\(answer.status)", answer.fields, answer.body)
        try LiveKeyFiles.write(
            hiding(sent + "\n\n--- answer ---\n" + got) + "\n",
            to: "\(folder)/\(String(format: "%04d", count))-\(word).txt", mode: 0o600)
    }

    private func hiding(_ text: String) -> String {
        // A password may have the user's name in it.
        secrets.filter { !$0.isEmpty }.sorted { $0.count > $1.count }.reduce(text) { text, secret in
            let encoded = FormCoding.encode([(name: "", value: secret)]).dropFirst()
            return text.replacing(secret, with: "«secret»").replacing(encoded, with: "«secret»")
        }
    }

    private static func text(_ first: String, _ fields: HTTPFields, _ body: Data) -> String {
        ([first] + fields.map { "\($0.name.rawName): \($0.value)" }).joined(separator: "\n") + "\n\n"
            + String(decoding: body, as: UTF8.self)
    }
}
