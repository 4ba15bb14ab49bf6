package import Foundation
package import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
package import TVSimWorld

/// Sends the requests of a run to allowed addresses, one at a time.
package final class LiveClient {
    /// An answer of a server.
    package struct Answer: Sendable {
        package let status: Int
        package let fields: HTTPFields
        package let body: Data
    }

    private let channel: any OutsideRequests
    /// The addresses that it may open.
    package let allowed: AllowedAddresses
    /// How fast it sends.
    package let pace: LivePace
    private let identity: HTTPFields
    /// Where the messages are kept; `nil` if they are not.
    var kept: KeptMessages?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - channel: The way to the servers.
    ///   - allowed: The addresses that it may open.
    ///   - pace: How fast it sends.
    ///   - run: The name of the run, which stands in each request, so that logs can be searched.
    ///   - contact: How the people of the party reach those who test it; `nil` on loopback.
    package init(
        over channel: any OutsideRequests, to allowed: AllowedAddresses, pace: LivePace, run: String, contact: String?
    ) {
        (self.channel, self.allowed, self.pace) = (channel, allowed, pace)
        identity = [
            .userAgent: "tvsim-live/\(SimulatorVersion.current)\(contact.map { " (+\($0))" } ?? "")", .run: run,
        ]
    }

    /// The longest wait that a server may ask for (RFC 9110, 10.2.3), and how often a request is sent.
    private static let (longestWait, mostTries) = (60, 3)

    /// Returns how long to wait before a request is repeated; `nil` if the answer is one to the message.
    ///
    /// A 429 says nothing of a message, with or without `Retry-After` (RFC 6585, 4). A 503 without it may be what a party
    /// answers to one message at which it fails.
    private static func wait(after answer: Answer, try number: Int) -> Duration? {
        guard [429, 503].contains(answer.status) else { return nil }
        let asked = answer.fields[.retryAfter].flatMap { Int($0) }
        if let asked, (0...longestWait).contains(asked) { return .seconds(asked) }
        return answer.status == 429 ? .seconds(1 << number) : nil
    }

    /// Sends a request, and waits and repeats it if the server limits how often it is asked (429, 503).
    ///
    /// - Parameters:
    ///   - address: An allowed address.
    ///   - form: The fields of a form to post; `nil` to get a page.
    ///   - cookies: The value of the header `Cookie`; `nil` without cookies.
    /// - Returns: The answer.
    /// - Throws: `TransportFailure` without an answer; ``LiveStop`` if the run must not send more.
    func send(
        to address: WebAddress, form: [(name: String, value: String)]? = nil, cookies: String? = nil
    ) throws -> Answer {
        precondition(allowed.contains(address), "the address is not allowed")
        var request = HTTPRequest(
            method: form == nil ? .get : .post, scheme: address.origin.scheme, authority: address.origin.authority,
            path: address.target, headerFields: identity)
        request.headerFields[.accept] = "text/html,application/json;q=0.9,*/*;q=0.8"
        request.headerFields[.cookie] = cookies
        if form != nil { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        let body = Data((form.map { FormCoding.encode($0) } ?? "").utf8)
        var status = 0
        for number in 0..<Self.mostTries {
            try pace.admit()
            let (response, content) = try channel.send(request, body: body)
            let answer = Answer(status: response.status.code, fields: response.headerFields, body: content)
            do { try kept?.keep(request, body, answer) } catch { throw LiveStop(error.description) }
            guard let wait = Self.wait(after: answer, try: number) else { return answer }
            status = answer.status
            if number < Self.mostTries - 1 { pace.pause(wait) }
        }
        throw LiveStop(
            "'\(address.place)' answers \(status) again and again: it limits how often it is asked, or locks after refusals. "
                + "Use a lower --rate, or an installation without the limit")
    }
}

extension HTTPField.Name {
    /// The name of a run, for searches in the logs of a party.
    fileprivate static let run = Self("X-Tvsim-Run") ?? .userAgent
}
