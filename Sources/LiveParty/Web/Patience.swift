import TVSimEntitlementAPI

/// Repeats once what a party does not answer, and ends a run after three silences in a row.
final class Patience {
    private var silences = 0
    private static let mostSilences = 3

    /// Runs an attempt.
    ///
    /// - Parameters:
    ///   - attempt: What is sent.
    ///   - silent: Makes the result of two attempts without an answer, from the reason.
    /// - Returns: The result.
    /// - Throws: ``LiveStop`` after three silences; what the attempt throws.
    func perform<Value>(_ attempt: () throws -> Value, silent: (String) -> Value) throws -> Value {
        var failure = ""
        for _ in 0..<2 {
            do {
                let value = try attempt()
                silences = 0
                return value
            } catch let error as MissingRequest {
                silences = 0
                failure = error.reason
            } catch let error as TransportFailure {
                silences += 1
                failure = error.code.told
                guard silences < Self.mostSilences else {
                    throw LiveStop("the party does not answer: \(failure), \(silences) times in a row")
                }
            }
        }
        return silent(failure)
    }
}

/// A sign-in that did not begin, for example because the party is locked.
struct MissingRequest: Error { let reason: String }

extension TransportFailure.Code {
    /// Why a party did not answer.
    var told: String {
        switch self {
        case .timeout: "no answer in time"
        case .unreachable: "the connection is refused"
        case .interrupted: "the connection was closed before the answer was complete"
        case .untrusted: "the certificate is not trusted"
        case .malformed: "the answer is not an HTTP response of at most 1 MiB"
        }
    }
}
