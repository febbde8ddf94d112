import DiaryText
import Terminal

/// A character that turns during work, one frame per tick; a blank if words are in place of drawings.
enum Spinner {
  static func text(_ context: ScreenContext) -> String {
    if context.appearance.usesWords { return " " }
    let frames = context.glyphs.spinner
    return frames.isEmpty ? "" : String(frames[context.frame % frames.count])
  }
}

/// A progress bar that grows in eighths of a column; a percentage if words are in place of drawings.
struct ProgressBar {
  let done: Int
  let total: Int

  func line(width: Int, _ appearance: Appearance) -> StyledLine {
    if appearance.usesWords {
      return StyledLine("\(NumberText.percent(done, of: total))%", appearance.theme.secondary)
    }
    let steps = appearance.glyphs.barSteps
    let fraction = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0
    let eighths = Int(fraction * Double(width * steps.count))
    var bar = String(repeating: appearance.glyphs.block, count: eighths / steps.count)
    if eighths % steps.count > 0 { bar.append(steps[eighths % steps.count - 1]) }
    let rest = String(repeating: appearance.glyphs.shade, count: max(0, width - bar.count))
    return [.init(bar, appearance.theme.accent), .init(rest, appearance.theme.secondary)]
  }

  /// Returns what is being done, with the bar below it, or next to it in words, because a screen reader reads one line.
  ///
  /// - Parameters:
  ///   - detail: Follows the work.
  ///   - bar: `nil` if it is not known how much there is to do.
  static func lines(
    _ work: String, detail: String = "", bar: ProgressBar?, _ context: ScreenContext
  ) -> [StyledLine] {
    let theme = context.theme
    let line: StyledLine = [
      .init(Spinner.text(context) + "  ", theme.accent), .init(work), .init(detail, theme.secondary),
    ]
    guard let bar else { return [line] }
    if context.appearance.usesWords {
      return [line + StyledLine("   ") + bar.line(width: 0, context.appearance)]
    }
    return [line, bar.line(width: min(40, context.layout.contentWidth), context.appearance)]
  }
}
