/// The words that other tools use for what commands of this one do.
enum OtherTools {
    /// Returns the command that a word of another tool means; `nil` if the word is not known.
    ///
    /// - Parameters:
    ///   - word: The unknown word.
    ///   - commands: The names of each command that is possible in its place.
    /// - Returns: A command with its noun if the word stands in the place of a noun.
    static func word(for word: String, among commands: [[String]]) -> String? {
        let names = commands.flatMap(\.self)
        // Only the first word of a command line can be a noun, and one of the nouns is "permission".
        if names.contains("permission"), let found = nouns[word] { return found }
        return verbs[word]?.first(where: names.contains)
    }

    private static let nouns = [
        "login": "account sign-in", "signin": "account sign-in", "sign-in": "account sign-in",
        "logout": "account sign-out", "signout": "account sign-out", "sign-out": "account sign-out",
        "logs": "journal show", "log": "journal show", "tail": "journal show --follow", "history": "journal show",
        "status": "device show", "info": "device show", "show": "device show", "state": "device show",
        "list": "device list", "ls": "device list", "create": "device create", "remove": "device delete",
        "rm": "device delete", "delete": "device delete", "reset": "device erase", "export": "device export",
        "import": "device import",
        "validate": "profile check", "lint": "profile check", "check": "profile check", "test": "run",
        "start": "serve", "up": "serve", "server": "serve", "grant": "permission grant", "deny": "permission deny",
        "time": "clock show", "version": "--version", "completion": "--generate-completion-script",
    ]

    private static let verbs = [
        "login": ["sign-in"], "signin": ["sign-in"], "logout": ["sign-out"], "signout": ["sign-out"],
        "remove": ["delete", "clear", "reset"], "rm": ["delete", "remove", "clear", "reset"],
        "del": ["delete", "remove", "clear", "reset"], "delete": ["remove", "clear", "reset"],
        "clear": ["reset", "erase"],
        "reset": ["erase", "clear"], "ls": ["list"], "get": ["show", "list"], "status": ["show"], "info": ["show"],
        "cat": ["show"], "logs": ["show"], "log": ["show"], "tail": ["show"], "print": ["show"],
        "validate": ["check", "verify"], "verify": ["validate", "check"], "lint": ["check"], "test": ["run"],
        "new": ["create", "add"], "create": ["add", "generate"], "add": ["create"], "allow": ["grant"],
        "block": ["deny"], "edit": ["set"], "update": ["set"], "change": ["set"], "restore": ["import"],
        "backup": ["export"], "dump": ["export", "show"],
    ]
}
