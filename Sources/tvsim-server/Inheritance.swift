import Foundation
@preconcurrency import Glibc

/// What this process got from whoever started it, and what its command gets as it came.
///
/// To be read first of all: later there are signals and files of ours among them.
struct Inheritance: Sendable {
    /// The arguments, with the program's own name.
    let arguments: [SystemText]
    /// The variables, each as `NAME=VALUE`.
    let environment: [SystemText]
    /// The signals that were ignored, as `nohup` has it.
    let ignoredSignals: Set<Int32>
    /// The files that were open, beside the three streams.
    let descriptors: Set<Int32>

    /// Reads what there is.
    init() {
        arguments = CommandLine.unsafeArgv.texts
        environment = environ.texts
        ignoredSignals = Set((1..<Int32(NSIG)).filter(Self.isIgnored))
        // What is ours already is closed in every program that we start.
        descriptors = Set(Self.openFiles().filter { fcntl($0, F_GETFD) == 0 })
    }

    /// Keeps all files that were opened since from programs that we start.
    ///
    /// A socket of the server is not closed there by itself, and a command that outlives us would keep its port open,
    /// where nobody answers.
    func withholdFiles() {
        for descriptor in Self.openFiles() where !descriptors.contains(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// What is open, beside the three streams.
    private static func openFiles() -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO }
    }

    /// The environment with some variables set, and others (`nil`) taken away.
    func environment(changing changes: [String: String?]) -> [SystemText] {
        environment.filter { variable in !changes.keys.contains(where: variable.isVariable) }
            + changes.sorted { $0.key < $1.key }.compactMap { name, value in
                value.map { SystemText("\(name)=\($0)") }
            }
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        // Functions cannot be compared; `SIG_IGN` is the address 1.
        return unsafeBitCast(action.__sigaction_handler, to: Int.self) == 1
    }
}

extension UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    /// The texts of a list that ends with a null pointer.
    fileprivate var texts: [SystemText] {
        var texts: [SystemText] = []
        var place = self
        while let text = place.pointee {
            texts.append(SystemText(text))
            place += 1
        }
        return texts
    }
}
