import HTTPTypes

/// How far the requests on a connection have come, and their answers, which follow them in their order.
struct RequestProgress {
    /// What was read last.
    private enum Reading {
        /// A whole request, and nothing behind it.
        case nothing
        /// Octets that are no head yet.
        case partOfHead
        /// Parts that were handed on since the last look.
        case parts
        /// The client says no more, or the server takes no more.
        case end
    }

    /// How many requests have no answer that has begun.
    private var unanswered = 0
    /// The request that has a head and no end yet; `nil`: none has.
    private(set) var unfinished: HTTPRequest?
    private var reading = Reading.nothing

    /// Whether the server listens to a request that is not whole, and no other is to be answered before it.
    var isListening: Bool { unfinished != nil && unanswered == 1 }
    /// Whether a request was answered before it was whole.
    var isAnsweredEarly: Bool { unfinished != nil && unanswered == 0 }
    /// Whether a head has begun to come, and there is nothing else to do.
    var hasPartOfHead: Bool {
        if case .partOfHead = reading { unfinished == nil && unanswered == 0 } else { false }
    }

    /// Notes a head.
    mutating func begin(_ request: HTTPRequest) {
        unanswered += 1
        unfinished = request
        reading = .parts
    }

    /// Notes a part of a body.
    mutating func goOn() { reading = .parts }

    /// Notes the end of a request.
    mutating func finish() {
        unfinished = nil
        reading = .parts
    }

    /// Notes that all was handed on that has come so far.
    mutating func pause() {
        switch reading {
        // Octets came, and nothing was handed on.
        case .nothing: reading = .partOfHead
        case .parts: reading = .nothing
        case .partOfHead, .end: break
        }
    }

    /// Notes that nothing more is to come.
    mutating func stop() { reading = .end }

    /// Notes the beginning of an answer, which may be one to what is no request.
    mutating func answer() { unanswered = max(0, unanswered - 1) }
}
