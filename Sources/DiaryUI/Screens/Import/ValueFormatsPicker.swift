import DiaryModel
import DiaryText
import Foundation
import Interchange
import Terminal

/// How the values in the file to import are read.
struct ValueFormatsPicker: Picker {
  typealias Owner = ImportScreen

  /// The formats chosen so far.
  let formats: ValueFormats

  var label: String { "Read values as" }

  /// The formats with what the first value of the file becomes; of each kind, one is the current choice.
  func choices(in context: ScreenContext) -> [PickerChoice<String>] {
    let preview = owner(in: context).file?.preview
    func sample(_ field: BeerField) -> String {
      preview?.columns.first { $0.role == .field(field) }?.sample ?? ""
    }
    let examples = ValueFormatExamples(
      date: sample(.drunkAt), abv: sample(.abv), rating: sample(.rating), dates: context.appearance.dates,
      arrow: context.glyphs.right)
    let hasHeader = preview?.hasHeader ?? true
    let firstLine = preview?.columns.map(\.name).joined(separator: ", ") ?? ""
    let choices = [
      ("Dates: day first", examples.date(.dayFirst), "dates=day-first"),
      ("Dates: month first", examples.date(.monthFirst), "dates=month-first"),
      ("Dates: as detected", "", "dates=found"),
      ("Times: local time", "times without a time zone", "times=local"),
      ("Times: UTC", "times without a time zone", "times=utc"),
      ("Times: as detected", "or type a time zone, such as times=Europe/Oslo", "times=found"),
      ("ABV: percent", examples.abv(isFraction: false), "abv=percent"),
      ("ABV: fraction of one", examples.abv(isFraction: true), "abv=fraction"),
      ("ABV: as detected", "", "abv=found"),
    ]
    let scales = [5.0, 10, 20, 100].map { scale in
      let text = NumberText.exact(scale)
      return ("Ratings: up to \(text)", examples.rating(scale), "scale=\(text)")
    }
    let others = [
      ("Ratings: as detected", "or type a scale, such as scale=7", "scale=found"),
      ("Text: repair", "BrÃ¼cke becomes Brücke", "text=repair"),
      ("Text: leave as it is", "", "text=found"),
      ("First line: names of columns", hasHeader ? firstLine : "", "header=yes"),
      ("First line: a beer", hasHeader ? "" : firstLine, "header=no"),
      ("First line: as detected", "", "header=found"),
    ]
    let all = choices + scales + others
    let current = formats.values
    let typed = current.filter { option in !all.contains { $0.2 == option } }
    return all.map { title, explanation, option in
      PickerChoice(title, explanation, option, isCurrent: current.contains(option))
    } + typed.map { PickerChoice($0, "as typed", $0, isCurrent: true) }
  }

  /// Options can also be typed, several at a time.
  func choice(typed text: String, in context: ScreenContext) -> PickerChoice<String>? {
    text.contains("=") ? PickerChoice("Use “\(text)”", "as typed", text) : nil
  }

  func prefersTypedText(_ text: String, in context: ScreenContext) -> Bool { true }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }

  /// Reads the file again with the new formats.
  func choose(
    _ options: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let old = screen.file?.request.formats else { return [] }
    var formats = old
    do throws(FieldProblem) { try formats.apply(options) } catch { throw PromptProblem(error.text) }
    guard formats != old else { return [] }
    screen.file?.request.formats = formats
    if formats.hasHeader != old.hasHeader { screen.file?.request.forgetColumns() }
    return screen.reread()
  }
}

extension ImportScreen {
  /// Asks for the formats of values.
  func askForFormats() -> [Intent] {
    guard let file, file.canMap else { return [] }
    return [.prompt(Prompt(ValueFormatsPicker(formats: file.request.formats)))]
  }
}
