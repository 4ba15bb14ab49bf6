import Foundation
import TVSimScenario
import TVSimStructuredText
import Testing

@Suite("The profiles that a command reads")
struct ProfileFilesTests {
    /// Calls a closure with a new folder, in which the given files are; a name that ends with a slash is a folder.
    static func inFolder(_ names: [String], _ body: (String) throws -> Void) throws {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appending(path: "tvsim-profiles-\(UUID().uuidString)").path
        defer { try? manager.removeItem(atPath: folder) }
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in names {
            let path = "\(folder)/\(name)"
            let parent = name.hasSuffix("/") ? path : String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
            try manager.createDirectory(atPath: parent, withIntermediateDirectories: true)
            if !name.hasSuffix("/") { try Data("schema: 1\nname: x\n".utf8).write(to: URL(fileURLWithPath: path)) }
        }
        try body(folder)
    }

    private static func refusal(_ arguments: [String], in folder: String) -> CommandError? {
        #expect(throws: CommandError.self) { try ProfileFiles.paths(arguments, in: folder) }
    }

    @Test("are the visible YAML files of a folder, sorted, and not those of the folders in it")
    func folder() throws {
        let names = ["a/b.yml", "a/a.yaml", "a/.c.yaml", "a/d.json", "a/e.yaml/", "a/f/g.yaml", "a/yaml"]
        try Self.inFolder(names) { root throws in
            for folder in ["\(root)/a", "\(root)/a/"] {
                #expect(try ProfileFiles.paths([folder], in: "/") == ["\(root)/a/a.yaml", "\(root)/a/b.yml"])
            }
            // A file is taken whatever its name is, and the arguments keep their order.
            #expect(
                try ProfileFiles.paths(["\(root)/a/f", "-", "\(root)/a/d.json"], in: "/")
                    == ["\(root)/a/f/g.yaml", "-", "\(root)/a/d.json"])
            let twice = Self.refusal(["-", "-"], in: "/")
            #expect(twice?.code == .invalid && twice?.reason.contains("only once") == true)
            let empty = Self.refusal(["\(root)/a/e.yaml"], in: "/")
            #expect(empty?.code == .notFound && empty?.reason.hasPrefix("no profiles (*.yaml) in folder") == true)
        }
    }

    @Test("are those of the folder 'Profiles' in the directory or the nearest parent, if none is named")
    func committed() async {
        // The directory belongs to the whole process.
        await #expect(processExitsWith: .success) { try ProfileFilesTests.lookEverywhere() }
        let nowhere = Self.refusal([], in: "/dev")
        #expect(nowhere?.code == .notFound && nowhere?.reason.hasPrefix("no folder 'Profiles'") == true)
    }

    static func lookEverywhere() throws {
        try inFolder(["Profiles/x.yaml", "a/b/Profiles/y.yaml", "a/c/Profiles", "a/b/d/"]) { root throws in
            for (directory, path) in [
                ("", "Profiles/x.yaml"), ("/a", "../Profiles/x.yaml"), ("/a/b", "Profiles/y.yaml"),
                ("/a/b/d", "../Profiles/y.yaml"),
                // A file of that name is not a folder of profiles.
                ("/a/c", "../../Profiles/x.yaml"),
            ] {
                try #require(FileManager.default.changeCurrentDirectoryPath(root + directory))
                #expect(try ProfileFiles.paths([], in: root + directory) == [path])
            }
        }
    }

    @Test("are refused by name if one is not there or cannot be read, with the most similar name")
    func missing() throws {
        try Self.inFolder(["player.yaml", "loop/"]) { root throws in
            let slip = Self.refusal(["\(root)/playr.yaml"], in: "/")
            #expect(slip?.code == .notFound && slip?.suggestion == "\(root)/player.yaml")
            #expect(slip?.reason == "file '\(root)/playr.yaml' not found")
            // A file is not a folder.
            #expect(Self.refusal(["\(root)/player.yaml/x"], in: "/")?.code == .notFound)
            #expect(Self.refusal(["/no-such-folder/x.yaml"], in: "/")?.code == .notFound)
            try FileManager.default.createSymbolicLink(atPath: "\(root)/loop/a", withDestinationPath: "a")
            let loop = Self.refusal(["\(root)/loop/a"], in: "/")
            #expect(loop?.code == .inputOutput && loop?.reason.contains("cannot be read: ") == true)
        }
    }

    @Test("are the arguments themselves where nothing can be found")
    func reachable() throws {
        try Self.inFolder(["a/b.yaml", "c/"]) { root throws in
            #expect(
                ProfileFiles.reachable(["\(root)/a", "\(root)/none.yaml", "\(root)/c"], in: "/")
                    == ["\(root)/a/b.yaml", "\(root)/none.yaml", "\(root)/c"])
            #expect(ProfileFiles.reachable([], in: "/dev").isEmpty)
        }
    }

    @Test("are read in the order of the files, and each situation of a matrix is one")
    func read() throws {
        try Self.inFolder(["b.yaml", "a.yaml"]) { root throws in
            let matrix =
                "schema: 1\nname: m\ndevice: {account: {provider: Cablevision, subscriber: alice}}\n"
                + "matrix: {access: [granted, denied]}\n---\nschema: 1\nname: n\n"
            try Data(matrix.utf8).write(to: URL(fileURLWithPath: "\(root)/b.yaml"))
            let names = try ProfileFiles.profiles(in: ["\(root)/b.yaml", "\(root)/a.yaml"]).map(\.name)
            #expect(names == ["m [access=granted]", "m [access=denied]", "n", "x"])
        }
    }
}
