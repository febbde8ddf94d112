import Foundation

/// What a process has used so far.
struct ProcessUse {
  /// Times that one of its threads began to sleep; each was woken before.
  let sleeps: Int
  /// The time that processors worked on it.
  let processorSeconds: Double
  /// The largest resident set, in MB (10^6 bytes).
  let peakMegabytes: Double

  init(of process: pid_t) {
    let folder = "/proc/\(process)"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/task")) ?? []
    sleeps = threads.reduce(0) { $0 + Self.value("voluntary_ctxt_switches", "\(folder)/task/\($1)/status") }
    peakMegabytes = Double(Self.value("VmHWM", folder + "/status")) * 1024 / 1e6
    let statistics = (try? String(contentsOfFile: folder + "/stat", encoding: .utf8)) ?? ""
    // The name before may hold anything; utime and stime are the 14th and 15th fields.
    let fields = statistics.split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
    processorSeconds = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private static func value(_ name: String, _ path: String) -> Int {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line?.split(whereSeparator: { ": \tkB".contains($0) }).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
