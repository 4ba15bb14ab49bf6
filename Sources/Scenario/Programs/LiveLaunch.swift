package import TVSimReports

/// What `tvsim live` passes to `tvsim-server`, which contains the client that talks to a live party.
package struct LiveLaunch: Codable, Sendable, Hashable {
    /// What is done.
    package enum Verb: String, Codable, Sendable {
        /// Tests a service provider.
        case serviceProvider
        /// Tests an identity provider.
        case identityProvider
        /// Makes or removes a folder of keys.
        case keys
        /// Prints the JSON Schema of a configuration.
        case schema
        /// Writes the forms of an earlier result.
        case report
    }

    package var verb: Verb
    /// The path of the configuration; `nil` without one.
    package var config: String?
    /// The folder of keys.
    package var keys: String?
    /// The options that win over the configuration.
    package var metadata: String?
    package var start: String?
    package var to: String?
    package var probe: String?
    package var logout: String?
    package var contact: String?
    package var only: [String] = []
    package var skip: [String] = []
    package var authorizedFor: [String] = []
    /// The most requests in a second; `nil` for the standard.
    package var rate: Double?
    /// The times of a request and of the run, in seconds.
    package var timeout = 10.0
    package var limit = 1_800.0
    package var endsAtFirst = false
    package var isIntrusive = false
    package var isVerbose = false
    /// Whether no user signs in at an identity provider.
    package var signsNobodyIn = false
    /// Whether the cases are listed, and nothing is sent.
    package var isList = false
    /// The files of known differences to read and to write, and of an earlier result.
    package var known: String?
    package var writeKnown: String?
    package var compare: String?
    /// The folder in which all messages are kept; `nil` if they are not.
    package var keepMessages: String?
    /// The earlier result of which forms are written.
    package var result: String?
    /// Whether the folder of keys is removed.
    package var removesKeys = false
    /// The forms of the report, the main output first.
    package var reports: [ReportTarget] = []

    /// Creates the options of a verb.
    package init(_ verb: Verb) { self.verb = verb }
}
