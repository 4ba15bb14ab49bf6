import Foundation
@preconcurrency import Glibc

/// What this process was started with, and its command gets unchanged.
///
/// It must be read first: later, signals and files of this process are among them.
struct Inheritance: Sendable {
    /// The arguments, with the program's own name.
    let arguments: [SystemText]
    /// The variables, each as `NAME=VALUE`.
    let environment: [SystemText]
    /// The signals that were ignored, for example by `nohup`.
    let ignoredSignals: Set<Int32>
    /// The open files, besides the three standard streams.
    let descriptors: Set<Int32>

    init() {
        arguments = CommandLine.unsafeArgv.texts
        environment = environ.texts
        ignoredSignals = Set((1..<Int32(NSIG)).filter(Self.isIgnored))
        // Files of this process are closed in a child already.
        descriptors = Set(Self.openFiles().filter { fcntl($0, F_GETFD) == 0 })
    }

    /// Closes the files that were opened since in programs that this process starts.
    ///
    /// A command that outlives the server would otherwise keep its port open.
    func withholdFiles() {
        for descriptor in Self.openFiles() where !descriptors.contains(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// The open files, besides the three standard streams.
    private static func openFiles() -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO }
    }

    /// Returns the environment with some variables set and others (`nil`) removed.
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
