import Foundation
import TVSimulator

// Validates one response as often as asked: `Validation RESPONSE CERTIFICATE COUNT [signature]`, all policies, or its
// signature alone. Prints the nanoseconds of CPU time of each. `run` pairs it with xmlsec1's C library.

let arguments = CommandLine.arguments
guard arguments.count >= 4, let count = Int(arguments[3]) else {
    FileHandle.standardError.write(Data("usage: Validation RESPONSE CERTIFICATE COUNT [signature]\n".utf8))
    exit(64)
}
let response = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
let certificate = try String(contentsOfFile: arguments[2], encoding: .utf8)
let check = try ResponseCheck(
    certificates: [certificate], issuer: "https://idp.example", audience: "https://sp.example",
    recipient: "https://sp.example/acs", inResponseTo: "_request")
let instant = Date(timeIntervalSince1970: 1_767_225_600)

precondition(check.failures(of: response, at: instant).isEmpty, "\(check.failures(of: response, at: instant))")
let isSignatureAlone = arguments.dropFirst(4).first == "signature"
let start = used()
for _ in 0..<count {
    precondition(isSignatureAlone ? check.isVouchedFor(response) : check.failures(of: response, at: instant).isEmpty)
}
print((used() - start) / count)

/// The nanoseconds of CPU time that this process has used.
func used() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
