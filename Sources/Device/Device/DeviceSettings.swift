/// The device's platform, region and switches, and its behaviour where Apple's is not documented.
package struct DeviceSettings: Sendable, Hashable {
    /// The operating system.
    package enum Platform: String, Sendable, CaseIterable {
        case iOS, iPadOS, tvOS, visionOS, macOS

        /// Whether the system has TV provider accounts for apps (`VSAccountManager`).
        package var hasProviderAccounts: Bool { self != .macOS }

        /// Whether the system asks the user about Automatic Sign-In.
        package var asksForAutomaticSignIn: Bool { self != .macOS && self != .visionOS }
    }

    /// Whether the TV Provider feature is available in the device's region.
    package enum Region: String, Sendable, CaseIterable {
        case supported, unsupported
    }

    /// The operating system.
    package var platform: Platform
    /// Whether the TV Provider feature is available in the device's region.
    package var region: Region
    /// The bundle identifier of app processes that do not set one.
    package var defaultBundleID: String
    /// The switches of the device's developer settings.
    package var developer = DeveloperSwitches()
    /// The behaviour where Apple's is not documented.
    package var behaviour = FrameworkBehaviour()

    /// Creates settings; the defaults are those of the profile format.
    package init(
        platform: Platform = .iOS, region: Region = .supported, defaultBundleID: String = "com.example.stream"
    ) {
        self.platform = platform
        self.region = region
        self.defaultBundleID = defaultBundleID
    }
}

/// The switches in the TV Provider section of the developer settings on real devices (Differences, A-26 and A-27).
package struct DeveloperSwitches: Sendable, Hashable {
    /// Whether the account counts as expired, regardless of its expiration date.
    package var simulateExpiredToken = false
    /// Whether the device waits for slow providers, so that simulated timeouts do not occur.
    package var requestTimeoutsDisabled = false

    /// Creates switches that are all off.
    package init() {}
}

/// The framework's behaviour where Apple's is not documented: one setting for each open question.
///
/// The first value of each setting is the default. The rows of Differences give the evidence.
package struct FrameworkBehaviour: Sendable, Hashable {
    /// The answer to a request that must not or cannot interrupt the user while signed out (Differences, A-1).
    package enum SignedOut: String, Sendable, CaseIterable {
        case providerRejected, emptyMetadata
    }

    /// The behaviour of an interruptible request before the user decided about access (Differences, A-2).
    package enum UndeterminedAccess: String, Sendable, CaseIterable {
        case refuse, prompt
    }

    /// The expiration date of an expired account (Differences, A-3).
    package enum ExpiredDate: String, Sendable, CaseIterable {
        case past, none
    }

    /// When metadata contains verification data (Differences, A-6).
    package enum VerificationData: String, Sendable, CaseIterable {
        case withResponse, always
    }

    /// When and where completion handlers are called (Differences, A-7).
    ///
    /// `asynchronous` uses a queue of the device, and `main` the main queue. `synchronous` calls the handler before the
    /// request returns, unless the answer needs the user or a provider.
    package enum Completion: String, Sendable, CaseIterable {
        case asynchronous, synchronous, main
    }

    /// What happens to an app that requests access without a usage description (Differences, A-25).
    package enum MissingUsageDescription: String, Sendable, CaseIterable {
        case terminate, error
    }

    /// What happens to an app that registers a subscription without the entitlement, or of unknown level (Differences,
    ///
    package enum MissingSubscriptionEntitlement: String, Sendable, CaseIterable {
        case terminate, ignore
    }

    /// The behaviour in a region without the feature (Differences, A-10).
    ///
    /// `refuse` fails at once. `legacy` asks for access as older systems did, and then knows no provider.
    package enum UnsupportedRegion: String, Sendable, CaseIterable {
        case refuse, legacy
    }

    /// Whether a cancellation during a request is obeyed (Differences, A-23).
    package enum Cancellation: String, Sendable, CaseIterable {
        case obeyed, ignored
    }

    /// Which providers the picker shows if a request lists some (Differences, A-18).
    ///
    /// `supported` shows only those. `all` shows those first and then the others.
    package enum PickerRows: String, Sendable, CaseIterable {
        case supported, all
    }

    package var signedOut = SignedOut.providerRejected
    package var undeterminedAccess = UndeterminedAccess.refuse
    package var expiredDate = ExpiredDate.past
    package var verificationData = VerificationData.withResponse
    package var completion = Completion.asynchronous
    package var missingUsageDescription = MissingUsageDescription.terminate
    package var missingSubscriptionEntitlement = MissingSubscriptionEntitlement.terminate
    package var unsupportedRegion = UnsupportedRegion.refuse
    package var cancellation = Cancellation.obeyed
    package var pickerRows = PickerRows.supported

    /// Creates the default behaviour.
    package init() {}
}
