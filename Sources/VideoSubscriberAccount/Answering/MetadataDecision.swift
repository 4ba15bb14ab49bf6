import Foundation
import TVSimDevice
import TVSimProviderMessages

/// The decision about a metadata request, from the device's state alone.
///
/// Each case of ``MetadataDecisionRow`` is a row of the decision table in the article "Decisions for a metadata request". The order of
/// checks is region, entitlement, access, sign-in, provider, force and expiry, app-level exchange.
struct MetadataDecision: Equatable {
    /// The row of the decision table that applied.
    typealias Row = MetadataDecisionRow

    /// The action that follows from a decision.
    enum Action: Equatable {
        /// The request is answered at once.
        case answer(Known)
        /// The user or the provider is asked first.
        case ask(Question)
    }

    /// An answer that needs neither the user nor the provider.
    enum Known: Equatable {
        /// An error; the provider's identifier, if given, goes into the user info.
        case error(VSError.Code, unsupportedProvider: String? = nil)
        /// Empty metadata.
        case nothing
        /// The account's metadata.
        case account(SystemAccount)
    }

    /// A question that must be answered before the request.
    enum Question: Equatable {
        /// A query to the provider in a scheme; its answer is the request's answer.
        case provider(SystemAccount, AnswerScheme)
        /// The access prompt; the request is decided again afterwards.
        case access
        /// The system's interface; the request is decided again afterwards.
        case person(Interface)
    }

    /// The interface that the system shows the user.
    enum Interface: Equatable {
        /// The picker of providers.
        case picker
        /// The sign-in page of the account's provider.
        case signIn(provider: String)
    }

    let row: Row
    let action: Action
    /// The values that decided, if the request is answered without what it asked for; `nil` otherwise.
    private(set) var cause: String?

    init(row: Row, action: Action) {
        (self.row, self.action) = (row, action)
    }

    /// The state that a decision depends on.
    struct Situation {
        var settings = DeviceSettings()
        var permission: AccessPermission
        var isEntitled = true
        var account: SystemAccount?
        /// The schemes of the account's provider.
        var schemes: [AnswerScheme] = [.saml]
        var now: Date
        var hasDelegate: Bool
        /// Whether this request has already asked for access.
        var hasAsked = false
        /// Whether this request has already shown an interface that ended with a sign-in.
        var hasInterrupted = false

        /// The account as the app sees it; an expired account may have no date.
        fileprivate var shownAccount: SystemAccount? {
            guard var account, isExpired else { return account }
            // Clients compare the date with the current time, so a future date would mean a valid authentication.
            let past = account.isExpired(at: now) ? account.expires : now.addingTimeInterval(-1)
            account.expires = settings.behaviour.expiredDate == .past ? past : nil
            return account
        }

        var isExpired: Bool {
            account.map { settings.developer.simulateExpiredToken || $0.isExpired(at: now) } ?? false
        }
    }

    static func decide(_ wish: MetadataWish, in situation: Situation) -> MetadataDecision {
        var decision = decided(wish, in: situation)
        switch decision.action {
        case .answer(.error), .answer(.nothing): decision.cause = situation.cause(of: decision.row, wish)
        case .answer(.account), .ask: break
        }
        return decision
    }

    private static func decided(_ wish: MetadataWish, in situation: Situation) -> MetadataDecision {
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

    /// Returns the decision if access prevents the request; otherwise `nil`.
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

    /// Returns a decision that shows an interface if the app allows it and has a delegate; otherwise the refusal.
    private static func interrupting(
        _ row: Row, otherwise refusal: Row, _ interface: Interface, _ wish: MetadataWish, _ situation: Situation
    ) -> MetadataDecision {
        let answersEmpty = situation.account == nil && situation.settings.behaviour.signedOut == .emptyMetadata
        let refused: Action = .answer(answersEmpty ? .nothing : .error(.providerRejected))
        guard wish.interruptionAllowed else { return MetadataDecision(row: refusal, action: refused) }
        guard situation.hasDelegate else { return MetadataDecision(row: .withoutDelegate, action: refused) }
        // An account that is still expired after a sign-in would otherwise be asked to sign in forever.
        guard !situation.hasInterrupted else { return MetadataDecision(row: refusal, action: refused) }
        return MetadataDecision(row: row, action: .ask(.person(interface)))
    }
}
