import Foundation
import IdentityProvider
import SAML
import XMLSecurity

/// The keys of the fixtures: public, and good for nothing but a simulation.
///
/// Who signs is a provider of the simulation. Who reads what is encrypted has a key of its own, and each key of content
/// stands here as it was wrapped once: RSA-OAEP takes chance that no seed gives, and the fixtures must repeat.
enum FixtureKeys {
    /// The certificate whose signatures are believed, PEM.
    static var providerCertificate: String { SigningKeys.certificate(number: 0) + "\n" }

    static let contentKey = Data((0..<32).map { UInt8($0) })

    /// What the content's key is for the reader, by RSA-OAEP.
    static let wrappedForReader =
        "p7TjnqDi5yivIADTJh9Vcyf9zOPEzoO5NeNL4PWWDfzApDWcAyBmct20X8bUelSjIw1tPsWRQjZNNYAvnmzeoO"
        + "+itO/RR/4RkGK52Evbci8A9XAv7TaEC/kgSTU/VJYr+W57UqMBFcAn1KK9NyQQPHLQ9Vyt7X+HqbJPVkD14iNB"
        + "vnHjbVHJklU9Tj+jTbm2b8kI3KxiyDHcaFvpIb2oz/JX57aNkeOa19FpGCVuQa/Q6VgOmjeCMk7lWe2/U+hR+u"
        + "phe0C6k8Yogl03DziNStrs98aAiZVF+WcyNkUOz4MrlL2TTTaLVJd6YegyKZQCoAWPF710q1iSdgC5tsXsKQ=="

    /// The same for a stranger.
    static let wrappedForStranger =
        "uLl8ZioxYlJ9reA0KxoDjZMOnOKhN+eH2PUL42kdfRnD0OXZUCkxPvrSYK+aVwBoXqHVXKOYA889c/ydT1YKNA"
        + "5DOpARg7mQcB1Tz/Xj0QVxz+gcCRicq1j+movKy+kgHpMR/B0K2RArx68k+miwXEclzDCA8yCX0Dj41a//stkL"
        + "lC2cNqgKyhJAs5mIE6OLbN3/jvpBM1QzzVezJLxiiVI95BkUd20hxln4vViJw0T7ZIFC/PtHbKtDgdRNPzJeXW"
        + "fzhnK5OMSBgNyO38Hl6gsxbWQQPfN9D498AfC1xoz2OH8eG5xzysUREdbz4az08lzjR53+7lrk6GIQEcpmgA=="

    /// The same for the reader, by RSA PKCS#1 v1.5.
    static let wrappedByPKCS1 =
        "oc+51ms0mIgTaXK5Qt158kvEi0jje0z7EIigF0+m2wZaYPj0UeyH8LyuSxkNFmEImEHy3o+llm9ugUSGFYuJIh"
        + "JW3t51dt75u8I0o2Cm2k8pB6hyjUUatZeNMPXNyEUBIkQx8oeKbbaCvfqxvvZAASMhyLzvCYwOpYMtSAIq6QOm"
        + "Q/6zM9oZmo1jqRjOKXQDbdaxK0vxWI4h1jWEALvWfdMJ3DcaUBXAdhQB7Yob/9NgDrwmXO1n7nxqUMSNDjNRyj"
        + "farvYaKLa8lLArXcjc08BXbeSPQ6qBblHj7J0y7+Wzo727QIv6/BhGGbNxHayII4p1ALKV15xU69sKulgvzQ=="

    /// The modulus of the impostor's key.
    static let impostorModulus =
        "vvo4nKdG+mvUmvBf8luh0u3dfpFRuu47Hfuctiiyde/fnqm+2MfNHHJmOR6SrQICo0rxJbwpsx2uHv0DX8Ouok"
        + "JWPIPlDldDLDEEhDMuvJ8+bwDor7ZptTYXEyXlQnDK07PD+5IAYTmb+QMqLayWeLrKrNR7U2V5D9hH+ghwVZP2"
        + "liOce6xUzSUiPgi/A3FVF0EKTh4azYnUOzjdh0Z767RBlkkdKeUzjKOzdZTuBExjufMHGZ3umBEBkZrVLxuXMU"
        + "A8hGMg7xcpfHON4ST2h2cPqc9DAX4WgVe1hoPW5eiustojJm3LZCrgcjz27E+qYJlqBrFaYUC3wixxYY/wCQ=="

