import Foundation

/// The resources that a process has used so far.
struct ProcessUse {
  /// The number of times that each thread began to sleep after a wake-up, by the thread's id.
  private let sleeps: [String: Int]
  /// The processor time.
  let processorSeconds: Double
  /// The largest resident set, in MB (10^6 bytes).
  let peakMegabytes: Double

  init(of process: pid_t) {
    let folder = "/proc/\(process)"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/task")) ?? []
    sleeps = threads.reduce(into: [:]) {
      $0[$1] = Self.value("voluntary_ctxt_switches", "\(folder)/task/\($1)/status")
    }
    peakMegabytes = Double(Self.value("VmHWM", folder + "/status")) * 1024 / 1e6
    let statistics = (try? String(contentsOfFile: folder + "/stat", encoding: .utf8)) ?? ""
    // The name may contain any character; utime and stime are the 14th and 15th fields.
    let fields = statistics.split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
    processorSeconds = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Returns how often threads were woken since; a thread that has ended was woken once more.
  func wakeUps(since earlier: ProcessUse) -> Int {
    let ended = earlier.sleeps.keys.count { sleeps[$0] == nil }
    return sleeps.reduce(ended) { $0 + $1.value - (earlier.sleeps[$1.key] ?? 0) }
  }

  private static func value(_ name: String, _ path: String) -> Int {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line?.split(whereSeparator: { ": \tkB".contains($0) }).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
