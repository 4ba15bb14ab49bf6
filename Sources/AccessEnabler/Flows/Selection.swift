import EntitlementAPI

extension EntitlementSession {
    /// Takes the person's choice in the app's own dialog; `nil` ends the flow that waits for one.
    ///
    /// spec entitlement § 1.6, "Cancel".
    func selectProvider(_ mvpd: String?, emit: @escaping Emit) throws {
        let waiting = pending
        pending = []
        guard let mvpd else {
            try clearSelection()
            guard !waiting.isEmpty else { return }
            emit(.status(AdvancedStatus(.pickerCancelled, message: "The provider dialog was cancelled.")))
            finishUnauthenticated(waiting, PROVIDER_NOT_SELECTED_ERROR, emit: emit)
            return
        }
        guard requestor?.mvpd(mvpd) != nil else {
            let message = "'\(mvpd)' is not among the requestor's MVPDs."
            emit(.status(AdvancedStatus(.authenticationFailed, message: message)))
            finishUnauthenticated(waiting, GENERIC_AUTHENTICATION_ERROR, emit: emit)
            return
        }
        emit(.sendTrackingData([mvpd] + TrackingDevice(try platform()).fields, event: TRACKING_MVPD_SELECTION))
        let message = "Signing in at an MVPD's page is not part of this version of the simulator."
        emit(.status(AdvancedStatus(.authenticationFailed, message: message)))
        finishUnauthenticated(waiting, GENERIC_AUTHENTICATION_ERROR, emit: emit)
    }

    /// Hands over the selected provider.
    func getSelectedProvider(emit: @escaping Emit) throws {
        guard let requestor else { return emit(.selectedProvider(nil)) }
        let selection = try TokenStorage.load(of: app).selection(of: requestor.id)
        emit(.selectedProvider(selection.flatMap(requestor.mvpd)))
    }

    private func clearSelection() throws {
        guard let requestor else { return }
        var storage = try TokenStorage.load(of: app)
        storage.select(nil, for: requestor.id)
        try storage.save(of: app)
    }
}
