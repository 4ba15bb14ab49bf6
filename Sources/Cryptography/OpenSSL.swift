import CTVSimOpenSSL
import Foundation

/// OpenSSL's context of this package, and the forms in which its functions take and give bytes.
///
/// The context reads no configuration, so a system policy that forbids SHA-1 does not affect it.
enum OpenSSL {
    /// A context with OpenSSL's own algorithms.
    ///
    /// Unchecked: it never changes after it is created, and OpenSSL locks what it caches in it.
    nonisolated(unsafe) static let context: OpaquePointer? = {
        // OpenSSL would otherwise free at exit what other threads still use to sign.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        guard let context = OSSL_LIB_CTX_new() else { return nil }
        guard OSSL_PROVIDER_load(context, "default") != nil else {
            OSSL_LIB_CTX_free(context)
            return nil
        }
        return context
    }()

    /// Calls a function with the bytes and their number; the pointer is valid even if the number is 0.
    static func reading<Result>(_ octets: Data, _ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        octets.withUnsafeBytes { bytes in
            if let start = bytes.bindMemory(to: UInt8.self).baseAddress { return body(start, bytes.count) }
            return withUnsafePointer(to: UInt8(0)) { body($0, 0) }
        }
    }

    /// Collects the bytes that a function writes.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of bytes.
    ///   - write: Writes to the pointer, sets the number of bytes written, and returns whether it succeeded.
    /// - Returns: The bytes; `nil` if the function fails.
    static func writing(
        upTo capacity: Int, _ write: (UnsafeMutablePointer<UInt8>, inout Int) -> Bool
    ) -> Data? {
        var (result, length) = (Data(count: max(capacity, 1)), capacity)
        let isDone = result.withUnsafeMutableBytes { place in
            place.bindMemory(to: UInt8.self).baseAddress.map { write($0, &length) } ?? false
        }
        return isDone && length <= result.count ? result.prefix(length) : nil
    }

    /// Returns the DER that one of OpenSSL's `i2d` functions writes; `nil` if it fails.
    static func encoding(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> Data? {
        let length = write(nil)
        guard length > 0 else { return nil }
        return writing(upTo: Int(length)) { place, _ in
            var next: UnsafeMutablePointer<UInt8>? = place
            return write(&next) == length
        }
    }

    /// Reads an object by one of OpenSSL's `d2i` functions.
    ///
    /// - Parameters:
    ///   - octets: The DER, which must contain nothing else.
    ///   - free: Frees the object if other bytes follow it.
    ///   - read: Reads an object, and moves the pointer to its end.
    /// - Returns: The object, which the caller must free; `nil` if it is malformed.
    static func decoding(
        _ octets: Data, free: (OpaquePointer) -> Void,
        _ read: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?
    ) -> OpaquePointer? {
        reading(octets) { start, count in
            var next: UnsafePointer<UInt8>? = start
            guard let object = read(&next, count) else { return nil }
            if next == start + count { return object }
            free(object)
            return nil
        }
    }
}
