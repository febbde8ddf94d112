import FaultVFS
import Foundation

/// One case in a process of its own, so that a crash or a hang is a finding like any other.
///
/// This process must stay without threads of its own, or its forks would be broken: it opens no `Diary` itself.
struct ForkedCase {
  /// The case's folder: its files are put and left there.
  let folder: String

  enum Ending {
    case verdict(Verdict)
    /// Killed, as asked for.
    case killed
    /// A sentence about a crash, a hang or a missing verdict.
    case broken(String)
  }

  /// A debug build needs a tenth of the processor time.
  private static let limits = ForkedLimits(cpu_seconds: 20, idle_seconds: 90, bytes: 4 << 30)

  /// Runs `body` and takes its verdict; what it throws is a failure.
  func run(_ body: () throws -> Verdict) throws -> Ending {
    let verdictFile = folder + "/verdict"
    let status = withoutActuallyEscaping(body) { body in
      let work = ForkedWork(body, verdictFile: verdictFile)
      return withExtendedLifetime(work) {
        forked_case_run(
          { context in
            guard let context else { return }
            Unmanaged<ForkedWork>.fromOpaque(context).takeUnretainedValue().run()
          }, Unmanaged.passUnretained(work).toOpaque(), Self.limits, folder + "/errors")
      }
    }
    return try ending(status, verdictFile)
  }

  private func ending(_ status: Int32, _ verdictFile: String) throws -> Ending {
    switch status & 0x7F {
    case 0:
      guard status == 0, let data = FileManager.default.contents(atPath: verdictFile) else {
        return .broken("it ended with status \(status) and no verdict\(lastWords)")
      }
      try FileManager.default.removeItem(atPath: verdictFile)
      return .verdict(try JSONDecoder().decode(Verdict.self, from: data))
    case SIGKILL: return .killed
    case SIGALRM, SIGXCPU: return .broken("it hung\(lastWords)")
    case let signal: return .broken("it crashed by signal \(signal)\(lastWords)")
    }
  }

  /// The start of what it wrote to standard error: a backtrace comes after the reason.
  private var lastWords: String {
    let errors = FileManager.default.contents(atPath: folder + "/errors") ?? Data()
    return errors.isEmpty ? "" : ": " + String(decoding: errors.prefix(300), as: UTF8.self)
  }
}

/// What a case found.
struct Verdict: Codable {
  /// Sentences about what is wrong.
  var failures: [String] = []
  /// Whether the armed fault came to pass.
  var hasFired = false
  /// Operations counted.
  var count = 0
  /// The sentence of the error that refused the store; `nil` if it opened.
  var refusal: String?
  /// The store's version as found on disk, with its whole schema.
  var version: StoredVersion?
  /// What the diary shows.
  var snapshot: [String] = []
  var notes: [String] = []
}

private final class ForkedWork {
  private let body: () throws -> Verdict
  private let verdictFile: String

  init(_ body: @escaping () throws -> Verdict, verdictFile: String) {
    self.body = body
    self.verdictFile = verdictFile
  }

  func run() {
    do {
      try JSONEncoder().encode(verdict()).write(to: URL(fileURLWithPath: verdictFile))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      _exit(99)
    }
  }

  private func verdict() -> Verdict {
    do { return try body() } catch { return Verdict(failures: ["it threw \(error)"]) }
  }
}
