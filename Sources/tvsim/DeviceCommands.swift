import ArgumentParser
import ProgramSupport
import SavedDevices
import SimulatedWorld

/// `tvsim device`: the devices of this user.
struct Device: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Devices: each with its own permissions, account, clock, faults and apps' storage.",
        discussion: """
            EXAMPLE:
              tvsim device create phone --profile Profiles/granted-signed-in.yaml
              tvsim device list
            """,
        subcommands: [
            List.self, Create.self, Show.self, Erase.self, Delete.self, Export.self, Import.self,
        ])

    static var environment: [String: String] { CommandContext.current.environment }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Prints the devices; '*' marks the one that commands mean.",
            discussion: """
                DEVICE/WORLD is an isolated world beside a device, as a client of 'tvsim serve' names it under /s/WORLD/.

                EXAMPLE:
                  tvsim device list --format json
                """)

        @OptionGroup var format: FormatOption

        func run() throws {
            let library = DeviceLibrary(environment: Device.environment)
            let selected = SelectedDevice.name(given: nil, environment: Device.environment)
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
            abstract: "Makes a device.",
            discussion: """
                DEVICE/WORLD makes an isolated world beside a device, which clients of 'tvsim serve' find under
                /s/WORLD/; without a profile it is made from that of its device.

                EXAMPLE:
                  tvsim device create phone --profile Profiles/granted-signed-in.yaml
                  tvsim device create phone/expired --profile Profiles/account-expired.yaml
                """)

        @Argument(help: "The device's name: letters, digits, '.', '_' and '-'; or DEVICE/WORLD.")
        var name: String
        @Option(help: "The profile that it is made from, one document; without it the built-in default.")
        var profile: String?

        func run() throws {
            let stored = try profile.map { path in try WorldOrigin(file: path) }
            try DeviceLibrary(environment: Device.environment).create(name, from: stored)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints what the device is and holds.",
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
                ["account", summary.account.map(Account.text) ?? "nobody is signed in"],
            ]
            rows += summary.permissions.map { ["permission", "\($0.bundleID) \($0.access)"] }
            rows += try selected.nonDefaultRows()
            rows += summary.faults.map { ["fault", "\($0.at) \($0.error)"] }
            try format.print(summary, text: Columns.text(rows))
        }
    }

    struct Erase: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "erase",
            abstract: "Returns a device to the profile that it was made from.",
            discussion: """
                EXAMPLE:
                  tvsim device erase --device phone
                """)

        @OptionGroup var device: DeviceOption

        func run() throws {
            let name = SelectedDevice.name(given: device.name, environment: Device.environment)
            try DeviceLibrary(environment: Device.environment).erase(name, creating: device.name == nil)
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Removes a device and everything of it.",
            discussion: """
                That is final, so the device must be named: where neither the command nor TVSIM_DEVICE does, nothing is
                removed, not even 'default'. The isolated worlds beside it go too; DEVICE/WORLD removes one of them.

                EXAMPLE:
                  tvsim device delete phone
                """)

        @Argument(help: "The device.")
        var name: String?
        @Option(help: "The device, in another place; without either the one that TVSIM_DEVICE names.")
        var device: String?

        func validate() throws {
            guard let name, let device, name != device else { return }
            throw ValidationError("'\(name)' and --device '\(device)' are two devices: name one")
        }

        func run() throws {
            guard let named = SelectedDevice.named(given: name ?? device, environment: Device.environment) else {
                throw ValidationError("Missing expected argument '<name>'")
            }
            try DeviceLibrary(environment: Device.environment).delete(named)
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Writes a device's whole state as JSON; exporting what was imported gives the same bytes.",
            discussion: """
                EXAMPLE:
                  tvsim device export phone.json --device phone
                """)

        @Argument(help: "The file; '-' is standard output.")
        var file: String
        @OptionGroup var device: DeviceOption

        func run() throws {
            let name = SelectedDevice.name(given: device.name, environment: Device.environment)
            let library = DeviceLibrary(environment: Device.environment)
            let text = try library.exported(name, creating: device.name == nil)
            guard file != "-" else { return try Output.write(text) }
            try NamedFile.write(text, to: file, isPrivate: true, keeping: [try library.path(of: name)])
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Replaces a device's state by an export, all or nothing; makes the device if it is not there.",
            discussion: """
                EXAMPLE:
                  tvsim device import phone.json --device phone
                """)

        @Argument(help: "The file; '-' is standard input.")
        var file: String
        @OptionGroup var device: DeviceOption

        func run() throws {
            let name = SelectedDevice.name(given: device.name, environment: Device.environment)
            try DeviceLibrary(environment: Device.environment).importDevice(
                name, text: try NamedFile.readText(file), source: NamedFile.shown(file))
        }
    }
}
