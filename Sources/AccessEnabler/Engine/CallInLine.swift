import TVSimSDKVocabulary

/// A call that stands in line, with what only the running app has.
struct CallInLine: Sendable {
    let call: AppCall
    /// Where the answer goes.
    let answer: Answer
    /// How many dialogs the app had been shown when it made the call.
    let dialogsSeen: Int

    /// Where the answer of a call goes.
    enum Answer: Sendable {
        /// To the delegates.
        case callbacks
        /// To the delegates, together with the dictionary of `getMetadata`.
        case metadata(MetadataArguments)
        /// To the closure of `preauthorize`.
        case closure(@Sendable (PreauthorizationOutcome) -> Void)
    }

    /// The dictionary that the app gets back with metadata.
    var arguments: MetadataArguments {
        if case .metadata(let arguments) = answer { arguments } else { MetadataArguments(dictionary: [:]) }
    }

    /// Answers `preauthorize`.
    func finish(_ outcome: PreauthorizationOutcome) {
        if case .closure(let closure) = answer { closure(outcome) }
    }

    /// Calls the app back as if the SDK could do nothing, because the call belongs to no simulation.
    ///
    /// The test that made the call fails for another reason, and must not wait forever.
    func refuse(to receiver: CallbackReceiver) {
        switch call {
        case .setRequestor: receiver.deliver(.setRequestorComplete(ACCESS_ENABLER_STATUS_ERROR))
        case .checkAuthentication, .getAuthentication, .logout:
            receiver.deliver(.notAuthenticated(GENERIC_AUTHENTICATION_ERROR))
        case .getSelectedProvider: receiver.deliver(.selectedProvider(nil))
        case .getMetadata(let key):
            receiver.deliver(.setMetadataStatus(nil, encrypted: false, key: key.number, arguments: arguments))
        case .checkAuthorization(let resource, _), .getAuthorization(let resource, _):
            receiver.deliver(
                .tokenRequestFailed(resource: resource, code: GENERIC_AUTHORIZATION_ERROR, description: ""))
        case .checkPreauthorizedResources: receiver.deliver(.preauthorizedResources([]))
        case .preauthorize: finish(.failed(.requestorNotConfigured))
        case .setSelectedProvider, .handleExternalURL, .setOptions, .checkStorage: break
        }
    }
}
