import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// The keys of the service's documents: one document for each entity, so that a request reads only its own.
enum ServiceDocument {
    // The name prefixes of documents that expire and are swept.
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
    static let linkCodes = "service/link-code/"

    // The name prefixes of the other documents.
    static let clients = "service/client/"
    private static let revocations = "service/revoked/"
    private static let statements = "service/statements/"
    static let trials = "service/trial/"
    private static let usages = "service/throttle/"
    private static let linkedDevices = "service/linked-device/"

    /// All documents and the types of their values.
    static let all = RoomDocuments([
        .one(configuration), .each(clients, of: ClientRecord.self), .each(revocations, of: Bool.self),
        .each(statements) { StateKey.counter(statements + $0, from: 1) },
        .one(registrations), .each(profileShelves, of: StoredProfiles.self),
        .each(pendingRequests, of: PendingRequests.self),
        .each(decisionShelves, of: StoredDecisions.self), .each(sessions, of: SessionRecord.self),
        .each(latestCodes, of: LatestCode.self), .each(providerSessions, of: MVPDSession.self),
        .each(pendingLogouts, of: PendingLogout.self),
        .each(sharedShelves, of: SharedProfiles.self), .each(usages, of: Throttle.Usage.self),
        .each(assertions, of: AcceptedAssertion.self), .each(traces, of: ProfileTrace.self),
        .each(trials, of: TrialDocument.self), .each(linkCodes, of: LinkCode.self),
        .each(linkedDevices, of: LinkedDevice.self),
    ])

    /// A document about trials: a trial, or the identifier of a trial under the name of a user or device.
    private struct TrialDocument: Codable {
        init(from decoder: any Decoder) throws {
            if (try? decoder.singleValueContainer().decode(String.self)) == nil {
                _ = try TemporaryTrial(from: decoder)
            }
        }
    }

    static let configuration = StateKey("service/configuration", ServiceConfiguration.fields.format)

    /// The counter of registrations.
    static let registrations = StateKey.counter("service/registrations")

    /// Returns the key of a registered app.
    static func client(_ id: ClientID) -> StateKey<ClientRecord> {
        StateKey("\(clients)\(digest(id.rawValue))")
    }

    /// Returns the key of a statement's revocation.
    static func revocation(_ statementID: String) -> StateKey<Bool> {
        StateKey("\(revocations)\(digest(statementID))")
    }

    /// Returns the key of the number of an app's current statement, from 1.
    static func statements(of app: String) -> StateKey<Int> {
        .counter("\(statements)\(digest(app))", from: 1)
    }

    /// Returns the key of a holder's profiles.
    static func profiles(_ holder: Holder) -> StateKey<StoredProfiles> {
        StateKey("\(profileShelves)\(holder.path)")
    }

    /// Returns the key of a holder's pending partner requests.
    static func pending(_ holder: Holder) -> StateKey<PendingRequests> {
        StateKey("\(pendingRequests)\(holder.path)")
    }

    /// Returns the key of a holder's decisions from an MVPD.
    static func decisions(_ holder: Holder, mvpd: MVPDID) -> StateKey<StoredDecisions> {
        StateKey("\(decisionShelves)\(holder.path)/\(digest(mvpd.rawValue))")
    }

    /// Returns the key of a session.
    static func session(_ code: String) -> StateKey<SessionRecord> {
        StateKey("\(sessions)\(code)")
    }

    /// Returns the key of a holder's latest code.
    static func latestCode(_ holder: Holder) -> StateKey<LatestCode> {
        StateKey("\(latestCodes)\(holder.path)")
    }

    /// Returns the key of the MVPD's session behind a holder's profile.
    static func providerSession(_ holder: Holder, mvpd: MVPDID) -> StateKey<MVPDSession> {
        StateKey("\(providerSessions)\(holder.path)/\(digest(mvpd.rawValue))")
    }

    /// Returns the key of a pending logout.
    static func pendingLogout(_ id: String) -> StateKey<PendingLogout> {
        StateKey("\(pendingLogouts)\(id)")
    }

    /// Returns the key of the profiles that apps share for a user.
    static func shared(_ identity: SharedIdentity) -> StateKey<SharedProfiles> {
        StateKey("\(sharedShelves)\(identity.method.rawValue)/\(digest(identity.subject))")
    }

    /// Returns the key of a link code.
    static func linkCode(_ code: String) -> StateKey<LinkCode> {
        StateKey("\(linkCodes)\(code)")
    }

    /// Returns the key of a user's linked device.
    static func linkedDevice(_ device: DeviceID, of subject: String) -> StateKey<LinkedDevice> {
        StateKey("\(linkedDevices(of: subject))\(digest(device.rawValue))")
    }

    /// Returns the name prefix of a user's linked devices.
    static func linkedDevices(of subject: String) -> String {
        "\(linkedDevices)\(digest(subject))/"
    }

    /// Returns the key of a client's use of the rate limit.
    static func usage(of client: String) -> StateKey<Throttle.Usage> {
        StateKey("\(usages)\(digest(client))")
    }

    /// Returns the key of an accepted SAML assertion.
    static func assertion(mvpd: MVPDID, id: String) -> StateKey<AcceptedAssertion> {
        StateKey("\(assertions)\(digest(mvpd.rawValue))/\(digest(id))")
    }

    /// Returns the key of the trace of an app's clients.
    static func trace(
        of software: String, on device: DeviceIdentifier, serviceProvider: RequestorID, mvpd: MVPDID
    ) -> StateKey<ProfileTrace> {
        StateKey(traces(of: software, on: device, serviceProvider: serviceProvider) + digest(mvpd.rawValue))
    }

    /// Returns the name prefix of the traces of an app's clients on a device.
    static func traces(
        of software: String, on device: DeviceIdentifier, serviceProvider: RequestorID
    ) -> String {
        let path = [software, device.fingerprint, serviceProvider.rawValue].map(digest).joined(separator: "/")
        return "\(traces)\(path)/"
    }

    /// Returns a digest of fixed length and safe characters for a text from a client.
    static func digest(_ text: String) -> String {
        Hexadecimal.sha256(of: text, octets: 16)
    }
}

/// The owner of profiles: an app on a device with a service provider.
struct Holder: Sendable, Hashable {
    let clientID: ClientID
    let device: DeviceIdentifier
    let serviceProvider: RequestorID
    /// The last part of the keys of the holder's documents; a request uses several, so it is computed once.
    let path: String

    init(clientID: ClientID, device: DeviceIdentifier, serviceProvider: RequestorID) {
        self.clientID = clientID
        self.device = device
        self.serviceProvider = serviceProvider
        path = [clientID.rawValue, device.fingerprint, serviceProvider.rawValue].map(ServiceDocument.digest).joined(
            separator: "/")
    }
}
