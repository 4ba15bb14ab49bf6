import Foundation
import TVSimulator

// Issues one response of 8 KB as often as asked: `Issuing COUNT`. Prints the nanoseconds of CPU time of each. `run`
// pairs it with xmlsec1's C library, which signs a template of the same size.

guard CommandLine.arguments.count == 2, let count = Int(CommandLine.arguments[1]), count > 0 else {
    FileHandle.standardError.write(Data("usage: Issuing COUNT\n".utf8))
    exit(64)
}
var maker = ResponseMaker(at: Date(timeIntervalSince1970: 1_767_225_600))
maker.content.attributes = (1...26).map { .init("attribute\($0)", ["the value of attribute \($0)"]) }
FileHandle.standardError.write(Data("issued: \(try maker.issue()?.utf8.count ?? 0) bytes\n".utf8))

let start = used()
for _ in 0..<count { _ = try maker.issue() }
print((used() - start) / count)

/// The nanoseconds of CPU time that this process has used.
func used() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
