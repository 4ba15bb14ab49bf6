import NIOCore
import TVSimStructuredText
import Testing

@testable import TVSimServer

@Suite("The world that makes room")
struct WorldEvictionTests {
    @Test("is the one that no request used for longest, and each one once")
    func order() async {
        let eviction = WorldEviction(after: .zero)
        #expect(eviction.next() == nil)
        for name in ["c", "a", "b", "c"] { await eviction.using(name) {} }
        #expect([eviction.next(), eviction.next(), eviction.next(), eviction.next()] == ["a", "b", "c", nil])
    }

    @Test("is none that a request uses at the moment, however many do")
    func used() async {
        let eviction = WorldEviction(after: .zero)
        await eviction.using("idle") {}
        await eviction.using("a") {
            await eviction.using("a") { #expect(eviction.next() == "idle") }
            #expect(eviction.next() == nil)
        }
        #expect(eviction.next() == "a")
    }

    @Test("is free again also after a request that failed")
    func failed() async {
        struct Failure: Error {}
        let eviction = WorldEviction(after: .zero)
        await #expect(throws: Failure.self) { try await eviction.using("a") { throw Failure() } }
        #expect(eviction.next() == "a")
    }

    @Test("is none before its time")
    func early() async {
        let eviction = WorldEviction(after: .hours(1))
        await eviction.using("a") {}
        #expect(eviction.next() == nil)
    }

    @Test("lets its requests wait until it is removed, and counts them as uses of the world that they make then")
    func waiting() async {
        let eviction = WorldEviction(after: .zero)
        await eviction.using("a") {}
        #expect(eviction.next() == "a")
        let isRemoved = Locked(false)
        async let first = eviction.using("a") { isRemoved.withLockedValue(\.self) }
        async let second = eviction.using("a") { isRemoved.withLockedValue(\.self) }
        // A request of another world goes on.
        for _ in 0..<20 { await eviction.using("b") { await Task.yield() } }
        #expect(eviction.next() == "b" && eviction.next() == nil)
        isRemoved.withLockedValue { $0 = true }
        eviction.goOn(in: "a")
        let haveWaited = await [first, second]
        #expect(haveWaited == [true, true])
        #expect(eviction.next() == "a")
    }

    @Test("is none that was removed, also if a request used it then")
    func forgotten() async {
        let eviction = WorldEviction(after: .zero)
        await eviction.using("a") {}
        eviction.forget("a")
        await eviction.using("b") { eviction.forget("b") }
        #expect(eviction.next() == nil)
        // A request that comes after the removal makes the world anew.
        await eviction.using("c") {
            eviction.forget("c")
            await eviction.using("c") {}
        }
        #expect(eviction.next() == "c")
    }

    @Test("a place of a stream is free again when the stream ends, and there are only so many")
    func streams() {
        let streams = OpenStreams(atMost: 2)
        var places = [streams.place(), streams.place()]
        #expect(places.allSatisfy { $0 != nil } && streams.place() == nil)
        places.removeLast()
        let again = streams.place()
        #expect(again != nil && streams.place() == nil)
        places = []
    }
}
