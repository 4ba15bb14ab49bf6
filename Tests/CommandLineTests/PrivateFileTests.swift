import Foundation
import TestSupport
import Testing

/// Whose the files are that commands write.
@Suite("Files that commands write", .waitsForPrograms)
struct PrivateFileProgramTests {
    @Test("hold a state for this user alone, also where others could read what stood there before")
    func exportedOverReadable() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            umask 022; echo old >state.json; tvsim device export state.json; stat -c %a state.json
            tvsim device export new.json; stat -c %a new.json; echo old >report.txt
            printf 'schema: 1\\nname: x\\n' >p.yaml; tvsim run p.yaml --output report.txt; stat -c %a report.txt
            """
        #expect(try tool.shell(script, in: tool.home) == "600\n600\n644\n")
    }
}
