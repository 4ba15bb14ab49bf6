import Foundation
import TestSupport

/// The `openssl` program, which shares no code with the product.
enum OutsideJudge {
    /// Whether openssl verifies an RSA signature with SHA-256 over some bytes.
    static func verifies(signature: Data, over bytes: Data, publicKeyPEM: String) throws -> Bool {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-judge-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = (
            key: folder.appendingPathComponent("key.pem"), signature: folder.appendingPathComponent("signature"),
            bytes: folder.appendingPathComponent("bytes")
        )
        try Data(publicKeyPEM.utf8).write(to: files.key)
        try signature.write(to: files.signature)
        try bytes.write(to: files.bytes)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "dgst", "-sha256", "-verify", files.key.path, "-signature", files.signature.path,
            files.bytes.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runWithLimit()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

extension Data {
    /// Reads Base64 with the alphabet and without the padding of RFC 4648 § 5.
    init?(base64URL text: some StringProtocol) {
        var base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while base64.utf8.count % 4 != 0 { base64 += "=" }
        self.init(base64Encoded: base64)
    }

    /// Writes Base64 with the alphabet and without the padding of RFC 4648 § 5.
    var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