    /// A certificate of the impostor's key that has the subject, issuer and number of the provider's.
    static let namesake =
        "MIIDQzCCAiugAwIBAgIUEfyo1vqcqIqZGT7yKT3XumTiI84wDQYJKoZIhvcNAQELBQAwMDEZMBcGA1UECgwQdH"
        + "ZzaW0gc2ltdWxhdGlvbjETMBEGA1UEAwwKcHJvdmlkZXItMTAgFw0yNjExMjExOTUxMjlaGA8yMTI2MTAyODE5"
        + "NTEyOVowMDEZMBcGA1UECgwQdHZzaW0gc2ltdWxhdGlvbjETMBEGA1UEAwwKcHJvdmlkZXItMTCCASIwDQYJKo"
        + "ZIhvcNAQEBBQADggEPADCCAQoCggEBAL76OJynRvpr1JrwX/JbodLt3X6RUbruOx37nLYosnXv356pvtjHzRxy"
        + "Zjkekq0CAqNK8SW8KbMdrh79A1/DrqJCVjyD5Q5XQywxBIQzLryfPm8A6K+2abU2FxMl5UJwytOzw/uSAGE5m/"
        + "kDKi2slni6yqzUe1NleQ/YR/oIcFWT9pYjnHusVM0lIj4IvwNxVRdBCk4eGs2J1Ds43YdGe+u0QZZJHSnlM4yj"
        + "s3WU7gRMY7nzBxmd7pgRAZGa1S8blzFAPIRjIO8XKXxzjeEk9odnD6nPQwF+FoFXtYaD1uXorrLaIyZty2Qq4H"
        + "I89uxPqmCZagaxWmFAt8IscWGP8AkCAwEAAaNTMFEwHQYDVR0OBBYEFHeGzqDBw+KcR6wfzJQgkU31zEnhMB8G"
        + "A1UdIwQYMBaAFHeGzqDBw+KcR6wfzJQgkU31zEnhMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgg"
        + "EBAAgqRyiXmxQgLfQXJVGIg7Vo7DgzmJrbsQY9GdiXGJUjLHGAsLcl4ySvVCaMeHqHwXnPq1RDF1PR1egoRjW/"
        + "/nmEnICYIPzH3i4StB+FWUpA78KUtfQLbw17hkfGovSraGC7tmkzaRo9ndaPRyixXkM61YYumMrPjUHcZMmWLF"
        + "QhqpDLZXmJxMLwQS8hd/SZFFEmjftvL+5i5n8WM9ESC9GdHSfOs58DDN8LqfigW/FzOPJyuqf2sUDEvNP0/KJs"
        + "IsfUHgeztl4USzL6j/BcOaYkindk7yiIsVh4+H6+mC6+iCsTxYZEuUWYuwlmi9wt3Ulau146rFv+IyRzHQE3vY"
        + "U="

