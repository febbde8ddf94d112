import Foundation
import SyncStores
import Synchronization
import TestSupport

/// A server of another program, on a free port of this machine and with a folder of its own.
final class TestServer: Sendable {
  let folder: TemporaryFolder

  /// Its ports; the first one is for clients.
  let ports: [Int]

  private let failure = Mutex<String?>(nil)
  private let end = DispatchSemaphore(value: 0)

  /// Ends the server when the file exists or this process has ended, so that it can end its own processes first.
  private static let script = """
    (while kill -0 "$0" && [ ! -e "$1" ]; do sleep 0.1; done; kill $$; sleep 10; kill -KILL -- -$$) 2>/dev/null >&2 &
    shift
    exec "$@"
    """

  private static let stopFile = "stop"

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
      do {
        let result = try ProgramRunner(idleLimit: .seconds(1_000_000))
          .run("/bin/sh", ["-c", Self.script, "\(getpid())", folder.file(Self.stopFile)] + words)
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
    _ = FileManager.default.createFile(atPath: folder.file(Self.stopFile), contents: nil)
    end.wait()
  }

  /// Waits until a store on the server can be written.
  ///
  /// - Throws: ``Failure`` if the server has ended, or does not answer for minutes.
  func waitUntilReady(_ write: () throws -> Void) throws {
    var patience = Patience()
    while true {
      do {
        return try write()
      } catch {
        if let message = failure.withLock({ $0 }) { throw Failure(message: message) }
        guard patience.lasts() else { throw error }
        usleep(100_000)
      }
    }
  }

  /// Returns ports that nothing uses, and that the system gives to no other program before the server is started.
  static func freePorts(_ count: Int) throws -> [Int] {
    var sockets: [Int32] = []
    defer { sockets.forEach { close($0) } }
    var ports: [Int] = []
    // All are bound before the first is released, so that they differ.
    while ports.count < count {
      let port = Int.random(in: serverPorts)
      guard let (socket, _) = try? boundSocket(to: port) else { continue }
      sockets.append(socket)
      ports.append(port)
    }
    return ports
  }

  /// Below those that Linux gives to clients, which could take one before its server does.
  private static let serverPorts = 10_000..<32_768

  /// Returns a socket on a port of this machine.
  ///
  /// - Parameter port: 0 means any free port.
  private static func boundSocket(to port: Int) throws -> (socket: Int32, port: Int) {
    // A server that another thread starts at the same time must not inherit it, and so keep the port.
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
      }
    }
    guard descriptor >= 0, result == 0 else {
      let code = errno
      close(descriptor)
      throw Failure(message: "no port: \(code)")
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// A port that accepts connections and never answers.
  final class Silence: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws {
      (descriptor, port) = try TestServer.boundSocket(to: 0)
      guard listen(descriptor, 16) == 0 else { throw Failure(message: "no socket: \(errno)") }
    }

    deinit { close(descriptor) }
  }
}
