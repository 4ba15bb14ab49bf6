import Foundation
import TVSimCore
import TVSimDevice
import TestSupport
import Testing
import VideoSubscriberAccount

/// Many requests from many tasks and managers on one device; the thread sanitizer runs these too (`make sanitize`).
@Suite struct ManyRequestsTests {
    @Test("a thousand requests of twenty managers in twenty tasks complete once each, in each task's order")
    func many() async throws {
        let world = try TestDevice().granted()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        let answers = Told<(task: Int, number: Int)>("answer")
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<20 {
                group.addTask {
                    let manager = world.manager()
                    for number in 0..<50 {
                        let request = VSAccountMetadataRequest()
                        request.attributeNames = number.isMultiple(of: 3) ? ["uid"] : []
                        request.isInterruptionAllowed = number.isMultiple(of: 2)
                        manager.enqueue(request) { _, _ in answers.tell((task, number)) }
                        if number.isMultiple(of: 10) { manager.checkAccessStatus { _, _ in } }
                    }
                }
            }
        }
        var completed: [Int: [Int]] = [:]
        for (task, number) in await answers.next(1000) { completed[task, default: []].append(number) }
        for task in 0..<20 { #expect(completed[task] == Array(0..<50)) }
        // A completion too many would come before this one.
        _ = await world.manager().answer()
        #expect(answers.unread.isEmpty)
    }

    @Test("requests are answered in the order in which they were enqueued, whichever manager made them")
    func orderPerDevice() async throws {
        let world = try TestDevice().granted()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        let managers = (0..<10).map { _ in world.manager() }
        let answers = Told<Int>("answer")
        for number in 0..<1000 {
            let request = VSAccountMetadataRequest()
            request.attributeNames = number.isMultiple(of: 7) ? ["uid"] : []
            managers[number % 10].enqueue(request) { _, _ in answers.tell(number) }
        }
        #expect(await answers.next(1000) == Array(0..<1000))
    }

    @Test("interfaces, cancellations, settings and delegates change while requests run, and each completes once")
    func everythingAtOnce() async throws {
        let world = try TestDevice().granted()
        try world.setViewer { $0.systemPicker = .choose(provider: "Dish", as: "alice") }
        let delegate = RecordingDelegate()
        let answers = Told<[Int]>("answer")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let manager = world.manager()
                    manager.delegate = delegate
                    for number in 0..<25 {
                        let request = VSAccountMetadataRequest()
                        request.isInterruptionAllowed = true
                        request.forceAuthentication = number.isMultiple(of: 5)
                        let result = manager.enqueue(request) { _, _ in answers.tell([task, number]) }
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
        var completed = await answers.next(200)
        // A completion too many would come before this one.
        _ = await world.manager().answer()
        completed += answers.unread
        #expect(completed.count == 200)
        #expect(Set(completed).count == 200)
        #expect(delegate.calls.filter { $0 == "present" }.count == delegate.calls.filter { $0 == "dismiss" }.count)
        #expect(world.device.screen.presented == nil)
    }
}
