import Foundation
package import TVSimReports
package import TVSimStructuredText

/// How `tvsim exec --matrix` runs a command in each situation.
package struct MatrixLaunch: Codable, Sendable, Hashable {
    /// The number of situations that run at the same time.
    package var jobs: Int

    /// Creates the options.
    package init(jobs: Int) { self.jobs = jobs }
}

/// How `tvsim exec` judges what the app did by the vendors' rules.
package struct RulesLaunch: Codable, Sendable, Hashable {
    /// The files of the reports about the rules alone.
    package var reports: [ReportTarget]
    /// The least severity of a broken rule that fails the command; `nil` if none does.
    package var failOn: String?
    /// Whether the process judges one situation of a matrix.
    ///
    /// Its report is a temporary file, whose name is not printed.
    package var isOfOneSituation = false

    /// Creates the options.
    package init(reports: [ReportTarget], failOn: String?) {
        self.reports = reports
        self.failOn = failOn
    }
}

/// The options that `tvsim serve`, `tvsim exec` and `tvsim live` pass to `tvsim-server`, which their process becomes.
///
/// The server is a separate program so that short commands do not load its libraries. Users do not start it directly.
/// Its first argument is this value as JSON. The other arguments are the command that runs beside the server.
package struct ServerLaunch: Codable, Sendable, Hashable {
    /// The program's file name, in the directory of `tvsim`.
    package static let program = "tvsim-server"
    /// The default port of `tvsim serve`.
    package static let defaultPort = 8080

    /// The device that the command names; `nil` if it names none.
    package var device: String?
    /// The address of the store that the command names; `nil` if it names none.
    package var store: String?
    /// The path of the profile from which the served world is created; `nil` if a device is served.
    package var profile: String?
    /// Whether the served world is a new device, which is deleted when the command ends.
    package var isFresh = false
    /// The situation of the profile's matrix into which the served world is led, which `tvsim exec --matrix` sets for each
    /// process that it starts; `nil` for none.
    package var situation: String?
    /// How the command runs once in each situation of the profile's matrix; `nil` if it runs once.
    package var matrix: MatrixLaunch?
    /// How the rules of clients are judged; `nil` if they are not.
    package var rules: RulesLaunch?
    /// The path of the folder in which the worlds of a failed command are kept; `nil` if nothing is kept.
    package var failureFolder: String?
    /// The files of the reports about all worlds, or with a matrix about all situations.
    package var reports: [ReportTarget] = []
    /// What `tvsim live` does in place of a server; `nil` for a server.
    package var live: LiveLaunch?
    /// The largest number of isolated worlds; `nil` for the standard.
    package var mostWorlds: Int?
    /// The seconds after which a world in memory that no request has used may be removed for a new one; `nil` for never.
    package var evictsWorldsAfter: Double?
    /// Which ports worlds get.
    package var worldPorts = WorldPortChoice.free
    /// How requests are treated that name no isolated world.
    package var worldMode = WorldMode.open
    /// Whether isolated worlds begin in the state of the served device, and not as its profile says.
    package var copiesState = false
    /// Whether the server ends when its standard input ends.
    package var endsWithInput = false
    /// The host that clients use in addresses; `nil` for the address on which the server listens.
    package var publicHost: String?
    /// The address or host name on which the server listens.
    package var host = "127.0.0.1"
    /// The port; 0 selects a free port.
    package var port = 0
    /// The path of the locator file, which contains the server's address; `nil` if none is written.
    package var locator: String?
    /// Whether other machines may reach the server.
    package var allowsRemote = false
    /// The additional host names of the server's certificate, from the home folder's own authority; `nil` without TLS.
    package var tlsNames: [String]?

    /// Creates the default options.
    package init() {}

    /// Reads the first argument of the server.
    ///
    /// - Throws: `CommandError` when the argument is missing or invalid, because a user started the server directly.
    package init(argument: String?) throws(CommandError) {
        guard let argument, let launch = try? JSONDecoder().decode(Self.self, from: Data(argument.utf8)) else {
            throw CommandError(
                .invalid, "\(Self.program) cannot be started directly: use 'tvsim serve', 'tvsim exec' or 'tvsim live'")
        }
        self = launch
    }

    /// Returns the first argument of the server.
    package func argument() throws -> String {
        try JSONText.line(self)
    }
}
