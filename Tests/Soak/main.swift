import Foundation

// `make soak`: long work against a server in a process of its own. Each step counts what comes, looks at every piece of it, and holds the
// memory of this process to a bound. It ends with 1 where anything is lost or memory grows.
//
//     make soak                      every step
//     make soak ONLY=download        those that have this in their name

if CommandLine.arguments.dropFirst().first == "serve" {
  try await SoakServer.run()
  exit(0)
}

/// Not on the main thread, as in a server.
let end = DispatchSemaphore(value: 0)
Task.detached {
  do {
    let server = try ServerProcess()
    let soak = try Soak(base: "http://127.0.0.1:\(server.port)", only: ProcessInfo.processInfo.environment["ONLY"])
    for step in Soak.steps { try await soak.run(step) }
    withExtendedLifetime(server) {}
  } catch {
    print("FAILED  \(error)")
    exit(1)
  }
  end.signal()
}
end.wait()
