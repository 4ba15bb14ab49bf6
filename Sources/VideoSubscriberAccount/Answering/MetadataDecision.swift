import Foundation
import SimulatedDevice

/// What comes of a metadata request, decided from the device's state alone.
///
/// Each case of ``Row`` is a row of the decision table; the order of checks is region, the app's entitlement, access,
/// sign-in, provider, force and expiry, app-level exchange.
///
/// spec video-subscriber-account § 2.4.
struct MetadataDecision: Equatable {
    /// The row of the decision table that applied.
    enum Row: Int, CaseIterable {
        /// Not a row of the published facts: an app without the entitlement.
        case notEntitled = 0
        case accessUndetermined = 1
        case accessUndeterminedInterruptible = 2
        case accessRefused = 3
        case signedOut = 4
        case withoutDelegate = 5
        case picker = 6
        case statusOrExchange = 7
        case forcedWithoutInterruption = 8
        case forced = 9
        case unacceptableProvider = 10
        case expiredStatus = 11
        case expiredWithoutInterruption = 12
        case expired = 13
        case unsupportedRegion = 18
    }

    /// What is to be done.
    enum Action: Equatable {
        /// The request is answered at once.
        case answer(Known)
        /// Somebody is asked first.
        case ask(Question)
    }

    /// An answer that needs nobody.
    enum Known: Equatable {
        /// An error; the provider's identifier goes into the user info where there is one.
        case error(VSError.Code, unsupportedProvider: String? = nil)
        /// Metadata in which nothing is known.
        case nothing
        /// The account's metadata.
        case account(SystemAccount)
    }

    /// Who is asked, and for what.
    enum Question: Equatable {
        /// The provider, in a scheme; its answer is the request's.
        case provider(SystemAccount, KnownProvider.Scheme)
        /// The person, whether the app may use the account; then it is decided again.
        case access
        /// The person, by the system's interface; then it is decided again.
        case person(Interface)
    }

    /// What the system shows the person.
    enum Interface: Equatable {
        /// The picker of providers.
        case picker
        /// The sign-in page of the provider with which somebody is signed in.
        case signIn(provider: String)
    }

    let row: Row
    let action: Action

    /// What the decision is made from.
    struct Situation {
        var settings = DeviceSettings()
        var permission: AccessPermission
        var isEntitled = true
        var account: SystemAccount?
        /// The schemes of the account's provider.
        var schemes: [KnownProvider.Scheme] = [.saml]
        var now: Date
        var hasDelegate: Bool
        /// Whether this request has asked for access already.
        var hasAsked = false
        /// Whether the person has just signed in for this request.
        var hasInterrupted = false

        /// The account as the app sees it: simulated or real, an expired one may lose its date.
        fileprivate var shownAccount: SystemAccount? {
            guard var account, isExpired else { return account }
            // Clients compare the date with now: a date that lies ahead would say the opposite.
            let past = account.isExpired(at: now) ? account.expires : now.addingTimeInterval(-1)
            account.expires = settings.behaviour.expiredDate == .past ? past : nil
            return account
        }

        fileprivate var isExpired: Bool {
            account.map { settings.developer.simulateExpiredToken || $0.isExpired(at: now) } ?? false
        }
    }

    static func decide(_ wish: MetadataWish, in situation: Situation) -> MetadataDecision {
        let isRegionSupported = situation.settings.region == .supported
        guard isRegionSupported || situation.settings.behaviour.unsupportedRegion == .legacy else {
            return MetadataDecision(row: .unsupportedRegion, action: .answer(.error(.unsupported)))
        }
        guard situation.isEntitled else {
            return MetadataDecision(row: .notEntitled, action: .answer(.error(.accessNotGranted)))
        }
        if let refusal = refusal(wish, situation) { return refusal }
        guard isRegionSupported else {
            return MetadataDecision(row: .unsupportedRegion, action: .answer(.error(.unsupportedProvider)))
        }
        guard let account = situation.account, let shown = situation.shownAccount else {
            return interrupting(.picker, otherwise: .signedOut, .picker, wish, situation)
        }
        guard wish.accepts(provider: account.provider), let scheme = wish.scheme(among: situation.schemes) else {
            return MetadataDecision(
                row: .unacceptableProvider,
                action: .answer(.error(.unsupportedProvider, unsupportedProvider: account.provider)))
        }
        let again = Interface.signIn(provider: account.provider)
        if wish.forcesAuthentication, !situation.hasInterrupted {
            return interrupting(.forced, otherwise: .forcedWithoutInterruption, again, wish, situation)
        }
        guard situation.isExpired else {
            let action: Action = wish.attributeNames.isEmpty ? .answer(.account(shown)) : .ask(.provider(shown, scheme))
            return MetadataDecision(row: .statusOrExchange, action: action)
        }
        if wish.attributeNames.isEmpty {
            return MetadataDecision(row: .expiredStatus, action: .answer(.account(shown)))
        }
        return interrupting(.expired, otherwise: .expiredWithoutInterruption, again, wish, situation)
    }

    /// Whether access stands in the way.
    private static func refusal(_ wish: MetadataWish, _ situation: Situation) -> MetadataDecision? {
        switch situation.permission {
        case .granted:
            return nil
        case .denied, .restricted:
            return MetadataDecision(row: .accessRefused, action: .answer(.error(.accessNotGranted)))
        case .notDetermined:
            guard wish.interruptionAllowed else {
                return MetadataDecision(row: .accessUndetermined, action: .answer(.error(.accessNotGranted)))
            }
            let asks = situation.settings.behaviour.undeterminedAccess == .prompt && !situation.hasAsked
            return MetadataDecision(
                row: .accessUndeterminedInterruptible, action: asks ? .ask(.access) : .answer(.error(.accessNotGranted))
            )
        }
    }

    /// Shows an interface where the app allows it and has a delegate that could present it, and refuses otherwise.
    private static func interrupting(
        _ row: Row, otherwise refusal: Row, _ interface: Interface, _ wish: MetadataWish, _ situation: Situation
    ) -> MetadataDecision {
        let answersEmpty = situation.account == nil && situation.settings.behaviour.signedOut == .emptyMetadata
        let refused: Action = .answer(answersEmpty ? .nothing : .error(.providerRejected))
        guard wish.interruptionAllowed else { return MetadataDecision(row: refusal, action: refused) }
        guard situation.hasDelegate else { return MetadataDecision(row: .withoutDelegate, action: refused) }
        // Who has signed in and still is not in good standing would be asked for ever.
        guard !situation.hasInterrupted else { return MetadataDecision(row: refusal, action: refused) }
        return MetadataDecision(row: row, action: .ask(.person(interface)))
    }
}
