import ArgumentParser
import TVSimWorld

/// `tvsim viewer`: the answers of the simulated user.
struct Viewer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viewer",
        abstract: "The scripted user's answers to prompts of the device and of apps.",
        discussion: """
            EXAMPLE:
              tvsim viewer set accessPrompt=allow 'systemPicker={choose: Cablevision, as: alice}'
              tvsim viewer show
            """,
        subcommands: [Show.self, Set.self, Reset.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the answers.",
            discussion: """
                EXAMPLE:
                  tvsim viewer show --format json
                """)

        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let selected = try device.open()
            try format.print(try selected.viewer(), text: try Columns.text(selected.viewerRows()))
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Changes answers in one transaction. Other answers do not change.",
            discussion: """
                Keys and answers are those of a profile's viewer: accessPrompt (allow, deny, ignore, none), \
                systemPicker (none, cancel, other, {choose: PROVIDER, as: SUBSCRIBER}, {application: ROW}), \
                appPicker (none, cancel, {choose: MVPD}), signIn (none, cancel, {as: SUBSCRIBER, password: TEXT, \
                code: TEXT, account: NAME, consent: false}), where only as is required, \
                secondScreen (none, {as: SUBSCRIBER, after: DURATION}), automaticSignIn (allow, deny, ignore, \
                none).
                With none as the answer, the system's prompt, picker or sheet stays open. Without any answer, \
                they also stay open in the world of 'tvsim serve', for the person at its page.

                EXAMPLE:
                  tvsim viewer set accessPrompt=allow signIn=cancel
                  tvsim viewer set systemPicker=none automaticSignIn=allow
                """)

        @Argument(help: "An answer, as KEY=ANSWER.", completion: Completions.viewerPairs)
        var answers: [String]
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(try CommandArguments.viewer(answers)) }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Removes all answers. A person may answer then, or the user does nothing.",
            discussion: """
                EXAMPLE:
                  tvsim viewer reset
                """)

        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.resetViewer) }
    }
}
