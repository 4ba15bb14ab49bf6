package import Foundation

extension Date {
    /// The nearest instant with a whole number of milliseconds, the resolution of the simulated clock.
    package var roundedToMilliseconds: Date {
        Date(timeIntervalSince1970: roundedMilliseconds / 1000)
    }

    /// The number of milliseconds since 1970, the form of instants in messages; within ±2⁵³.
    package var millisecondsSince1970: Int64 {
        Int64(Int(limiting: roundedMilliseconds))
    }

    /// The nearest whole number of milliseconds since 1970, which may be too large for an integer, or NaN.
    package var roundedMilliseconds: Double {
        (timeIntervalSince1970 * 1000).rounded()
    }

    /// Creates an instant from milliseconds since 1970.
    package init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
