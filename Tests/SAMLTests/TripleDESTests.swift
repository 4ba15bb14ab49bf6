import Foundation
import TVSimXMLSecurity
import Testing

/// Triple DES against a ciphertext of openssl.
struct TripleDESTests {
    @Test("encrypts with triple DES as openssl does")
    func tripleDES() throws {
        // printf '<a>text</a>' | openssl enc -des-ede3-cbc -K 01234567... -iv 00112233...
        func octets(_ number: UInt64) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
        let key = octets(0x0123_4567_89ab_cdef) + octets(0xfedc_ba98_7654_3210) + octets(0x89ab_cdef_0123_4567)
        var recipe = try EncryptionTests.recipe(.tripleDESCBC)
        recipe.contentKey = .init(octets: key, wrapped: Data(), vector: octets(0x0011_2233_4455_6677))
        let made = try Encryptor.encrypt("<a>text</a>", recipe)
        #expect(made.contains(">ABEiM0RVZnenxNwpNZjJ+n6q+yngM+qe<"))
        recipe.contentKey?.vector = Data(count: 7)
        #expect(throws: XMLError.self) { try Encryptor.encrypt("<a>text</a>", recipe) }
        recipe.contentKey = .init(octets: key.dropLast(), wrapped: Data(), vector: Data(count: 8))
        #expect(throws: XMLError.self) { try Encryptor.encrypt("<a>text</a>", recipe) }
    }
}
