import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange

struct HadCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "had", abstract: "Check whether you have had a beer, or the beers of a menu.",
    discussion: """
      Reads a menu or a tap list with one beer on each line, and answers for each line: had, new, or unsure, with the \
      nearest labels and what differs. Prices, sizes, and numbers of a list are ignored; headings have no answer.

      The exit status is 0 if you have had the beer, or any beer of the menu, and 1 if it is new or not certain.

      EXAMPLES:
        beerdiary had Purple Haze
        beerdiary had --menu taps.txt
        curl https://example.org/taps.txt | beerdiary had -
        beerdiary had Orval || beerdiary add Orval --rating 4.5
      """)

  static let json: JSONType = .either([.object("answer"), .array(.object("answer"))])
  static let exitStatuses: [ExitStatus] = [.notHad]

  @OptionGroup var options: StoreOptions

  @Argument(
    help: ArgumentHelp(
      "The name of a beer, or - to read a menu from standard input. Words are joined.", valueName: "name"),
    completion: .beers)
  var words: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Read a menu from this file, or from standard input if it is -.", valueName: "file"),
    completion: .file())
  var menu: String?

  @OptionGroup var output: ListOutputOptions

  private static let standardInput = "-"

  private var name: String { CommandLineWords.joined(words) }

  func validate() throws {
    if menu != nil, !words.isEmpty { throw ValidationError("--menu cannot be combined with a name.") }
    if menu?.isEmpty ?? (BeerText.readable(name) == nil) {
      throw ValidationError("had requires the name of a beer, or --menu and the path of a file.")
    }
  }

  func run(in context: CommandContext) throws {
    let file = menu ?? (name == Self.standardInput ? name : nil)
    let lines = try file.map { try Self.lines(of: $0, context.input) } ?? [name]
    let answers = try context.withDiary(options, .reading) { diary in
      try context.warnOfBeersWithoutLabel(in: diary, options)
      return try diary.menuAnswers(to: lines)
    }
    let text = MenuAnswerText(dates: context.dates)
    if file == nil, !output.jsonl, let answer = answers.first {
      context.report(output, json: JSONText.of(answer.members)) { console in
        for line in text.sentences(answer) { console.line(line) }
      }
    } else {
      context.report(output, answers, json: \.members) { console in
        for answer in answers { console.line(text.line(answer)) }
      }
    }
    if answers.isEmpty { context.errors.sentence("The menu is empty.") }
    if !answers.contains(where: \.isHad) { throw ExitStatus.notHad }
  }

  /// Returns the lines of a menu that have visible characters.
  private static func lines(of file: String, _ input: ConsoleInput) throws -> [String] {
    let text: String
    if file == standardInput {
      text = ForeignText.decode(input.readBytes())
    } else {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
        throw CommandFailure(sentence: "\(file) is a folder. Name a text file in it.", status: .noInput)
      }
      text = ForeignText.decode(Array(try Data(contentsOf: URL(fileURLWithPath: file))))
    }
    return text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { BeerText.readable($0) != nil }
  }
}

extension MenuAnswer {
  fileprivate var isHad: Bool { if case .had = kind { true } else { false } }

  /// The members of the answer's JSON object.
  fileprivate var members: JSONMembers {
    let result: (answer: String?, labels: [JSONValue]) =
      switch kind {
      case .noBeer: (nil, [])
      case .new: ("new", [])
      case .had(let labels): ("had", labels.map { LabelJSON($0).value([]) })
      case .unsure(let candidates):
        ("unsure", candidates.map { LabelJSON($0.label).value($0.differences) })
      }
    return [("line", .text(line)), ("answer", .init(result.answer)), ("labels", .array(result.labels))]
  }
}

/// Answers of `had` as text.
struct MenuAnswerText {
  private static let table = TextTable(columns: [.init(width: 6)])
  /// The maximum number of labels on a line of a menu.
  private static let maxLabels = 5

  let dates: DateText

  /// Returns the answer about one beer.
  func sentences(_ answer: MenuAnswer) -> [String] {
    switch answer.kind {
    case .noBeer, .new: ["New: you have not had “\(answer.line)”."]
    case .had(let labels): labels.map { "\(LabelText.title($0.facts)): had \(history($0))" }
    case .unsure(let candidates):
      ["Not certain: “\(answer.line)” may be"]
        + candidates.map { candidate in
          let label = candidate.label
          let differences = LabelText.differences(candidate.differences)
          return "  \(LabelText.title(label.facts)): had \(history(label)); \(differences)"
        }
    }
  }

  /// Returns a line of a menu with its answer.
  func line(_ answer: MenuAnswer) -> String {
    switch answer.kind {
    case .noBeer: return line("", answer.line)
    case .new: return line("new", answer.line)
    case .had(let labels):
      var texts = labels.prefix(Self.maxLabels).map { "\(LabelText.title($0.facts)), \(history($0))" }
      let more = labels.count - texts.count
      if more > 0 { texts.append("and \(NumberText.count(more)) more") }
      return line("had", "\(answer.line): \(texts.joined(separator: "; "))")
    case .unsure(let candidates):
      let texts = candidates.map { candidate in
        let label = candidate.label
        let differences = LabelText.differences(candidate.differences)
        return "\(LabelText.title(label.facts)), \(history(label)) (\(differences))"
      }
      return line("unsure", "\(answer.line): perhaps \(texts.joined(separator: "; or "))")
    }
  }

  private func history(_ label: Label) -> String { LabelText.history(label.history, dates: dates) }

  private func line(_ answer: String, _ text: String) -> String { Self.table.line([answer, text]) }
}
