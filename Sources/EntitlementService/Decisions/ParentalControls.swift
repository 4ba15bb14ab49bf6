import TVSimStructuredText

/// Compares the ratings of a resource with a household's parental controls.
///
/// The MVPD gives the limit as the attribute `maxRating`: the highest rating that the user may watch, by rating system.
/// Case and hyphens are ignored, and television ratings may omit `TV`. If one system has several limits, such as `MPAA`
/// and `mpaa`, the strictest applies. Unknown systems and ratings, and systems without a limit, are ignored.
///
/// Adobe Pass REST API V2, Decisions and Enhanced error codes.
enum ParentalControls {
    /// A rating system with its ratings, mildest first.
    private struct System {
        /// The scheme in media RSS.
        let scheme: String
        /// The key in `maxRating`.
        let key: String
        let ratings: [String]

        /// Returns a rating's position in the system; `nil` if the system does not have the rating.
        func rank(_ rating: String) -> Int? {
            let plain = Self.plain(rating)
            return ratings.firstIndex { $0 == plain || (scheme == "urn:v-chip" && $0 == "TV" + plain) }
        }

        fileprivate static func plain(_ rating: String) -> String { rating.uppercased().filter { $0 != "-" } }
    }

    private static let systems = [
        // The Motion Picture Association's system for films.
        System(scheme: "urn:mpaa", key: "MPAA", ratings: ["G", "PG", "PG13", "R", "NC17"]),
        // The TV Parental Guidelines, which a television's V-chip enforces.
        System(scheme: "urn:v-chip", key: "VCHIP", ratings: ["TVY", "TVY7", "TVG", "TVPG", "TV14", "TVMA"]),
    ]

    /// Returns a resource's first rating above the user's limits; `nil` if no rating is above them.
    static func exceeding(_ limits: [String: String], in resource: ResourceID) -> MediaRSS.Rating? {
        guard !limits.isEmpty else { return nil }
        return MediaRSS.ratings(of: resource).first { rating in
            guard let system = systems.first(where: { $0.scheme == rating.scheme.lowercased() }),
                let rank = system.rank(rating.text),
                let limit = limits.compactMap({ System.plain($0.key) == system.key ? system.rank($0.value) : nil })
                    .min()
            else { return false }
            return limit < rank
        }
    }
}
