import Foundation

/// Writes an archive of a few files, without compression (APPNOTE.TXT, 6.3.10, sections 4.3 and 4.4).
///
/// Equal files give equal bytes: every file has the first date that the format knows.
enum ZipArchive {
    /// Returns the archive.
    ///
    /// - Parameter files: The names and contents of the files, less than 4 GiB together.
    /// - Returns: The archive.
    static func of(_ files: [(name: String, content: Data)]) -> Data {
        var archive = Data()
        var directory = Data()
        for file in files {
            let offset = archive.count
            let entry = common(of: file)
            archive += number(0x0403_4b50, 4) + entry + Data(file.name.utf8) + file.content
            // Version made by: Unix. No comment, disk 0, and the permissions 644 of a regular file.
            directory += number(0x0201_4b50, 4) + number(3 << 8 | 20, 2) + entry
            directory += number(0, 2) + number(0, 2) + number(0, 2) + number(0o100644 << 16, 4) + number(offset, 4)
            directory += Data(file.name.utf8)
        }
        let end =
            number(0x0605_4b50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
            + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
        return archive + directory + end
    }

    /// Returns the part that the header of a file and its entry in the directory share.
    private static func common(of file: (name: String, content: Data)) -> Data {
        // Version 2.0, names in UTF-8, stored, 1980-01-01 00:00.
        number(20, 2) + number(1 << 11, 2) + number(0, 2) + number(0, 2) + number(1 << 5 | 1, 2)
            + number(Int(checksum(of: file.content)), 4) + number(file.content.count, 4)
            + number(file.content.count, 4) + number(file.name.utf8.count, 2) + number(0, 2)
    }

    /// Returns a number with its lowest byte first.
    private static func number(_ value: Int, _ bytes: Int) -> Data {
        Data((0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }

    /// Returns the CRC-32 of a content (ISO 3309).
    private static func checksum(of content: Data) -> UInt32 {
        ~content.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }
}
