import ArgumentParser
import DiaryUI
import Foundation
import Terminal

/// How the screen looks.
struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Draw with plain ASCII characters only.")
  var ascii = false

  var appearance: Appearance {
    let environment = ProcessInfo.processInfo.environment
    let usesColor = environment["NO_COLOR", default: ""].isEmpty
    return Appearance(
      theme: Theme(usesColor: usesColor), glyphs: ascii ? .ascii : .unicode, timeZone: .current)
  }
}
