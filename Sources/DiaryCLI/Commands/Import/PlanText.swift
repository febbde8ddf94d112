import DiaryStore
import DiaryText
import Interchange
import Terminal

/// Describes how a file was read and what importing it will do.
struct PlanText {
  /// The width if it is not known, as in a pipe.
  static let usualColumns = 80

  private static let shownExamples = 5
  private static let indent = "  "

  private let plan: ImportPlan
  private let file: String
  private let dates: DateText
  private let width: Int

  /// Creates the description of a plan; the file `-` is standard input.
  ///
  /// - Parameter width: In terminal columns.
  init(_ plan: ImportPlan, file: String, dates: DateText, width: Int) {
    self.plan = plan
    self.file = file == "-" ? "Standard input" : FilePath(file).name
    self.dates = dates
    self.width = width
  }

  var lines: [String] {
    let analysis = plan.analysis
    var lines = ["\(file) is \(analysis.name) (\(ImportMessages.format(analysis.columns)))."]
    lines += columns
    lines += ImportMessages.warnings(analysis, plan.counts) { "Then use --map \"\($0)=drunk_at\"." }
    lines += ImportMessages.readings(analysis, plan.counts)
    lines += examples + [counts] + ImportDifferencesText(plan.tally.differences, isPlan: true).lines
    lines += ImportMessages.decisions(plan.tally.decisions)
    lines += ImportMessages.photos(of: plan) + ImportMessages.differentPhotos(plan)
    lines += ImportMessages.otherPhotos(plan.tally)
    lines += ImportMessages.photoLinks(plan.counts)
    lines += ImportMessages.possibleDuplicates(
      plan.possibleDuplicates,
      advice: "If they are the same beers, set the columns that identify them with --identity.")
    if plan.counts.windows1252 > 0 { lines.append(ImportMessages.windows1252(plan.counts)) }
    return lines
  }

  /// The columns that become fields of a beer, on a line each, and groups of the others.
  private var columns: [String] {
    let mapping = plan.analysis.mapping
    let kinds = Dictionary(grouping: zip(mapping.header.names, plan.columnKinds), by: \.1)
      .mapValues { $0.map(\.0) }
    let groups = ColumnKind.allCases.compactMap { kind -> String? in
      guard let names = kinds[kind], kind != .field || mapping.dialect == .beerDiary else { return nil }
      return ColumnText.group(kind, names, width: width)
    }
    return (mapping.dialect == .beerDiary ? [] : fields(mapping)) + groups
  }

  /// Returns a line for each column that becomes a field, in the order of the fields.
  private func fields(_ mapping: ColumnMapping) -> [String] {
    let named = BeerField.all.compactMap { field in
      mapping.column(of: field).map { (mapping.header.names[$0], field) }
    }
    let column = min(TextTable.width(of: named.map(\.0)), width / 2)
    let table = TextTable(columns: [.init(width: column)])
    return named.map { Self.indent + table.line([$0, Self.label($1)]) }
  }

  private static func label(_ field: BeerField) -> String {
    field == .drunkAt ? "date" : field.rawValue.replacing("_", with: " ")
  }

  private var examples: [String] {
    if plan.examples.isEmpty { return [] }
    let table = BeerTable(
      Array(plan.examples.prefix(Self.shownExamples)), width: width - Self.indent.count, dates: dates)
    let lines = [table.heading] + table.rows.map { $0.name + $0.rest }
    return ["First beers:"] + lines.map { (Self.indent + $0).trimmedEnd }
  }

  private var counts: String {
    let others = ImportMessages.others(
      plan.tally, onDuplicate: plan.onDuplicate, rejected: plan.counts.rejected, isPlan: true)
    return
      ([NumberText.count(plan.counts.rows, "row") + ": \(NumberText.count(plan.tally.added)) new"] + others)
      .joined(separator: ", ") + "."
  }
}
