import Foundation

/// The keys of the fixtures, which are public and suitable only for simulations.
///
/// A simulated provider signs the responses. The reader of encrypted assertions has its own key. The encrypted content
/// keys are constants, because RSA-OAEP is randomized and the fixtures must be reproducible.
enum FixtureKeys {
    /// The end of 9999, at which the certificates of the simulation end.
    static let endOfTime = Date(timeIntervalSince1970: 253_402_300_799)

    static let contentKey = Data((0..<32).map { UInt8($0) })

    /// The content key, encrypted for the reader with RSA-OAEP.
    static let wrappedForReader =
        "p7TjnqDi5yivIADTJh9Vcyf9zOPEzoO5NeNL4PWWDfzApDWcAyBmct20X8bUelSjIw1tPsWRQjZNNYAvnmzeoO"
        + "+itO/RR/4RkGK52Evbci8A9XAv7TaEC/kgSTU/VJYr+W57UqMBFcAn1KK9NyQQPHLQ9Vyt7X+HqbJPVkD14iNB"
        + "vnHjbVHJklU9Tj+jTbm2b8kI3KxiyDHcaFvpIb2oz/JX57aNkeOa19FpGCVuQa/Q6VgOmjeCMk7lWe2/U+hR+u"
        + "phe0C6k8Yogl03DziNStrs98aAiZVF+WcyNkUOz4MrlL2TTTaLVJd6YegyKZQCoAWPF710q1iSdgC5tsXsKQ=="

    /// The content key, encrypted with RSA-OAEP for a key that the reader does not have.
    static let wrappedForStranger =
        "uLl8ZioxYlJ9reA0KxoDjZMOnOKhN+eH2PUL42kdfRnD0OXZUCkxPvrSYK+aVwBoXqHVXKOYA889c/ydT1YKNA"
        + "5DOpARg7mQcB1Tz/Xj0QVxz+gcCRicq1j+movKy+kgHpMR/B0K2RArx68k+miwXEclzDCA8yCX0Dj41a//stkL"
        + "lC2cNqgKyhJAs5mIE6OLbN3/jvpBM1QzzVezJLxiiVI95BkUd20hxln4vViJw0T7ZIFC/PtHbKtDgdRNPzJeXW"
        + "fzhnK5OMSBgNyO38Hl6gsxbWQQPfN9D498AfC1xoz2OH8eG5xzysUREdbz4az08lzjR53+7lrk6GIQEcpmgA=="

    /// The content key, encrypted for the reader with RSA PKCS#1 v1.5.
    static let wrappedByPKCS1 =
        "oc+51ms0mIgTaXK5Qt158kvEi0jje0z7EIigF0+m2wZaYPj0UeyH8LyuSxkNFmEImEHy3o+llm9ugUSGFYuJIh"
        + "JW3t51dt75u8I0o2Cm2k8pB6hyjUUatZeNMPXNyEUBIkQx8oeKbbaCvfqxvvZAASMhyLzvCYwOpYMtSAIq6QOm"
        + "Q/6zM9oZmo1jqRjOKXQDbdaxK0vxWI4h1jWEALvWfdMJ3DcaUBXAdhQB7Yob/9NgDrwmXO1n7nxqUMSNDjNRyj"
        + "farvYaKLa8lLArXcjc08BXbeSPQ6qBblHj7J0y7+Wzo727QIv6/BhGGbNxHayII4p1ALKV15xU69sKulgvzQ=="

    /// The modulus of the simulation's impostor.
    static let simulatedImpostorModulus =
        "vvo4nKdG+mvUmvBf8luh0u3dfpFRuu47Hfuctiiyde/fnqm+2MfNHHJmOR6SrQICo0rxJbwpsx2uHv0DX8Ouok"
        + "JWPIPlDldDLDEEhDMuvJ8+bwDor7ZptTYXEyXlQnDK07PD+5IAYTmb+QMqLayWeLrKrNR7U2V5D9hH+ghwVZP2"
        + "liOce6xUzSUiPgi/A3FVF0EKTh4azYnUOzjdh0Z767RBlkkdKeUzjKOzdZTuBExjufMHGZ3umBEBkZrVLxuXMU"
        + "A8hGMg7xcpfHON4ST2h2cPqc9DAX4WgVe1hoPW5eiustojJm3LZCrgcjz27E+qYJlqBrFaYUC3wixxYY/wCQ=="

