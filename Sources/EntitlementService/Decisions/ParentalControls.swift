import Identifiers

/// Decides whether a household's parental controls let a person watch something that is rated.
///
/// The MVPD tells a person's limit as `maxRating`: for a system of ratings the highest one that they may watch. Case and
/// hyphens play no part, and ratings of television need not begin with `TV`. Of several limits for one system, such as `MPAA`
/// and `mpaa`, the strictest counts. A system or a rating that is not known, and one for which there is no limit, decide
/// nothing.
///
/// spec entitlement § 2.8, § 2.11.
enum ParentalControls {
    /// A system of ratings, with its ratings from the mildest on.
    private struct System {
        /// The scheme by which media RSS names it.
        let scheme: String
        /// The key of a limit in `maxRating`.
        let key: String
        let ratings: [String]

        /// Returns how far up a rating stands; `nil`: it is none of the system's.
        func rank(_ rating: String) -> Int? {
            let plain = Self.plain(rating)
            return ratings.firstIndex { $0 == plain || (scheme == "urn:v-chip" && $0 == "TV" + plain) }
        }

        private static func plain(_ rating: String) -> String { rating.uppercased().filter { $0 != "-" } }
    }

    private static let systems = [
        // The Motion Picture Association's, for films.
        System(scheme: "urn:mpaa", key: "MPAA", ratings: ["G", "PG", "PG13", "R", "NC17"]),
        // The TV Parental Guidelines, by which a television's V-chip blocks.
        System(scheme: "urn:v-chip", key: "VCHIP", ratings: ["TVY", "TVY7", "TVG", "TVPG", "TV14", "TVMA"]),
    ]

    /// Returns the first rating of a resource that is beyond a person's limits; `nil`: none is.
    static func exceeding(_ limits: [String: String], in resource: ResourceID) -> MediaRSS.Rating? {
        guard !limits.isEmpty else { return nil }
        return MediaRSS.ratings(of: resource).first { rating in
            guard let system = systems.first(where: { $0.scheme == rating.scheme.lowercased() }),
                let rank = system.rank(rating.text),
                let limit = limits.compactMap({ $0.key.uppercased() == system.key ? system.rank($0.value) : nil }).min()
            else { return false }
            return limit < rank
        }
    }
}
