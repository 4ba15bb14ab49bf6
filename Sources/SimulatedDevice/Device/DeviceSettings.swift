/// What the device is, and how it behaves where Apple's behaviour is not established.
package struct DeviceSettings: Sendable, Hashable {
    /// The operating system.
    package enum Platform: String, Sendable, CaseIterable {
        case iOS, iPadOS, tvOS
    }

    /// Whether the TV Provider feature exists where the device is.
    package enum Region: String, Sendable, CaseIterable {
        case supported, unsupported
    }

    /// The operating system.
    package var platform: Platform
    /// Whether the TV Provider feature exists where the device is.
    package var region: Region
    /// The bundle identifier of an app process that does not say its own.
    package var defaultBundleID: String
    /// The switches of the device's developer pane.
    package var developer = DeveloperSwitches()
    /// The answers to what Apple does not say.
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

/// The switches of the TV Provider pane that developers see on real devices.
///
/// spec video-subscriber-account § 2.7.
package struct DeveloperSwitches: Sendable, Hashable {
    /// Whether the account counts as expired, whatever its date.
    package var simulateExpiredToken = false
    /// Whether a provider that takes too long is waited for: its timeouts do not happen.
    package var requestTimeoutsDisabled = false

    /// Creates switches that are all off.
    package init() {}
}

/// How the framework answers where Apple's behaviour is not established: one knob for each open question.
///
/// The first value of each is the default. The articles about differences say what it is based on.
///
/// spec video-subscriber-account § 6.
package struct FrameworkBehaviour: Sendable, Hashable {
    /// The answer to a request that may not or cannot interrupt while nobody is signed in (A1).
    package enum SignedOut: String, Sendable, CaseIterable {
        case providerRejected, emptyMetadata
    }

    /// What an interruptible request does before access is decided (A2).
    package enum UndeterminedAccess: String, Sendable, CaseIterable {
        case refuse, prompt
    }

    /// The expiration date of an expired account (A3).
    package enum ExpiredDate: String, Sendable, CaseIterable {
        case past, none
    }

    /// When metadata has verification data (A6).
    package enum VerificationData: String, Sendable, CaseIterable {
        case withResponse, always
    }

    /// When and where completion handlers are called (A7): later on a queue of the device's own, before the call
    /// returns wherever the answer needs neither a person nor a provider, or later on the main queue.
    package enum Completion: String, Sendable, CaseIterable {
        case asynchronous, synchronous, main
    }

    /// What becomes of an app that asks for access without a usage description (A10).
    package enum MissingUsageDescription: String, Sendable, CaseIterable {
        case terminate, error
    }

    /// What a region without the feature does (A20): refuse at once, or ask for access as older systems did and then
    /// know no provider.
    package enum UnsupportedRegion: String, Sendable, CaseIterable {
        case refuse, legacy
    }

    /// What a cancellation does while a request is under way (row 19): it is advice.
    package enum Cancellation: String, Sendable, CaseIterable {
        case obeyed, ignored
    }

    /// Which providers the picker shows to a request that lists some: those alone, or all with those first.
    package enum PickerRows: String, Sendable, CaseIterable {
        case supported, all
    }

    package var signedOut = SignedOut.providerRejected
    package var undeterminedAccess = UndeterminedAccess.refuse
    package var expiredDate = ExpiredDate.past
    package var verificationData = VerificationData.withResponse
    package var completion = Completion.asynchronous
    package var missingUsageDescription = MissingUsageDescription.terminate
    package var unsupportedRegion = UnsupportedRegion.refuse
    package var cancellation = Cancellation.obeyed
    package var pickerRows = PickerRows.supported

    /// Creates the recommended behaviour.
    package init() {}
}
