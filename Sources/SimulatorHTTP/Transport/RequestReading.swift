import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Reads the body of a request, up to a limit.
enum RequestReading {
    /// A body.
    enum Body: Sendable, Hashable {
        case whole(Data)
        /// The body is larger than the limit.
        case tooLarge
    }

    /// Reads the body.
    ///
    /// A client that asks with `Expect: 100-continue` is told to send the body, unless it is too large.
    ///
    /// - Throws: ``Interrupted`` when the connection ends before the body does, and errors of the channel when the request is
    ///   malformed.
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

    /// The connection ended before the request did.
    struct Interrupted: Error {}
}
