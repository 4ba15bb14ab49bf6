import Foundation

/// The file of the program that this process runs.
package enum ProgramFile {
    /// The path of the file, without symbolic links; `nil` if the system does not tell it.
    ///
    /// On Linux it is what `/proc/self/exe` names, which stays right if the working folder changes.
    package static var path: String? {
        #if os(Linux)
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #else
            Bundle.main.executableURL?.resolvingSymlinksInPath().path
        #endif
    }
}
