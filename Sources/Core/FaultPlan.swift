import Foundation
import TVSimStructuredText

/// An operation that can be made to fail, identified by its stable name, such as `accountManager.enqueue`.
///
/// Other modules declare their operations; this module only counts them.
package struct FaultOperation: RawRepresentable, Hashable, Sendable, Codable {
    /// The operation's name in profiles and on the command line.
    package let rawValue: String

    /// Creates an operation's name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A simulated failure: the operation, the error or the changed answer, when it begins and how often it occurs.
package struct Fault: Sendable, Hashable {
    /// The number that the world gave the fault, from 1, or that the fault shall have; `nil` for the next one.
    package var id: Int?
    /// The operation that fails.
    package var operation: FaultOperation
    /// The error's name, one of those that the operation supports; `nil` if the fault only changes a good answer.
    package var error: String?
    /// The number of matching operations that succeed before the fault begins.
    package var after: Int
    /// The number of operations that then fail; `nil` if all fail until the faults are cleared.
    package var times: Int?
    /// What the fault changes in the answer; `nil` for nothing.
    package var shape: FaultShape?
    /// The operations that the fault concerns; `nil` for all.
    package var only: FaultScope?
    /// The probability that a matching operation fails; `nil` if every one does.
    package var probability: Double?
    /// The number of operations for which the probability was drawn.
    package internal(set) var draws: Int?

    /// Creates a fault.
    package init(operation: FaultOperation, error: String?, after: Int = 0, times: Int? = nil) {
        self.operation = operation
        self.error = error
        self.after = after
        self.times = times
    }

    /// The largest number of a fault; a document with a larger one could not be read.
    static let largestID = 1 << 52

    /// Whether the fault has occurred as often as configured.
    package var isExhausted: Bool { times == 0 }

    /// The error, or else what the fault changes in an answer.
    package var name: String { error ?? shape?.words.joined(separator: " ") ?? "" }

    /// Returns whether the next operation fails, by a stream of random numbers of the fault's own.
    fileprivate mutating func strikes(seed: UInt64, id: Int) -> Bool {
        guard let probability else { return true }
        let number = draws ?? 0
        draws = number + 1
        var generator = SeededGenerator(
            seed: SeededGenerator.mix(seed &+ UInt64(id)), part: UInt64(number))
        return Double(generator.next() >> 11) / 0x1p53 < probability
    }
}

/// A fault that affected an operation; the journal entry of the affected decision contains it.
package struct InjectedFault: Codable, Sendable, Hashable {
    /// The operation that failed.
    package let operation: FaultOperation
    /// The error's name, or what the fault changed in the answer.
    package let error: String
    /// How long the answer was held back; `nil` if it was not.
    package var delayed: String?
    /// Whether the fault only held back the answer or added to it; `nil` if it replaced the answer.
    package var isShape: Bool?
    /// The number of the fault; `nil` in a journal of an older tvsim.
    package var id: Int?

    private enum CodingKeys: String, CodingKey {
        case operation = "at"
        case error, delayed, id
        case isShape = "shaped"
    }

    /// Whether it decided what the client got, and not only when, or what else.
    package var decides: Bool { isShape != true }

    /// Creates the strike of a fault.
    package init(operation: FaultOperation, error: String) {
        self.operation = operation
        self.error = error
    }

    fileprivate init(_ fault: Fault) {
        self.init(operation: fault.operation, error: fault.name)
        id = fault.id
        delayed = fault.shape?.delay.map { TimeText.format(duration: $0) }
        isShape = fault.error == nil && fault.shape?.isByProxy != true ? true : nil
    }
}

/// The faults of a world, in the order in which they were added.
///
/// Each matching operation is offered to the faults in order. A fault that has not begun counts the operation and
/// passes it to the next fault. The first fault that has begun decides.
package struct FaultPlan: Sendable, Hashable {
    /// The faults, including those that will not occur again, so that a listing shows the history.
    package internal(set) var faults: [Fault] = []
    /// The largest number of a fault that the plan had, also if it was removed; `nil` if an older build wrote it.
    var last: Int?

    /// Creates an empty plan.
    package init() {}

    /// The faults, each with its number.
    ///
    /// A stored fault without a number has its place.
    package var numbered: [Fault] {
        faults.enumerated().map { place, fault in
            var fault = fault
            fault.id = fault.id ?? place + 1
            return fault
        }
    }

    /// The largest number that a fault of the plan has or had.
    private var newest: Int { max(last ?? 0, numbered.compactMap(\.id).max() ?? 0) }

    /// Adds a fault after the existing ones.
    ///
    /// - Parameter fault: The fault. Without a number it gets the next one, which no fault of the plan has had.
    /// - Returns: Its number; `nil` if another fault has it, or if it exceeds ``Fault/largestID``.
    package mutating func add(_ fault: Fault) -> Int? {
        let id = fault.id ?? newest + 1
        guard id <= Fault.largestID, !numbered.contains(where: { $0.id == id }) else { return nil }
        last = max(newest, id)
        faults = numbered
        faults.append(fault)
        faults[faults.count - 1].id = id
        return id
    }

    /// Removes a fault, also one that is used up.
    ///
    /// - Parameter id: Its number.
    /// - Returns: `false` if the plan never had a fault with this number.
    package mutating func remove(_ id: Int) -> Bool {
        guard (1...max(1, newest)).contains(id), newest > 0 else { return false }
        last = newest
        faults = numbered.filter { $0.id != id }
        return true
    }

    /// Removes all faults; later ones get other numbers.
    package mutating func clear() {
        last = newest > 0 ? newest : nil
        faults = []
    }

    /// Returns whether a fault can still affect an operation.
    package func concerns(_ operation: FaultOperation) -> Bool {
        faults.contains { $0.operation == operation && !$0.isExhausted }
    }

    /// Counts one operation and decides which fault affects it.
    ///
    /// A fault that can only strike late is drawn here, in its place among the others, and counted by ``reach(_:)``. A
    /// fault that concerns other operations, or whose probability does not strike, passes the operation on.
    mutating func draw(
        _ operation: FaultOperation, about facts: FaultFacts = FaultFacts(), seed: UInt64 = 0,
        stage: (String) -> FaultStage? = { _ in .early }
    ) -> FaultDraw {
        var draw = FaultDraw()
        for index in faults.indices where faults[index].operation == operation && !faults[index].isExhausted {
            guard faults[index].only?.contains(facts) ?? true, let stage = stage(faults[index].name) else { continue }
            let id = faults[index].id ?? index + 1
            switch (stage, faults[index].after == 0) {
            case (.early, false): faults[index].after -= 1
            case (.late, false): draw.waiting.append(id)
            case (_, true):
                guard faults[index].strikes(seed: seed, id: id) else { continue }
                switch stage {
                case .early: draw.due = strike(at: index)
                case .late: (draw.late, draw.lateResource) = (id, faults[index].only?.resource)
                }
                return draw
            }
        }
        return draw
    }

    /// Counts an operation that has reached its late stage, and returns the fault that was drawn for it.
    ///
    /// - Returns: The fault; `nil` if none was drawn, or if other operations have used it up since.
    mutating func reach(_ draw: FaultDraw) -> MatchedFault? {
        let ids = numbered.map(\.id)
        for id in draw.waiting {
            if let index = ids.firstIndex(of: id), faults[index].after > 0 { faults[index].after -= 1 }
        }
        guard let late = draw.late, let index = ids.firstIndex(of: late), !faults[index].isExhausted else { return nil }
        return strike(at: index)
    }

    /// Counts a fault that strikes.
    private mutating func strike(at index: Int) -> MatchedFault {
        if let times = faults[index].times { faults[index].times = times - 1 }
        var fault = faults[index]
        fault.id = fault.id ?? index + 1
        return MatchedFault(
            strike: InjectedFault(fault), error: fault.error, shape: fault.shape ?? FaultShape(),
            resource: fault.only?.resource)
    }
}

/// When an operation can fail with an error.
package enum FaultStage: Sendable {
    /// Before anything else happens.
    case early
    /// In an ordinary answer, which the operation reaches only if nothing else ends it.
    case late
}

/// What was decided about the faults of one operation.
package struct FaultDraw: Sendable {
    /// The fault that strikes before the late stage; `nil` if none does.
    package fileprivate(set) var due: MatchedFault?
    /// The number of the fault that strikes in the late stage.
    fileprivate(set) var late: Int?
    /// The only resource that this fault concerns; `nil` for all.
    package fileprivate(set) var lateResource: String?
    /// The numbers of the faults of the late stage that have not begun, and count the operation when it gets there.
    fileprivate(set) var waiting: [Int] = []

    /// Creates the draw of an operation without faults.
    package init() {}

    /// Whether the late stage has nothing to count.
    var isOver: Bool { late == nil && waiting.isEmpty }
}
