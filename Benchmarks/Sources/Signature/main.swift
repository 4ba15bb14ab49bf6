import CSignature
import Foundation

// Makes RSA-2048 signatures alone, as often as asked: `Signature COUNT`. Prints the microseconds of CPU time of each,
// for `serving/measure`, which pairs it with what the server needs.

guard CommandLine.arguments.count == 2, let count = Int(CommandLine.arguments[1]), count > 0 else {
    FileHandle.standardError.write(Data("usage: Signature COUNT\n".utf8))
    exit(64)
}

func cpuSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

let key = signature_key()
let message = [UInt8](repeating: 0x61, count: 600)
@MainActor func sign() {
    precondition(signature_make(key, message, message.count) == 1, "the key must sign")
}
// The first signature prepares the key.
sign()
let start = cpuSeconds()
for _ in 0..<count { sign() }
print((cpuSeconds() - start) / Double(count) * 1e6)
