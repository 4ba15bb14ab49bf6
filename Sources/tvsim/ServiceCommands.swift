import ArgumentParser
import TVSimWorld

/// `tvsim service`: the settings of the entitlement service and its requestors.
struct Service: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "The settings of the entitlement service and of its requestors.",
        discussion: """
            EXAMPLE:
              tvsim service set throttling=documented
            """,
        subcommands: [Set.self])

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Changes the service in one transaction. Other settings keep their values.",
            discussion: """
                Keys and values are those of 'service' in a profile: throttling, accessTokenTTL, requestors and more.
                Values are YAML or JSON. The key requestors changes only the named requestors, their integrations and \
                keys; a new requestor or MVPD begins with the defaults.

                EXAMPLE:
                  tvsim service set throttling=documented accessTokenTTL=1h
                  tvsim service set 'requestors={REF30: {domains: [example.com], integrations: {Suddenlink: {}}}}'
                """)

        @Argument(help: "A key and its value, as KEY=VALUE.", completion: Completions.servicePairs)
        var values: [String]
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(try CommandArguments.service(values)) }
    }
}
