import Foundation
import SwiftASN1
import X509

/// The parts of a certificate that this module reads (RFC 5280, 4.1).
///
/// `X509.Certificate` rejects certificates whose RSA key is smaller than 2048 bits, and such a key may be allowed by
/// name.
struct CertificateParts {
    var subject: String
    var notBefore: Date
    var notAfter: Date
    var subjectPublicKeyInfo: Data

    init(der: Data) throws {
        self = try DER.sequence(DER.parse([UInt8](der)), identifier: .sequence) { nodes in
            guard let toBeSigned = nodes.next(), nodes.next() != nil, nodes.next() != nil else {
                throw XMLError(.key, "A part of the certificate is missing.")
            }
            return try DER.sequence(toBeSigned, identifier: .sequence) { nodes in
                try CertificateParts(toBeSigned: &nodes)
            }
        }
    }

    /// Reads version, serial number, signature algorithm, issuer, validity, subject and key, and skips the rest.
    private init(toBeSigned nodes: inout ASN1NodeCollection.Iterator) throws {
        guard var node = nodes.next() else { throw XMLError(.key, "The certificate is empty.") }
        if node.identifier == ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific), let serial = nodes.next() {
            node = serial
        }
        guard nodes.next() != nil, nodes.next() != nil, let validity = nodes.next(), let subject = nodes.next(),
            let key = nodes.next()
        else {
            throw XMLError(.key, "A part of the certificate is missing.")
        }
        (notBefore, notAfter) = try DER.sequence(validity, identifier: .sequence) { times in
            (try Self.date(times.next()), try Self.date(times.next()))
        }
        self.subject = try DistinguishedName(derEncoded: subject).description
        subjectPublicKeyInfo = Data(key.encodedBytes)
        while nodes.next() != nil {}
    }

    private static func date(_ node: ASN1Node?) throws -> Date {
        guard let node else { throw XMLError(.key, "The certificate's validity is missing.") }
        let parts: [Int]
        if node.identifier == .utcTime {
            let time = try UTCTime(derEncoded: node)
            parts = [time.year, time.month, time.day, time.hours, time.minutes, time.seconds]
        } else {
            let time = try GeneralizedTime(derEncoded: node)
            parts = [time.year, time.month, time.day, time.hours, time.minutes, time.seconds]
        }
        return date(parts)
    }

    /// Returns the date of year, month, day, hours, minutes and seconds in UTC.
    private static func date(_ parts: [Int]) -> Date {
        // Counts days since 1970 in eras of 400 years that start in March, so that a leap day is the last day of its
        // year.
        let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
        let era = year / 400
        let yearOfEra = year % 400
        let dayOfYear = (153 * (parts[1] + (parts[1] > 2 ? -3 : 9)) + 2) / 5 + parts[2] - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Date(timeIntervalSince1970: Double(days * 86_400 + parts[3] * 3600 + parts[4] * 60 + parts[5]))
    }
}
