import ArgumentParser
import TVSimulator
@main struct Tvsim: AsyncParsableCommand { func run() async throws {} }
