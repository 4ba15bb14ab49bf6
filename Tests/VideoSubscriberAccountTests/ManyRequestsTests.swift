import Foundation
import SimulatedDevice
import SimulationCore
import Testing
import VideoSubscriberAccount

/// Many requests from many tasks and managers on one device; the thread sanitizer runs these too (`make sanitize`).
@Suite struct ManyRequestsTests {
    @Test("a thousand requests of twenty managers in twenty tasks complete once each, in each task's order")
    func many() async throws {
        let world = try TestDevice().granted()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        let (stream, continuation) = AsyncStream.makeStream(of: (task: Int, number: Int).self)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<20 {
                group.addTask {
                    let manager = world.manager()
                    for number in 0..<50 {
                        let request = VSAccountMetadataRequest()
                        request.attributeNames = number.isMultiple(of: 3) ? ["uid"] : []
                        request.isInterruptionAllowed = number.isMultiple(of: 2)
                        manager.enqueue(request) { _, _ in continuation.yield((task, number)) }
                        if number.isMultiple(of: 10) { manager.checkAccessStatus { _, _ in } }
                    }
                }
            }
        }
        var completed: [Int: [Int]] = [:]
        var count = 0
        for await (task, number) in stream {
            completed[task, default: []].append(number)
            count += 1
            if count == 1000 { break }
        }
        for task in 0..<20 { #expect(completed[task] == Array(0..<50)) }
        // A completion too many would come before this one.
        _ = await world.manager().answer()
        continuation.finish()
        var rest = 0
        for await _ in stream { rest += 1 }
        #expect(rest == 0)
    }

    @Test("requests are answered in the order in which they were enqueued, whichever manager made them")
    func orderPerDevice() async throws {
        let world = try TestDevice().granted()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        let managers = (0..<10).map { _ in world.manager() }
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 0..<1000 {
            let request = VSAccountMetadataRequest()
            request.attributeNames = number.isMultiple(of: 7) ? ["uid"] : []
            managers[number % 10].enqueue(request) { _, _ in continuation.yield(number) }
        }
        var completed: [Int] = []
        for await number in stream {
            completed.append(number)
            if completed.count == 1000 { break }
        }
        #expect(completed == Array(0..<1000))
    }

    @Test("interfaces, cancellations, settings and delegates change while requests run, and each completes once")
    func everythingAtOnce() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let delegate = RecordingDelegate()
        let (stream, continuation) = AsyncStream.makeStream(of: [Int].self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let manager = world.manager()
                    manager.delegate = delegate
                    for number in 0..<25 {
                        let request = VSAccountMetadataRequest()
                        request.isInterruptionAllowed = true
                        request.forceAuthentication = number.isMultiple(of: 5)
                        let result = manager.enqueue(request) { _, _ in continuation.yield([task, number]) }
                        if number.isMultiple(of: 4) { result.cancel() }
                        if number.isMultiple(of: 6) { manager.delegate = number.isMultiple(of: 12) ? nil : delegate }
                    }
                }
                group.addTask {
                    for number in 0..<10 {
                        try world.device.setPermission(
                            number.isMultiple(of: 2) ? .granted : .denied, for: world.bundleID)
                        try world.device.signOut()
                        try world.device.updateSettings { $0.developer.simulateExpiredToken.toggle() }
                    }
                }
            }
            try await group.waitForAll()
        }
        var completed: [[Int]] = []
        for await request in stream {
            completed.append(request)
            if completed.count == 200 { break }
        }
        // A completion too many would come before this one.
        _ = await world.manager().answer()
        continuation.finish()
        for await request in stream { completed.append(request) }
        #expect(completed.count == 200)
        #expect(Set(completed).count == 200)
        #expect(delegate.calls.filter { $0 == "present" }.count == delegate.calls.filter { $0 == "dismiss" }.count)
        #expect(world.device.screen.presented == nil)
    }
}
