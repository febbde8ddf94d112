import Foundation
import SyncStores
import Synchronization
import TestSupport

/// A server of another program, on a free port of this machine and with a folder of its own.
final class TestServer: Sendable {
  let folder: TemporaryFolder

  /// Its ports; the first one is for clients.
  let ports: [Int]

  private let isStopped = Atomic(false)
  private let failure = Mutex<String?>(nil)
  private let end = DispatchSemaphore(value: 0)

  /// Why a server cannot be used.
  struct Failure: Error {
    let message: String
  }

  /// Starts a program; it may need time until it answers.
  ///
  /// - Parameter arguments: Returns the arguments, with the absolute path of the program, and may write files to the
  ///   folder first.
  init(ports count: Int, _ arguments: (TemporaryFolder, [Int]) throws -> [String]) throws {
    let folder = try TemporaryFolder()
    let ports = try Self.freePorts(count)
    self.folder = folder
    self.ports = ports
    let words = try arguments(folder, ports)
    let thread = Thread { [self] in
      // The server also ends with this process if that is killed.
      let script = "(while kill -0 \"$0\"; do sleep 1; done; kill -KILL -- -$$) 2>/dev/null >&2 & exec \"$@\""
      let runner = ProgramRunner(
        idleLimit: .seconds(1_000_000), isCancelled: { self.isStopped.load(ordering: .relaxed) })
      do {
        let result = try runner.run("/bin/sh", ["-c", script, "\(getpid())"] + words)
        failure.withLock { $0 = "\(words[0]) ended with the status \(result.status): \(result.errors)" }
      } catch {
        failure.withLock { $0 = "\(words[0]): \(error)" }
      }
      end.signal()
    }
    thread.start()
  }

  /// Stops the server, and waits for its end.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    end.wait()
  }

  /// Waits until a store on the server can be written.
  ///
  /// - Throws: ``Failure`` if the server has ended, or does not answer for minutes.
  func waitUntilReady(_ write: () throws -> Void) throws {
    let start = ContinuousClock.now
    while true {
      do {
        return try write()
      } catch {
        if let message = failure.withLock({ $0 }) { throw Failure(message: message) }
        guard ContinuousClock.now - start < .seconds(180) else { throw error }
        usleep(100_000)
      }
    }
  }

  /// Returns ports that nothing uses.
  static func freePorts(_ count: Int) throws -> [Int] {
    var sockets: [Int32] = []
    defer { sockets.forEach { close($0) } }
    // All are bound before the first is released, so that they differ.
    return try (0..<count).map { _ in
      let (socket, port) = try boundSocket()
      sockets.append(socket)
      return port
    }
  }

  /// Returns a socket on a free port of this machine.
  private static func boundSocket() throws -> (Int32, Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
      }
    }
    guard descriptor >= 0, result == 0 else { throw Failure(message: "no port: \(errno)") }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// A port that accepts connections and never answers.
  final class Silence: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws {
      (descriptor, port) = try TestServer.boundSocket()
      guard listen(descriptor, 16) == 0 else { throw Failure(message: "no socket: \(errno)") }
    }

    deinit { close(descriptor) }
  }
}
