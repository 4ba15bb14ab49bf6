import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Reads the body of a request, up to a limit.
enum RequestReading {
    /// What was found.
    enum Body: Sendable, Hashable {
        case whole(Data)
        /// There is more than the limit; the rest was not kept.
        case tooLarge
    }

    /// Says how many bytes a request announces; `nil` when it does not say, or says no number.
    static func announcedLength(_ head: HTTPRequest) -> Int? {
        head.headerFields[.contentLength].flatMap { Int($0) }
    }

    /// Reads the body.
    ///
    /// A client that asks whether it may send is told to, but not where its body is too large anyway.
    ///
    /// - Throws: ``Interrupted`` when the connection ended before the body did, and what the channel throws when the
    ///   request is not HTTP. Nothing must be answered then.
    static func body(
        of request: Request, upTo limit: Int, _ writer: borrowing ResponseWriter
    ) async throws -> Body {
        let announced = announcedLength(request.head)
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
