import TVSimCore
package import TVSimDevice
package import TVSimStructuredText

/// The commands that change the device, its apps and its user's answers.
enum DeviceCommands {
    static let rows: [any AnyCommandRow] = [
        permission, signIn, signOut, viewer, settings, app, setPermission, resetPermission, expireAccount, resetViewer,
        resetSettings, setApp, resetApp,
    ]

    // MARK: - Permission

    static let permission = CommandRow(
        "permission", "Sets the app's permission, as the user does in Settings.", Formats.choice(AccessPermission.self)
    ) { access, world in
        try world.device.setPermission(access, for: try world.app(nil))
    }

    static let setPermission = CommandRow(
        "setPermission", "Sets an app's permission to use the account. Default: the profile's app.",
        PermissionChange.fields.format
    ) { change, world in
        try world.device.setPermission(change.access, for: try world.app(change.bundleID))
    }

    static let resetPermission = CommandRow(
        "resetPermission", "Resets an app's permission to undetermined. Default: every app's permission.",
        Formats.bundleID.orNull, standsAlone: true
    ) { bundleID, world in
        if let bundleID {
            try world.device.setPermission(.notDetermined, for: try world.app(bundleID))
        } else {
            try world.device.resetPermissions()
        }
    }

    // MARK: - The account

    static let signIn = CommandRow(
        "signIn", "Signs the user in at system level.", SignIn.fields.format
    ) { signIn, world in
        if let app = signIn.grant { try BundleID.check(app) }
        try world.parties().checkSignIn(provider: signIn.provider, subscriber: signIn.subscriber)
        let now = try world.simulation.clock.now()
        let isAllowed = try world.device.signIn(
            provider: signIn.provider, subscriber: signIn.subscriber, expires: signIn.expires.resolved(at: now),
            granting: signIn.grant)
        guard isAllowed else {
            throw CommandError(
                .invalid,
                "cannot grant access to '\(signIn.grant ?? "")': the device's restrictions forbid it")
        }
    }

    static let signOut = CommandRow("signOut", "Signs the user out at system level.") { world in
        try world.device.signOut()
    }

    static let expireAccount = CommandRow(
        "expireAccount", "Expires the account's authentication now, and keeps the account."
    ) { world in
        guard try world.device.expireAccount() else {
            throw CommandError(.notFound, "cannot expire the account: no user is signed in")
        }
    }

    // MARK: - The user, the device and its apps

    static let viewer = CommandRow(
        "viewer", "Changes the answers of the scripted user.", Patch<ViewerAnswers>.format
    ) { patch, world in
        let now = try world.simulation.clock.now()
        try world.parties().check(patch, at: now)
        try world.device.updateViewer { try patch.apply(to: &$0, at: now) }
    }

    static let resetViewer = CommandRow(
        "resetViewer", "Removes the script of the user."
    ) { world in try world.device.resetViewer() }

    static let settings = CommandRow(
        "settings", "Changes the device's settings.", Patch<DeviceSettings>.format
    ) { patch, world in
        let now = try world.simulation.clock.now()
        try world.device.updateSettings { try patch.apply(to: &$0, at: now) }
    }

    static let resetSettings = CommandRow(
        "resetSettings", "Resets the device's settings to the profile."
    ) { world in try world.device.setSettings(try world.origin().description.deviceSettings) }

    static let app = CommandRow(
        "app", "Changes the settings of the profile's app.", Patch<AppRecord>.format
    ) { patch, world in try world.change(nil, by: patch) }

    static let setApp = CommandRow(
        "setApp", "Changes the settings of an app. Default: the profile's app.", AppChange.fields.format
    ) { change, world in try world.change(change.bundleID, by: change.set) }

    static let resetApp = CommandRow(
        "resetApp", "Resets the settings of an app to the profile. Default: the profile's app.",
        Formats.bundleID.orNull, standsAlone: true
    ) { bundleID, world in
        let app = try world.app(bundleID)
        let original = try world.origin().description.app(app)
        try world.device.updateApp(app) { $0 = original }
    }
}

extension World {
    fileprivate func change(_ bundleID: String?, by patch: Patch<AppRecord>) throws {
        let now = try simulation.clock.now()
        try device.updateApp(try app(bundleID)) { try patch.apply(to: &$0, at: now) }
    }
}

// MARK: - Typed commands

extension SimulatorCommand {
    /// Sets the app's permission to use the account; `nil` for the device's default app.
    package static func setPermission(bundleID: String?, _ access: AccessPermission) -> SimulatorCommand {
        DeviceCommands.setPermission.command(.init(bundleID: bundleID, access: access))
    }

    /// Resets an app's permission to undetermined; `nil` for every app.
    package static func resetPermission(bundleID: String?) -> SimulatorCommand {
        DeviceCommands.resetPermission.command(bundleID)
    }

    /// Signs in at system level, and grants access to an app if one is named.
    package static func signIn(
        provider: String, subscriber: String, expires: Instant, grant: String? = nil
    ) -> SimulatorCommand {
        DeviceCommands.signIn.command(
            .init(provider: provider, subscriber: subscriber, expires: expires, grant: grant))
    }

    /// Signs out at system level; does nothing if no user is signed in.
    package static let signOut = DeviceCommands.signOut.command(NoArguments())
    /// Expires the account's authentication now.
    package static let expireAccount = DeviceCommands.expireAccount.command(NoArguments())
    /// Resets all answers to the default: the user does nothing.
    package static let resetViewer = DeviceCommands.resetViewer.command(NoArguments())
    /// Resets the device's settings to the world's profile.
    package static let resetSettings = DeviceCommands.resetSettings.command(NoArguments())

    /// Changes some of the user's answers.
    package static func setViewer(_ patch: Patch<ViewerAnswers>) -> SimulatorCommand {
        DeviceCommands.viewer.command(patch)
    }

    /// Changes some of the device's settings.
    package static func setSettings(_ patch: Patch<DeviceSettings>) -> SimulatorCommand {
        DeviceCommands.settings.command(patch)
    }

    /// Changes some of the device's settings for an app; `nil` for the device's default app.
    package static func setApp(bundleID: String?, _ patch: Patch<AppRecord>) -> SimulatorCommand {
        DeviceCommands.setApp.command(.init(bundleID: bundleID, set: patch))
    }

    /// Resets the device's settings for an app to the world's profile; `nil` for the device's default app.
    package static func resetApp(bundleID: String?) -> SimulatorCommand {
        DeviceCommands.resetApp.command(bundleID)
    }
}
