import Foundation
import SimulatedDevice

/// What comes of a metadata request, decided from the device's state alone.
///
/// Each case of ``Row`` is a row of the decision table; the rows' order of checks is region, access, sign-in, provider,
/// force and expiry, app-level exchange.
///
/// spec video-subscriber-account § 2.4.
struct MetadataDecision: Equatable {
    /// The row of the decision table that applied.
    enum Row: Int, CaseIterable {
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
        /// Fail with an error; the provider's identifier goes into the user info where there is one.
        case fail(VSError.Code, unsupportedProvider: String? = nil)
        /// Answer with the account's metadata.
        case answer(SystemAccount)
        /// Ask the provider, then answer.
        case askProvider(SystemAccount)
        /// Show the system's interface.
        case interrupt
    }

    let row: Row
    let action: Action

    /// What the decision is made from.
    struct Situation {
        var region: DeviceSettings.Region
        var permission: AccessPermission
        var account: SystemAccount?
        var now: Date
        var hasDelegate: Bool
    }

    static func decide(_ wish: MetadataWish, in situation: Situation) -> MetadataDecision {
        guard situation.region == .supported else {
            return MetadataDecision(row: .unsupportedRegion, action: .fail(.unsupported))
        }
        switch situation.permission {
        case .granted:
            break
        case .notDetermined:
            let row: Row = wish.interruptionAllowed ? .accessUndeterminedInterruptible : .accessUndetermined
            return MetadataDecision(row: row, action: .fail(.accessNotGranted))
        case .denied, .restricted:
            return MetadataDecision(row: .accessRefused, action: .fail(.accessNotGranted))
        }
        guard let account = situation.account else {
            return interrupting(.picker, otherwise: .signedOut, wish, situation)
        }
        guard wish.accepts(provider: account.provider) else {
            return MetadataDecision(
                row: .unacceptableProvider,
                action: .fail(.unsupportedProvider, unsupportedProvider: account.provider))
        }
        if wish.forcesAuthentication {
            return interrupting(.forced, otherwise: .forcedWithoutInterruption, wish, situation)
        }
        guard account.isExpired(at: situation.now) else {
            return MetadataDecision(
                row: .statusOrExchange, action: wish.attributeNames.isEmpty ? .answer(account) : .askProvider(account))
        }
        if wish.attributeNames.isEmpty {
            return MetadataDecision(row: .expiredStatus, action: .answer(account))
        }
        return interrupting(.expired, otherwise: .expiredWithoutInterruption, wish, situation)
    }

    /// Shows an interface where the app allows it and has a delegate that could present it, and refuses otherwise.
    private static func interrupting(
        _ row: Row, otherwise refusal: Row, _ wish: MetadataWish, _ situation: Situation
    ) -> MetadataDecision {
        guard wish.interruptionAllowed else {
            return MetadataDecision(row: refusal, action: .fail(.providerRejected))
        }
        guard situation.hasDelegate else {
            return MetadataDecision(row: .withoutDelegate, action: .fail(.providerRejected))
        }
        return MetadataDecision(row: row, action: .interrupt)
    }
}
