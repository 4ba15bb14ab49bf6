import CTVSimZlib
package import Foundation

/// The compression of messages in URLs: DEFLATE without a header (RFC 1951), as SAML Bindings 2.0, 3.4.4.1 requires.
package enum Deflate {
    /// The maximum size of a decompressed message in bytes.
    ///
    /// A request has a hundredth of it. Without a limit, a few kilobytes of compressed zeros would fill the memory.
    static let longestMessage = 256 * 1024

    /// Compresses bytes.
    package static func compress(_ octets: Data) throws -> Data {
        var stream = z_stream()
        guard tvsim_deflate_init(&stream) == Z_OK else { throw MessageError("The message cannot be compressed.") }
        defer { deflateEnd(&stream) }
        return try run(&stream, over: octets, limit: Int(deflateBound(&stream, UInt(octets.count))), deflate)
    }

    /// Decompresses bytes.
    ///
    /// - Throws: ``MessageError`` if they are not DEFLATE, end too early, continue after the end, or are too large.
    package static func decompress(_ octets: Data) throws -> Data {
        var stream = z_stream()
        guard tvsim_inflate_init(&stream) == Z_OK else { throw MessageError("The message cannot be decompressed.") }
        defer { inflateEnd(&stream) }
        let message = try run(&stream, over: octets, limit: longestMessage, inflate)
        guard stream.avail_in == 0 else { throw MessageError("The compressed message has trailing data.") }
        return message
    }

    private static func run(
        _ stream: inout z_stream, over octets: Data, limit: Int,
        _ step: (UnsafeMutablePointer<z_stream>, Int32) -> Int32
    ) throws -> Data {
        var input = [UInt8](octets)
        var status = Z_OK
        // One byte more than the limit distinguishes a message that just fits. The memory is not initialized, because a
        // message is a small part of it.
        let output = [UInt8](unsafeUninitializedCapacity: limit + 1) { output, written in
            status = input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(limit + 1)
                return step(&stream, Z_FINISH)
            }
            written = limit + 1 - Int(stream.avail_out)
        }
        guard output.count <= limit else { throw MessageError("The message has more than \(limit) bytes.") }
        guard status == Z_STREAM_END else { throw MessageError("The message is not a complete DEFLATE stream.") }
        return Data(output)
    }
}
