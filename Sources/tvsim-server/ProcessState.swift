import TVSimPlatform
import TVSimScenario
import TVSimServer

/// The state of this process at its start, which its command inherits unchanged.
///
/// `main` must create it first. Later, the process itself changes signal settings and opens files.
struct ProcessState: Sendable {
    /// The arguments, with the program's own name.
    let arguments: [SystemText]
    /// The environment variables, each as `NAME=VALUE`.
    let environment: [SystemText]
    /// The ignored signals, for example SIGHUP after `nohup`.
    let ignoredSignals: Set<Int32>
    /// The open file descriptors, except the three standard streams.
    let descriptors: Set<Int32>
    /// The number of files that the process may open; a server raises its own limit.
    let files: UInt

    init() {
        files = OpenFiles.allowed
        arguments = CommandLine.unsafeArgv.texts
        environment = CommandLine.unsafeEnvironment.texts
        ignoredSignals = Set((1..<Int32(NSIG)).filter(Signals.isIgnored))
        // A command does not inherit descriptors that are close-on-exec, so they are left out.
        descriptors = Set(Self.openFiles().filter { fcntl($0, F_GETFD) == 0 })
    }

    /// Marks all files that were opened since the start as close-on-exec.
    ///
    /// A command that outlives the server would otherwise keep the server's port open.
    func withholdFiles() {
        for descriptor in Self.openFiles() where !descriptors.contains(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Returns the open file descriptors, except the three standard streams.
    private static func openFiles() -> [Int32] {
        FileDescriptors.open.filter { $0 > STDERR_FILENO }
    }

    /// Returns the environment with some variables changed; the value `nil` removes a variable.
    func environment(changing changes: [String: String?]) -> [SystemText] {
        environment.filter { variable in !changes.keys.contains(where: variable.isVariable) }
            + changes.sorted { $0.key < $1.key }.compactMap { name, value in
                value.map { SystemText("\(name)=\($0)") }
            }
    }
}

extension UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    /// The texts of a null-terminated array, such as `argv`.
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
