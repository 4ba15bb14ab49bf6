package import TVSimCore

/// What runs have visited, and what they have not, by area.
package struct CoverageReport: Sendable {
    /// The items of one area.
    package struct Area: Sendable {
        /// The area.
        package let area: CoverageArea
        /// The visited items, in the order of the area.
        package let visited: [CoverageItem]
        /// The other items, in the order of the area.
        package let unvisited: [CoverageItem]

        /// The number of items.
        package var total: Int { visited.count + unvisited.count }
        /// The visited part in percent, rounded down to one decimal.
        package var percent: Double { CoverageReport.rounded(part) }
        fileprivate var part: Double { Double(visited.count) / Double(max(1, total)) }
    }

    /// The areas, in their order.
    package let areas: [Area]

    /// Creates the report of some areas.
    ///
    /// - Parameters:
    ///   - visited: The visited items.
    ///   - areas: The areas.
    package init(_ visited: Set<CoverageItem>, areas: [CoverageArea] = CoverageArea.sdk) {
        self.areas = areas.map { area in
            let items = area.items
            return Area(
                area: area, visited: items.filter(visited.contains), unvisited: items.filter { !visited.contains($0) })
        }
    }

    /// The mean of the areas in percent, rounded down to one decimal.
    ///
    /// Each area counts the same. Otherwise the thousands of situations would outweigh everything else.
    package var percent: Double {
        Self.rounded(areas.map(\.part).reduce(0, +) / Double(max(1, areas.count)))
    }

    private static func rounded(_ part: Double) -> Double {
        // A sum of parts such as 0.1 is not exact. The small addend keeps 80 from becoming 79.9.
        (part * 1000 + 1e-6).rounded(.down) / 10
    }
}