    static let readerCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIDDjCCAfagAwIBAgIBATANBgkqhkiG9w0BAQsFADAfMR0wGwYDVQQDDBR0dnNp
        bSBmaXh0dXJlIHJlYWRlcjAgFw0yNjExMjExNzEwNDVaGA8yMTI2MTAyODE3MTA0
        NVowHzEdMBsGA1UEAwwUdHZzaW0gZml4dHVyZSByZWFkZXIwggEiMA0GCSqGSIb3
        DQEBAQUAA4IBDwAwggEKAoIBAQCzKXBUcZdDSUrOT89d5MNsBuzxTWIxo3SOqS0x
        879LfwPmneTLCFrF4VTmmaGgf/V9Rx/6CgEZA8NSjejfKjF7841oq+pvnmrTFlmR
        qBK6LNlYNCmMrZuVjP6hqAtkt8ZOM2DkjjAqPv7V3Wri4VB0n5G6f9arSPsBT+M9
        Z+VRa0brL+gfE2YvAKVOVvC2cEPsTV3Jo6j4Ti1lXRnBykmEWQgG/kDHsyrHSctW
        HepN58Ae+8LCDdOwfx+qssddXw/F6kDi0IxvdvqcjJO5MWOz0j16Ojv0O9Z47jQE
        uWMxodCFkAtCllalRX0o8HlvJWNuB24HHEWJTHoS/2UM1p0tAgMBAAGjUzBRMB0G
        A1UdDgQWBBQ4ijogIixSKmjBl4pxzMWed+4ZdTAfBgNVHSMEGDAWgBQ4ijogIixS
        KmjBl4pxzMWed+4ZdTAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IB
        AQCN+eVQ/kYeNoN6INagX06UcgNJ6m75kCCmShXmkdlWoUQPWUuKxz9pcV7f2osO
        TUsOM9Ml1Zv6DtkUPft+sMMy7o/KZVXzty8A1bNbtGJdMS46Z7rYr3RyPzix04B0
        rAyooo4Q2Oy7NgheINI2P6FHvOLxn/4kUxZ1a23/5NugmuBRe2QVZ9imEhqZxOIH
        7R2UM5thcD+TiM3JjQI9lsZKyJ0zE5Sfvil1CO9UabVUiQKgNc38zWpb4TT3YpgU
        ViEySTAprFTJWCbPTx433aSVT8muPy8Sbgb4kgaPkcwSFXwE3XcI36gO370yHULT
        YAm34wmi7YSc5c/W1S4tUk7Y
        -----END CERTIFICATE-----
        """

    static let readerKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCzKXBUcZdDSUrO
        T89d5MNsBuzxTWIxo3SOqS0x879LfwPmneTLCFrF4VTmmaGgf/V9Rx/6CgEZA8NS
        jejfKjF7841oq+pvnmrTFlmRqBK6LNlYNCmMrZuVjP6hqAtkt8ZOM2DkjjAqPv7V
        3Wri4VB0n5G6f9arSPsBT+M9Z+VRa0brL+gfE2YvAKVOVvC2cEPsTV3Jo6j4Ti1l
        XRnBykmEWQgG/kDHsyrHSctWHepN58Ae+8LCDdOwfx+qssddXw/F6kDi0Ixvdvqc
        jJO5MWOz0j16Ojv0O9Z47jQEuWMxodCFkAtCllalRX0o8HlvJWNuB24HHEWJTHoS
        /2UM1p0tAgMBAAECggEABUx3MkQmw1puUDI7kY0Tu4Tr6ooNmqa5KoP13nmVQYQY
        5y/pxZhyaNJMesJ17YODTOh22WQE2srJ8s3YIouCqaYPG1akSRdQFPye+wgTv7ZW
        Wj22sd6rkI16NWk9JwYpYwQxfCj5YzJ4QnZ5NAsSYFSc0H156Zhvtf75G0aQmWsM
        Y2P+S0X0NwL5W8ET4CBb+UbOYUofJGFtSjcMYalXRjarbuq5/ipwTKb3Q3LJ+Tz3
        9uFCa+FxVe0e0iIk/pKxvDoNNkb2Lwembqzh5qhi7D7/5Lz8FA6IsEhd6sBvg5zu
        5o61ABMYVWN/RUzMkORaXHVUyOMoWrU1z3I9v2axyQKBgQDZCvQG2Ryic5i01rji
        RqSNm7Wqv0KfCNX+au55fFhykeqGhuZQdllVXqRbhuRQ4zIgkmjgx5FhEl9h3pIF
        eKtszHVZMvKG3aNWuBG90prwdO+gsCdgGCvEz5+MbffNgmdhveZvfli49U3dFt8y
        Ji3EEO4+63DkmBpLdnMzQCQqiQKBgQDTUd6bzFIIL5wPrGyLBnczvOR7Y9yS3e1Q
        aIHljSqoez0fUnCCRzChQk8Avkdx2x2Ks2h6m+c8ttQPpvPd9tZl/3YaEHWWGNUQ
        phCAtIZ1Rn1sHsji65mg9QN511yb6zLWIdMSw7uY70m5QhoDZ5670X/olSfc+yjN
        WTbQRjdkhQKBgF6z/M6QJYJs1hDyMDHriRmQ+6/JTJSAEn+0wOGZdC5ppN+WNSCe
        w1QQu76EGVOCDvlPaRvLeI/WqG/X4fcpNAOBIyMMq+5U/1RzdKpTHvAU1gpTUpsH
        cPGrdn6b7Shq4hkv90Bm7OengZYayMDlD8shaBNkQBo+lBqhUJroPd+hAoGBAKgI
        IYqhHVmFAgM0h9rEeWSaftPexDXEYj/d2ew+I/10gVW2p9/v26tenpNouka+hO8V
        Wa6k6WpNtrH7f06wSCsyxyZSkC2Z8VIbumOdKI14T6L5l6NY1AA401q+9NTGYNYE
        b2IsYa9qFqVI+oZajs2p+JtofxooXHlsxzk1nDZBAoGBAInXJIis8k0en5UqbcPh
        ypYEUwyy1KVNzWkrcQciGPCtmbx+zoomeOQ2IQGdgQX2+UE586GE4fdxqlg9t31a
        J+ttAUj3FIjI2aVSDP1i/6e8+e6jjfeRKQAHpA0Qiy/J6Asdj91FeDnkBdR8N2Dc
        /LuyRB6JWW7vWOvWOD1yNXPp
        -----END PRIVATE KEY-----
        """
}

extension FixtureKeys {
    /// The octets of a Base64 text of this file.
    static func octets(_ base64: String) -> Data {
        Data(base64Encoded: base64) ?? Data()
    }

    /// What encrypts for the reader, with the content's key chosen beforehand and an initialisation vector of 16 octets.
    ///
    /// - Throws: ``XMLError`` when the certificate in the source is damaged.
    static func encryption(
        _ kind: ResponseRecipe.EncryptedFor, vector: Data
    ) throws(XMLError) -> EncryptionRecipe {
        var recipe = EncryptionRecipe(recipient: try TrustedCertificate(pem: readerCertificate))
        recipe.contentKey = .init(octets: contentKey, wrapped: octets(wrappedForReader), vector: vector)
        if kind == .readerByCBC { recipe.content = .aes256CBC }
        return recipe
    }
}
