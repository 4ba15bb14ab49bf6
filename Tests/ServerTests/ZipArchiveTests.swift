import Foundation
import Testing

@testable import TVSimServer

@Suite("A zip file")
struct ZipArchiveTests {
    @Test("has bytes that depend on names and contents only, and that Python reads")
    func archive() {
        let archive = ZipArchive.of([("a.txt", Data("one\n".utf8)), ("ä/b.json", Data("{}".utf8))])
        let expected =
            "504b0304140000080000000021009fa817f8040000000400000005000000612e7478746f6e650a"
            + "504b03041400000800000000210043bfa6a3020000000200000009000000c3a42f622e6a736f6e7b7d"
            + "504b01021403140000080000000021009fa817f80400000004000000050000000000000000000000a48100000000"
            + "612e747874504b010214031400000800000000210043bfa6a30200000002000000090000000000000000000000a481"
            + "27000000c3a42f622e6a736f6e504b050600000000020002006a000000500000000000"
        #expect(archive.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined() == expected)
    }
}
