import Foundation

/// Finds a program as `posix_spawnp` does, to say more of it than that does, or to start what it does not.
enum ProgramSearch {
    /// Returns the file that a command's name means: one that may be executed, in the first folder of `PATH` that has it, or
    /// the name itself where that is a path; `nil`: there is none.
    static func file(of name: SystemText) -> SystemText? {
        if name.characters.contains(slash) { return isProgram(name) ? name : nil }
        let path = getenv("PATH").map { SystemText($0) } ?? SystemText("/bin:/usr/bin")
        return path.characters.split(separator: colon, omittingEmptySubsequences: false).lazy
            // A folder without a name is the one where we are.
            .map { SystemText(($0.isEmpty ? [dot] : $0) + [slash] + name.characters) }
            .first(where: isProgram)
    }

    private static let slash = CChar(bitPattern: UInt8(ascii: "/"))
    private static let colon = CChar(bitPattern: UInt8(ascii: ":"))
    private static let dot = CChar(bitPattern: UInt8(ascii: "."))

    private static func isProgram(_ file: SystemText) -> Bool {
        file.withPointer { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
        }
    }
}
