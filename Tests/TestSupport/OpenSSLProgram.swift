package import Foundation

/// The `openssl` program as an independent implementation.
package enum OpenSSLProgram {
    /// Runs the program with files.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, in which the names of `files`, and `out`, stand for paths.
    ///   - files: The files, by their names.
    /// - Returns: The content of the file `out`, which the program wrote; `nil` if the program failed.
    /// - Throws: `Tool.Missing` if the program is not installed.
    package static func run(_ arguments: [String], files: [String: Data]) throws -> Data? {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-openssl-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, content) in files { try content.write(to: folder.appendingPathComponent(name)) }
        let paths = arguments.map { argument in
            argument == "out" || files[argument] != nil ? folder.appendingPathComponent(argument).path : argument
        }
        guard try Tool.run("openssl", paths).status == 0 else { return nil }
        return (try? Data(contentsOf: folder.appendingPathComponent("out"))) ?? Data()
    }

    /// Signs bytes with ECDSA and SHA-256, and returns the two numbers one after the other.
    package static func signByECDSA(_ octets: Data, privateKeyPEM: String, coordinate: Int) throws -> Data? {
        let files = ["key": Data(privateKeyPEM.utf8), "message": octets]
        guard var rest = try run(["dgst", "-sha256", "-sign", "key", "-out", "out", "message"], files: files)
        else { return nil }
        // A sequence of two integers: kind, length, content. A long sequence has one more byte of length.
        rest = rest.dropFirst(rest.dropFirst().first == 0x81 ? 3 : 2)
        return (1...2).reduce(into: Data()) { pair, _ in
            let length = Int(rest.dropFirst().first ?? 0)
            let number = rest.dropFirst(2).prefix(length).drop { $0 == 0 }
            pair += Data(repeating: 0, count: coordinate - number.count) + number
            rest = rest.dropFirst(2 + length)
        }
    }
}
