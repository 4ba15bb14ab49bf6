import CTVSimOpenSSL
package import Foundation

/// Unpredictable random bytes.
///
/// A simulated world draws its values from its seed instead. Only encrypted messages and the server's certificates use
/// this.
package enum SecureRandom {
    /// Returns random bytes.
    package static func bytes(_ count: Int) -> Data {
        let bytes = OpenSSL.writing(upTo: count) { place, length in
            RAND_bytes_ex(OpenSSL.context, place, length, 0) == 1
        }
        // A predictable key would be worse than the end of the process.
        guard let bytes else { fatalError("OpenSSL has no random numbers") }
        return bytes
    }
}