    /// A certificate of the simulation's impostor with the subject, issuer and serial number of the provider's
    /// certificate.
    static let simulatedNamesake =
        "MIIDQzCCAiugAwIBAgIUEfyo1vqcqIqZGT7yKT3XumTiI84wDQYJKoZIhvcNAQELBQAwMDEZMBcGA1UECgwQdH"
        + "ZzaW0gc2ltdWxhdGlvbjETMBEGA1UEAwwKcHJvdmlkZXItMTAgFw0wMDAxMDEwMDAwMDBaGA85OTk5MTIzMTIz"
        + "NTk1OVowMDEZMBcGA1UECgwQdHZzaW0gc2ltdWxhdGlvbjETMBEGA1UEAwwKcHJvdmlkZXItMTCCASIwDQYJKo"
        + "ZIhvcNAQEBBQADggEPADCCAQoCggEBAL76OJynRvpr1JrwX/JbodLt3X6RUbruOx37nLYosnXv356pvtjHzRxy"
        + "Zjkekq0CAqNK8SW8KbMdrh79A1/DrqJCVjyD5Q5XQywxBIQzLryfPm8A6K+2abU2FxMl5UJwytOzw/uSAGE5m/"
        + "kDKi2slni6yqzUe1NleQ/YR/oIcFWT9pYjnHusVM0lIj4IvwNxVRdBCk4eGs2J1Ds43YdGe+u0QZZJHSnlM4yj"
        + "s3WU7gRMY7nzBxmd7pgRAZGa1S8blzFAPIRjIO8XKXxzjeEk9odnD6nPQwF+FoFXtYaD1uXorrLaIyZty2Qq4H"
        + "I89uxPqmCZagaxWmFAt8IscWGP8AkCAwEAAaNTMFEwHQYDVR0OBBYEFHeGzqDBw+KcR6wfzJQgkU31zEnhMB8G"
        + "A1UdIwQYMBaAFHeGzqDBw+KcR6wfzJQgkU31zEnhMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgg"
        + "EBAGXti8UPUVIrRFGDHUaCSYooIpFav03TcdVHV5PQ3LbhP5LkLvZUkC+7C4UFqqnmM1CpEdF0Bo15Y7/lDDMw"
        + "ZiffSFrQpvf9teMYBiMA/HVSM8QtMSLLOg16LfBzO8m24fc+uccsOvqXWNCbeIixUvpCUjsraeJZnbUPfOQ0L9"
        + "3Wla1HIP1DEXnBIrxYkM50Cs8p1ijk0xFnR0+gwPl45z0CiCGys91UvSdvRou4NQ3zxdcTXsv481s9cNQLGipk"
        + "rn9pgt3GlRyeluUGd5398OT/ONvop9v8WGDmGhUWm5s0GU42/sDxsYGV3stUwYzMU8yP5MlIQt9B210TwTcy/l"
        + "U="

    /// The provider's certificate with an expiry at the end of 2025, and with the same key, names and serial number.
    static let simulatedExpiredCertificate =
        "MIIDQTCCAimgAwIBAgIUEfyo1vqcqIqZGT7yKT3XumTiI84wDQYJKoZIhvcNAQELBQAwMDEZMBcGA1UECgwQdH"
        + "ZzaW0gc2ltdWxhdGlvbjETMBEGA1UEAwwKcHJvdmlkZXItMTAeFw0wMDAxMDEwMDAwMDBaFw0yNTEyMzEyMzU5"
        + "NTlaMDAxGTAXBgNVBAoMEHR2c2ltIHNpbXVsYXRpb24xEzARBgNVBAMMCnByb3ZpZGVyLTEwggEiMA0GCSqGSI"
        + "b3DQEBAQUAA4IBDwAwggEKAoIBAQC0BgDWRWWshXbTZa/yjOQrK96NJde65IDi88/b8P/63sId1+fhNv1UVkqN"
        + "eGcjTrqjDBlGWpqEwFmPYR7V/oJkOa0neUPnZB+UaXxsSVVXxtFQj4VLnEhjBloGn32CFSrVSja8bevOfiO+sc"
        + "iSJNSvauz1O2FDcOg553YgyS/768Y38WKCfyT/Nw56e7328pgpKTG9a/uyilZn1Ig1cQcMLhHHZb8K43g9IG4A"
        + "e7gFtSP4Pm554c3TvJAI1thB/dfTpVs5irQJIE742Oc2SSfTSe63RZHzXG/OK0jiLzst2XmLikHP0mxlCR1sh5"
        + "nbruVHElXRZnolHPxl+dyKmYEjAgMBAAGjUzBRMB0GA1UdDgQWBBQGYfOArrdEja8NBE14QpaJ+olFcTAfBgNV"
        + "HSMEGDAWgBQGYfOArrdEja8NBE14QpaJ+olFcTAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQ"
        + "A/bt26H+Pxd0yT31mss7ZfYZ5bHyFKnY3KAKxtriXkcnJMGzTWABtidwVbSOl/Bohketam3pvh8rg/Epywn1aR"
        + "hV9BB2+KdgGSlrvBHodvmxhdrmyJnMOxfu+48gASfF1nsM6NciK1DhnFCJkEs+8mYqRI5Z2SUwPw3L7hiOhEt6"
        + "9/7HQVJNS8SACozHWBwOEf5LzqGi4Dpcs1FaXj2AGAtAJsICDzjTbigSGqP3mKs0fv6XX39dsoMde1DVJizDb2"
        + "OThIiXWvYnH2AzmBlLjlSTLbhlCT+FSPs5e1eXz8PryQA56WAx7IwpYfHM8lbZMVMNGIizS/1PdcR2Aetnla"

