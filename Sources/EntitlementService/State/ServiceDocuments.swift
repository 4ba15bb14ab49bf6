import EntitlementAPI
import Foundation
import Identifiers
import Settings
import SimulationCore
import StateStorage
import StructuredText

/// The names of the service's documents: one for each entity, so that no request reads more than its own.
enum ServiceDocument {
    // What the names of those begin with that lapse, and are swept.
    static let sessions = "service/session/"
    static let latestCodes = "service/latest-code/"
    static let pendingLogouts = "service/logout/"
    static let assertions = "service/assertion/"
    static let profileShelves = "service/profile/"
    static let pendingRequests = "service/pending/"
    static let decisionShelves = "service/decisions/"
    static let providerSessions = "service/provider-session/"
    static let sharedShelves = "service/shared/"
    static let traces = "service/trace/app/"

    // What the names of the others begin with.
    private static let clients = "service/client/"
    private static let revocations = "service/revoked/"
    private static let statements = "service/statements/"
    /// Other traces that earlier versions kept, which nobody reads any more.
    private static let formerTraces = "service/trace/"
    static let trials = "service/trial/"
    private static let usages = "service/throttle/"

    /// All of them, and what each holds.
    static let all = RoomDocuments([
        .one(configuration), .each(clients, of: ClientRecord.self), .each(revocations, of: Bool.self),
        .each(statements, of: StatementNumber.self),
        .one(registrations), .each(profileShelves, of: ProfileShelf.self),
        .each(pendingRequests, of: PendingRequests.self),
        .each(decisionShelves, of: DecisionShelf.self), .each(sessions, of: SessionRecord.self),
        .each(latestCodes, of: LatestCode.self), .each(providerSessions, of: ProviderSession.self),
        .each(pendingLogouts, of: PendingLogout.self),
        .each(sharedShelves, of: SharedShelf.self), .each(usages, of: Throttle.Usage.self),
        .each(assertions, of: Date.self), .each(traces, of: ProfileTrace.self), .each(formerTraces, of: JSONValue.self),
        .each(trials, of: TrialDocument.self),
    ])

    /// What is kept of trials: a trial, or its identifier under a name that the person is known by.
    private struct TrialDocument: Codable {
        init(from decoder: any Decoder) throws {
            if (try? decoder.singleValueContainer().decode(String.self)) == nil {
                _ = try TemporaryTrial(from: decoder)
            }
        }
    }

    /// Which of an app's statements is its present one: they are counted from 1.
    private struct StatementNumber: Codable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard try container.decode(Int.self) >= 1 else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "statements are counted from 1")
            }
        }

        func encode(to encoder: any Encoder) throws {}
    }

    static let configuration = StateKey("service/configuration", ServiceConfiguration.fields.format)

    /// How many clients have registered.
    static let registrations = StateKey<Int>("service/registrations")

    /// A registered app.
    static func client(_ id: ClientID) -> StateKey<ClientRecord> {
        StateKey("\(clients)\(digest(id.rawValue))")
    }

    /// A software statement that has been revoked.
    static func revocation(_ statementID: String) -> StateKey<Bool> {
        StateKey("\(revocations)\(digest(statementID))")
    }

    /// Which of an app's software statements is its present one.
    static func statements(of app: String) -> StateKey<Int> {
        StateKey("\(statements)\(digest(app))")
    }

    /// What an app on a device holds at a service provider.
    static func profiles(_ holder: Holder) -> StateKey<ProfileShelf> {
        StateKey("\(profileShelves)\(holder.path)")
    }

    /// The partner requests that an app on a device has not answered yet.
    static func pending(_ holder: Holder) -> StateKey<PendingRequests> {
        StateKey("\(pendingRequests)\(holder.path)")
    }

    /// The decisions that an app on a device got from an MVPD.
    static func decisions(_ holder: Holder, mvpd: MVPDID) -> StateKey<DecisionShelf> {
        StateKey("\(decisionShelves)\(holder.path)/\(digest(mvpd.rawValue))")
    }

    /// A session that waits for its code to be used.
    static func session(_ code: String) -> StateKey<SessionRecord> {
        StateKey("\(sessions)\(code)")
    }

    /// The code that an app on a device was given last.
    static func latestCode(_ holder: Holder) -> StateKey<LatestCode> {
        StateKey("\(latestCodes)\(holder.path)")
    }

    /// The MVPD's own session behind an app's profile on a device.
    static func providerSession(_ holder: Holder, mvpd: MVPDID) -> StateKey<ProviderSession> {
        StateKey("\(providerSessions)\(holder.path)/\(digest(mvpd.rawValue))")
    }

    /// A session at an MVPD that a browser is to end.
    static func pendingLogout(_ id: String) -> StateKey<PendingLogout> {
        StateKey("\(pendingLogouts)\(id)")
    }

    /// What apps share of a person whom a token vouches for.
    static func shared(_ identity: SharedIdentity) -> StateKey<SharedShelf> {
        StateKey("\(sharedShelves)\(identity.method.rawValue)/\(digest(identity.subject))")
    }

    /// What a client has used of the requests that it may make.
    static func usage(of client: String) -> StateKey<Throttle.Usage> {
        StateKey("\(usages)\(digest(client))")
    }

    /// A SAML assertion that was accepted, with its expiry.
    static func assertion(mvpd: MVPDID, id: String) -> StateKey<Date> {
        StateKey("\(assertions)\(digest(mvpd.rawValue))/\(digest(id))")
    }

    /// Which clients of an app have obtained a profile with an MVPD on a device.
    static func trace(
        of software: String, on device: DeviceIdentifier, serviceProvider: RequestorID, mvpd: MVPDID
    ) -> StateKey<ProfileTrace> {
        let path = [software, device.fingerprint, serviceProvider.rawValue, mvpd.rawValue].map(digest).joined(
            separator: "/")
        return StateKey("\(traces)\(path)")
    }

    /// Shortens what clients send to a fixed length of safe characters.
    static func digest(_ text: String) -> String {
        Hexadecimal.sha256(of: text, octets: 16)
    }
}

/// Whose profiles they are: one app's on one device, at one service provider.
struct Holder: Sendable, Hashable {
    let clientID: ClientID
    let device: DeviceIdentifier
    let serviceProvider: RequestorID
    /// What the names of the holder's documents end with; made once, since a request names several.
    let path: String

    init(clientID: ClientID, device: DeviceIdentifier, serviceProvider: RequestorID) {
        self.clientID = clientID
        self.device = device
        self.serviceProvider = serviceProvider
        path = [clientID.rawValue, device.fingerprint, serviceProvider.rawValue].map(ServiceDocument.digest).joined(
            separator: "/")
    }
}
