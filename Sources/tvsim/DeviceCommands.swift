import ArgumentParser
import TVSimScenario
import TVSimStateStorage
import TVSimWorld

/// `tvsim device`: the devices of this user.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Devices. Each has its own permissions, account, clock, faults and storage for apps.",
        discussion: """
            EXAMPLE:
              tvsim device create phone --profile Profiles/granted-signed-in.yaml
              tvsim device list
            """,
        subcommands: [
            List.self, Create.self, Show.self, Erase.self, Delete.self, Export.self, Import.self,
            Backup.self,
        ])

    static var environment: [String: String] { CommandContext.current.environment }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the devices. '*' marks the default device of commands.",
            discussion: """
                DEVICE/WORLD is an isolated world of a device. Clients of 'tvsim serve' reach it under /s/WORLD/.

                EXAMPLE:
                  tvsim device list --format json
                """)

        @OptionGroup var format: FormatOption

        func run() throws {
            let library = DeviceLibrary(environment: DeviceCommand.environment)
            let selected = SelectedDevice.name(given: nil, environment: DeviceCommand.environment)
            let entries = try library.allNames().map { name in
                // A damaged device is listed too, so that the user can find and delete it.
                DeviceListing.Entry(
                    name: name, profile: try? library.profileName(of: name), selected: name == selected)
            }
            let rows = entries.map { [($0.selected ? "* " : "  ") + $0.name, $0.profile ?? "(cannot be read)"] }
            try format.print(
                DeviceListing(devices: entries), text: rows.isEmpty ? "no devices" : Columns.text(rows))
        }
    }

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Creates a device.",
            discussion: """
                DEVICE/WORLD creates an isolated world of a device. Clients of 'tvsim serve' reach it under /s/WORLD/.
                Its default profile is that of the device.

                EXAMPLE:
                  tvsim device create phone --profile Profiles/granted-signed-in.yaml
                  tvsim device create phone/expired --profile Profiles/account-expired.yaml
                """)

        @Argument(help: "The device's name: letters, digits, '.', '_' and '-'; or DEVICE/WORLD.")
        var name: String
        @Option(
            help: "The profile, a file with one document. Default: the built-in profile.",
            completion: Completions.profile)
        var profile: String?

        func run() throws {
            let stored = try profile.map { path in try WorldOrigin(file: path) }
            try DeviceLibrary(environment: DeviceCommand.environment).create(name, from: stored)
            try Terminal.note("\(name): created" + (profile.map { " from \($0)" } ?? ""))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the device's state.",
            discussion: """
                EXAMPLE:
                  tvsim device show --device phone
                """)

        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let selected = try device.open()
            let summary = try selected.summary()
            var rows = [
                ["name", summary.name], ["profile", summary.profile], ["platform", summary.platform],
                ["region", summary.region], ["app", summary.bundleID],
                ["clock", "\(summary.clock.now) (\(summary.clock.mode))"],
                ["account", summary.account.map(Account.text) ?? "no user is signed in"],
            ]
            rows += summary.permissions.map { ["permission", "\($0.bundleID) \($0.access)"] }
            rows += try selected.nonDefaultRows()
            rows += summary.faults.map { ["fault", "\($0.at) \($0.words)"] }
            try format.print(summary, text: Columns.text(rows))
        }
    }

    struct Erase: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "erase",
            abstract: "Resets a device to its profile.",
            discussion: """
                EXAMPLE:
                  tvsim device erase --device phone
                """)

        @OptionGroup var device: DeviceOption

        func run() throws {
            let name = SelectedDevice.name(given: device.name, environment: DeviceCommand.environment)
            try DeviceLibrary(environment: DeviceCommand.environment).erase(name, creating: device.name == nil)
            try Terminal.note("\(name): erased")
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Deletes a device with all its data.",
            discussion: """
                Deletion is final, so the command has no default device: name one, or set TVSIM_DEVICE. The command also \
                deletes the isolated worlds of the device. DEVICE/WORLD deletes only one of them.

                EXAMPLE:
                  tvsim device delete phone
                """)

        @Argument(help: "The device.", completion: Completions.devices)
        var name: String?
        @Option(
            help: "The device, as an option. Default: the device that TVSIM_DEVICE names.",
            completion: Completions.devices)
        var device: String?

        func validate() throws {
            guard let name, let device, name != device else { return }
            throw ValidationError("'\(name)' and --device '\(device)' name different devices: use only one")
        }

        func run() throws {
            guard let named = SelectedDevice.named(given: name ?? device, environment: DeviceCommand.environment) else {
                throw ValidationError("Missing expected argument '<name>'")
            }
            try DeviceLibrary(environment: DeviceCommand.environment).delete(named)
            try Terminal.note("\(named): deleted")
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract:
                "Writes a device's whole state as JSON. A device that was imported is exported with the same bytes.",
            discussion: """
                EXAMPLE:
                  tvsim device export phone.json --device phone
                """)

        @Argument(help: "The file; '-' is standard output.", completion: Completions.file)
        var file: String
        @OptionGroup var device: DeviceOption

        func run() throws {
            let name = SelectedDevice.name(given: device.name, environment: DeviceCommand.environment)
            let library = DeviceLibrary(environment: DeviceCommand.environment)
            let export = try library.exported(name, creating: device.name == nil)
            guard file != "-" else { return try export.forEachPiece(Output.write) }
            let written = try PendingFile(path: file, isPrivate: true, keeping: [try library.path(of: name)])
            try export.forEachPiece { try written.write($0) }
            try written.commit()
            try Terminal.note("\(name): written to \(file)")
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Replaces a device's state by an export in one transaction, and creates a missing device.",
            discussion: """
                EXAMPLE:
                  tvsim device import phone.json --device phone
                """)

        @Argument(help: "The file; '-' is standard input.", completion: Completions.file)
        var file: String
        @OptionGroup var device: DeviceOption

        func run() throws {
            let name = SelectedDevice.name(given: device.name, environment: DeviceCommand.environment)
            let status = StatusLine()
            defer { status.finish() }
            status.show("reading \(NamedFile.shown(file))")
            let octets = try NamedFile.read(file, upTo: DeviceDocument.largest)
            status.show("importing \(octets.count >> 10) KiB into \(name)")
            try DeviceLibrary(environment: DeviceCommand.environment).importDevice(
                name, octets, source: NamedFile.shown(file))
            status.finish()
            try Terminal.note("\(name): imported from \(NamedFile.shown(file))")
        }
    }

    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Copies a device with its isolated worlds and journals to a new file.",
            discussion: """
                The copy is of one moment, also while a server uses the device. TVSIM_STORE can name the file.
                To make it a device again, copy it into the directory of the devices.

                EXAMPLE:
                  tvsim device backup phone.sqlite --device phone
                """)

        @Argument(help: "The new file.", completion: Completions.file)
        var file: String
        @OptionGroup var device: DeviceOption

        func run() throws {
            let name = SelectedDevice.name(given: device.name, environment: DeviceCommand.environment)
            try DeviceLibrary(environment: DeviceCommand.environment).backUp(
                name, to: file, creating: device.name == nil)
            try Terminal.note("\(name): backed up to \(file)")
        }
    }
}