    /// The provider's certificate with a validity that starts in 2999, because some tools check it against the system
    /// clock.
    static let simulatedNotYetValidCertificate =
        "MIIDRTCCAi2gAwIBAgIUEfyo1vqcqIqZGT7yKT3XumTiI84wDQYJKoZIhvcNAQELBQAwMDEZMBcGA1UECgwQdH"
        + "ZzaW0gc2ltdWxhdGlvbjETMBEGA1UEAwwKcHJvdmlkZXItMTAiGA8yOTk5MDEwMTAwMDAwMFoYDzk5OTkxMjMx"
        + "MjM1OTU5WjAwMRkwFwYDVQQKDBB0dnNpbSBzaW11bGF0aW9uMRMwEQYDVQQDDApwcm92aWRlci0xMIIBIjANBg"
        + "kqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtAYA1kVlrIV202Wv8ozkKyvejSXXuuSA4vPP2/D/+t7CHdfn4Tb9"
        + "VFZKjXhnI066owwZRlqahMBZj2Ee1f6CZDmtJ3lD52QflGl8bElVV8bRUI+FS5xIYwZaBp99ghUq1Uo2vG3rzn"
        + "4jvrHIkiTUr2rs9TthQ3DoOed2IMkv++vGN/Fign8k/zcOenu99vKYKSkxvWv7sopWZ9SINXEHDC4Rx2W/CuN4"
        + "PSBuAHu4BbUj+D5ueeHN07yQCNbYQf3X06VbOYq0CSBO+NjnNkkn00nut0WR81xvzitI4i87Ldl5i4pBz9JsZQ"
        + "kdbIeZ267lRxJV0WZ6JRz8ZfncipmBIwIDAQABo1MwUTAdBgNVHQ4EFgQUBmHzgK63RI2vDQRNeEKWifqJRXEw"
        + "HwYDVR0jBBgwFoAUBmHzgK63RI2vDQRNeEKWifqJRXEwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAA"
        + "OCAQEATCabDiXleiMaymBsFInMMBxxOxbkvcfM3D902AfPNS/qB7899b0b13/eVJWoQun73tjc4VgUtjjD3nyN"
        + "bYrN9nh/Rqvoiadh2OnvLHW6hOC0f9629+uYo2AOtWfReUqwVpUh4EghxeXSQtPd/X8FzX+fBtUwiuVeQMvw3L"
        + "7hKjgzoQF4/L3LDDHkFrSQJARXYViN5hXrrHhNlq6VGfiXHLdzJ4ZlnlX/UstNjTm9rYL8IbfBkMOQKRajRWZy"
        + "cQQTRIJ6mOrldSJkFccDklN5+S2qpTkiiSNcrZma+G3AiGC1WI+lwWFuBY9n4amDds7vIVp0/lgY7Umy36B2Dm"
        + "c0uA=="

