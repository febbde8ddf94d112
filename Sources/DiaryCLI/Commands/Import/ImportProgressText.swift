import DiaryText
import Foundation
import Interchange

/// Describes an import's progress, speed and remaining time.
struct ImportProgressText {
  private static let barWidth = 20
  /// Seconds until the speed and the remaining time are shown, because the first values vary too much.
  private static let settling = 1.0

  let verb: String
  private let start = ContinuousClock.now

  init(_ verb: String) { self.verb = verb }

  func text(_ progress: ImportProgress) -> String {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    var parts: [String] = []
    if let total = progress.totalBytes {
      let percent = NumberText.percent(Int(progress.bytesRead), of: Int(total))
      parts.append("\(bar(percent)) \(percent)%")
    }
    if progress.rowCount > 0 { parts.append(NumberText.count(progress.rowCount, "row")) }
    if seconds > Self.settling {
      if progress.rowCount > 0 {
        parts.append("\(NumberText.count(Int(Double(progress.rowCount) / seconds))) per second")
      }
      if let left = timeLeft(progress, after: seconds) { parts.append("\(left) left") }
    }
    return "\(verb) " + parts.joined(separator: ", ")
  }

  private func bar(_ percent: Int) -> String {
    let done = percent * Self.barWidth / 100
    return "[" + String(repeating: "#", count: done) + String(repeating: "-", count: Self.barWidth - done)
      + "]"
  }

  private func timeLeft(_ progress: ImportProgress, after seconds: Double) -> String? {
    guard let total = progress.totalBytes, progress.bytesRead > 0 else { return nil }
    let left = Int((Double(total - progress.bytesRead) / Double(progress.bytesRead) * seconds).rounded(.up))
    return left < 60 ? "\(left) s" : "\(left / 60) min \(left % 60) s"
  }
}
