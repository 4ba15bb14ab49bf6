import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// Collects what becomes of the inputs of one request while it is answered.
final class RequestInputs: Sendable {
    /// The largest number that is kept: the inputs of a request are few, and the MVPDs of a service provider may be many.
    static let most = 16

    private let kept = Locked<[InputFate]>([])

    /// What became of the inputs, in the order in which it was found out.
    var fates: [InputFate] { kept.withLockedValue { $0 } }

    /// Whether an input was not used.
    var haveUnused: Bool { fates.contains { $0.fate != .used } }

    /// The header whose token identifies the user; `nil` if none does.
    var sharingHeader: String? {
        let names = [HTTPField.Name.serviceToken, .subjectToken, .rokuToken].map(\.rawName)
        return fates.first { $0.fate == .used && names.contains($0.input.kept) }?.input.kept
    }

    /// Notes what became of an input.
    func note(_ fate: InputFate) {
        kept.withLockedValue { kept in
            if kept.count < Self.most, !kept.contains(fate) { kept.append(fate) }
        }
    }

    /// Notes that an input counted.
    func use(_ header: HTTPField.Name) { note(InputFate(used: header.rawName)) }
}

extension ServiceRequest {
    /// The optional headers that every answer may use without a check, so that they are never ignored.
    ///
    /// The journal keeps the visitor identifier beside the reason. The others name and describe the device.
    static let unchecked: [RequestHeader] = [
        .deviceIdentifier, .deviceInformation, .userAgent, .visitorIdentifier, .forwardedFor,
    ]

    /// Notes the optional headers that came and that nothing has looked at.
    func noteUnread() {
        let noted = Set(inputs.fates.map(\.input.kept))
        for header in route.endpoint.optional where fields[header.name] != nil && !Self.unchecked.contains(header) {
            if !noted.contains(header.name.rawName) { inputs.note(InputFate(header.name.rawName, .need)) }
        }
    }

    /// Returns why a header cannot be read; `nil` if it came and is not too long.
    func flaw(of header: HTTPField.Name) -> InputFate? {
        guard let value = fields[header] else { return InputFate(header.rawName, .presence) }
        guard value.utf8.count <= RequestLimits.headerValue else {
            return InputFate(
                header.rawName, .length, found: "\(value.utf8.count) bytes",
                expected: "at most \(RequestLimits.headerValue)")
        }
        return nil
    }
}