    /// The certificate of a key on the curve P-256, which no longer exists.
    static let curveCertificate =
        "MIIBcDCCARagAwIBAgIBATAKBggqhkjOPQQDAjA2MRkwFwYDVQQKDBB0dnNpbSBzaW11bGF0aW9uMRkwFwYDVQ"
        + "QDDBBwcm92aWRlci0xIEVDRFNBMCAXDTAwMDEwMTAwMDAwMFoYDzk5OTkxMjMxMjM1OTU5WjA2MRkwFwYDVQQK"
        + "DBB0dnNpbSBzaW11bGF0aW9uMRkwFwYDVQQDDBBwcm92aWRlci0xIEVDRFNBMFkwEwYHKoZIzj0CAQYIKoZIzj"
        + "0DAQcDQgAEQO9yLPFcePvT61lnpzyr9iRKcsMOdrA3EaqQgh29kkDY6H6CC7C7eGrnjFToQE/1lNTvrvaBrFZj"
        + "JNX5LtPWhaMTMBEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBncdiAPSTLNnqniZeozBkqJb"
        + "cc2Z0ec+rRr7xckb/WMwIhAJ0ScBBtR7EfHsZE3q9ThUFk18uIrFXTqn91cLGhgP7M"

    /// The signature of that key over the recorded assertion, as xmlsec1 made it.
    ///
    /// ECDSA draws a random number for each signature, so it is recorded and not made anew.
    static let curveSignature =
        #"<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod "#
        + #"Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod><ds:SignatureMethod "#
        + #"Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"></ds:SignatureMethod><ds:Reference "#
        + ##"URI="#_recorded-assertion"><ds:Transforms><ds:Transform "##
        + #"Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform><ds:Transform "#
        + #"Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms><ds:DigestMethod "#
        + #"Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>"#
        + "<ds:DigestValue>1Q830EgPkI/ugSd3cktRZXNqxP5SYHqSbCAdsvK44Kc=</ds:DigestValue></ds:Reference></ds:SignedInfo>"
        + "<ds:SignatureValue>plRri6GYkLEUs56/a+NQkN8JqXnaT7CqtCCC/qozZ26N"
        + "fk3FBSdON95+6R70DNSWiHf7+ALmqlg6MSjY/W2Ojw==</ds:SignatureValue>"
        + "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(curveCertificate)</ds:X509Certificate></ds:X509Data>"
        + "</ds:KeyInfo></ds:Signature>"

    static let readerCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIDDjCCAfagAwIBAgIBATANBgkqhkiG9w0BAQsFADAfMR0wGwYDVQQDDBR0dnNp
        bSBmaXh0dXJlIHJlYWRlcjAgFw0wMDAxMDEwMDAwMDBaGA85OTk5MTIzMTIzNTk1
        OVowHzEdMBsGA1UEAwwUdHZzaW0gZml4dHVyZSByZWFkZXIwggEiMA0GCSqGSIb3
        DQEBAQUAA4IBDwAwggEKAoIBAQCzKXBUcZdDSUrOT89d5MNsBuzxTWIxo3SOqS0x
        879LfwPmneTLCFrF4VTmmaGgf/V9Rx/6CgEZA8NSjejfKjF7841oq+pvnmrTFlmR
        qBK6LNlYNCmMrZuVjP6hqAtkt8ZOM2DkjjAqPv7V3Wri4VB0n5G6f9arSPsBT+M9
        Z+VRa0brL+gfE2YvAKVOVvC2cEPsTV3Jo6j4Ti1lXRnBykmEWQgG/kDHsyrHSctW
        HepN58Ae+8LCDdOwfx+qssddXw/F6kDi0IxvdvqcjJO5MWOz0j16Ojv0O9Z47jQE
        uWMxodCFkAtCllalRX0o8HlvJWNuB24HHEWJTHoS/2UM1p0tAgMBAAGjUzBRMB0G
        A1UdDgQWBBQ4ijogIixSKmjBl4pxzMWed+4ZdTAfBgNVHSMEGDAWgBQ4ijogIixS
        KmjBl4pxzMWed+4ZdTAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IB
        AQAvk9OjIClbFUtcpUzzYxQVktG7HeG1z5Ulyw35qgfhvZcsKhtf8DHUglc5vSP2
        I2o0b6XqWA/QBifTGQ/qI29A1GjJMcdvF3xf1cB0x8E4c4vXgCFYCL+1Z5dOwO3x
        u1bczrOE2cELuB40vz8L2QoPpLSClopVoHkpawYIpG6HarRRCExU/MCGPtT123Ej
        8bxD8Q0EDEYGnRxxmM+vX4Yux7oT7sreefztCUBGYSdJNKbhvpek34sfDVmnDSHw
        Bukvwz5Qh4DT/lyIsNrW9xf3eoJ0nFYr3f5tTMUppTXN49g4Dldy+kh7ZrI4a6gH
        8Khqrq4+E1JlF1v/0ZyJwTwg
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
    /// Returns the decoded bytes of a Base64 constant of this file.
    static func octets(_ base64: String) -> Data {
        Data(base64Encoded: base64) ?? Data()
    }
}
