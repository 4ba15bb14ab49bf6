import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Reads request bodies up to a size limit.
enum RequestReading {
    /// The result of reading a body.
    enum Body: Sendable, Hashable {
        case whole(Data)
        /// The body is larger than the limit.
        case tooLarge
    }

    /// Reads the body of a request.
    ///
    /// It answers `Expect: 100-continue` with 100, unless the announced body is too large.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The largest body, in bytes.
    ///   - writer: The writer for the response.
    /// - Returns: The body, or that it is too large.
    /// - Throws: ``Interrupted`` when the connection closes before the end of the body. Throws an error of the channel
    ///   when the request is malformed.
    static func body(
        of request: Request, upTo limit: Int, _ writer: borrowing ResponseWriter
    ) async throws -> Body {
        let announced = request.head.headerFields[.contentLength].flatMap { Int($0) }
        if let announced, announced > limit { return .tooLarge }
        if request.head.headerFields[.expect]?.lowercased() == "100-continue" {
            try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        var data = Data()
        for try await buffer in request.body {
            guard data.count + buffer.readableBytes <= limit else { return .tooLarge }
            data.append(contentsOf: buffer.readableBytesView)
        }
        if Task.isCancelled || announced.map({ data.count < $0 }) ?? false { throw Interrupted() }
        return .whole(data)
    }

    /// The connection closed before the end of the request.
    struct Interrupted: Error {}
}
