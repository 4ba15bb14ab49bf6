import TVSimEntitlementAPI
package import TVSimWorld

/// A rule of a vendor's document about an app, as data and a pure judge.
package struct Rule: Sendable {
    /// How the document says it.
    package enum Severity: String, WireWord {
        /// Mandatory, or "must".
        case mandatory
        /// Recommended, or "should".
        case recommended
        /// A guideline of Apple.
        case guideline
        /// A hint of the simulator, without a sentence of a vendor: it never fails a command.
        case hint

        /// The letter in a report.
        package var letter: String {
            switch self {
            case .mandatory: "M"
            case .recommended: "R"
            case .guideline: "G"
            case .hint: "H"
            }
        }
    }

    /// Which part of an app the rule is about.
    package enum Party: String, Codable, Sendable, CaseIterable {
        /// The client of REST API V2.
        case http
        /// The client of Apple's framework.
        case framework
        /// The client of the entitlement SDK.
        case sdk
        /// What the app shows.
        case interface
    }

    /// The risk that the document names, a heading of the table.
    package enum Group: String, Codable, Sendable, CaseIterable {
        case registration, configuration, sessions, decisions, errors, logout, headers, framework, sdk, interface

        /// The heading.
        package var title: String { self == .sdk ? "SDK" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    /// What a verdict needs and a history may not have.
    package enum Evidence: String, Codable, Sendable, CaseIterable {
        /// The facts of requests.
        case facts
        /// The beginning of the world.
        case beginning
        /// What the test says with the command `mark`.
        case marks
        /// Calls of the framework in this world.
        case framework
        /// The arguments of the calls of the framework.
        case calls
        /// The platform of the device.
        case platform
        /// The profile's `rules.screen`.
        case screen
        /// The profile's `rules.architecture`.
        case architecture
        /// The real times of the requests, and the commands of the test between them.
        case times
        /// The access tokens of the requests.
        case tokens
        /// The bodies of the requests and of the answers.
        case bodies
    }

    /// Whose requests a rule judges together.
    package enum Scope: Sendable {
        /// Those with the same client credentials, of however many devices.
        case client
        /// Those of one device.
        case device
    }

    /// A public document that says it.
    package struct Source: Codable, Hashable, Sendable {
        /// The document's title.
        package let title: String
        /// The section.
        package let section: String
        /// Where a reader can open it.
        package let address: String

        /// The title and the section.
        package var text: String { "\(title), \(section)" }
    }

    /// The identifier, which waivers and reports name.
    package let id: RuleID
    package let party: Party
    package let group: Group
    package let severity: Severity
    /// What the app does if it keeps the rule, as a sentence.
    package let sentence: String
    /// What exercises the rule, as a sentence.
    package let trigger: String
    /// What the vendor names as the risk.
    package let why: String
    /// What no document says and we have chosen, such as a tolerance; `nil` for nothing.
    package let chosen: String?
    package let sources: [Source]
    /// What the verdict needs.
    package let needs: Set<Evidence>
    /// Whose requests the rule judges together.
    let scope: Scope
    /// Judges one install.
    let judge: @Sendable (Install, RuleSettings) -> Assessment

    init(
        _ id: RuleID, _ severity: Severity, _ group: Group, party: Party = .http, _ sentence: String, trigger: String,
        why: String, chosen: String? = nil, needs: Set<Evidence> = [.facts, .bodies], of scope: Scope = .device,
        by sources: [Source],
        _ judge: @escaping @Sendable (Install, RuleSettings) -> Assessment
    ) {
        self.id = id
        self.severity = severity
        self.group = group
        self.party = party
        self.sentence = sentence
        self.trigger = trigger
        self.why = why
        self.chosen = chosen
        self.needs = needs
        self.scope = scope
        self.sources = sources
        self.judge = judge
    }
}

/// What a rule found in one install.
struct Assessment: Sendable {
    /// Whether something happened to which the rule applies.
    var isExercised = false
    var findings: [Finding] = []

    /// Notes that the rule applies.
    mutating func exercise() { isExercised = true }

    /// Notes that the rule is broken.
    mutating func find(
        _ moments: [Install.ObservedEvent], _ reason: String, instead: String, as severity: Rule.Severity? = nil,
        isTelling: Bool = false
    ) {
        isExercised = true
        findings.append(
            Finding(
                entries: moments.map(\.number), reason: reason, instead: instead, severity: severity,
                isOfWorld: moments.allSatisfy(\.isOfWorld), isTelling: isTelling))
    }
}

/// How an app broke a rule.
struct Finding: Hashable, Sendable {
    /// The entries of the journal.
    var entries: [Int]
    /// What the app did.
    var reason: String
    /// What it does instead.
    var instead: String
    /// The severity, if it differs from the rule's; `nil` if not.
    var severity: Rule.Severity?
    /// Whether the entries belong to no client: marks, pages and calls of a framework.
    var isOfWorld: Bool
    /// Whether it stays if several installs say something of the same entries of the world, because it names the cause.
    var isTelling = false
}
