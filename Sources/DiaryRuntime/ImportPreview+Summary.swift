import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Interchange
import Telemetry

extension DisplayedImportCounts {
  /// Creates the counts from what was read of a file and what became of its rows.
  ///
  /// - Parameters:
  ///   - rejected: The first rows that are not imported.
  ///   - kept: The first rows with values that became custom fields.
  ///   - orderAdvice: How to set whether the day or the month comes first.
  init(
    _ counts: ReadCounts, _ tally: ImportTally, rejected: [RejectedRow], kept: [RejectedRow],
    orderAdvice: String
  ) {
    self.init()
    rows = counts.rows
    added = tally.added
    known = tally.same + tally.differing
    differing = tally.differing
    inTrash = tally.inTrash
    repeated = tally.repeated
    self.rejected = counts.rejected
    photos = tally.photos[.added] ?? 0
    decisions = tally.decisions.count
    rejections = rejected.flatMap { $0.messages(orderAdvice: orderAdvice) }
    keptValues = counts.keptValues
    firstKeptValues = kept.flatMap { $0.messages(orderAdvice: orderAdvice) }
  }
}

extension ImportOutcome {
  /// Creates the outcome of an import from its summary.
  ///
  /// - Parameters:
  ///   - photoFolders: The folders in which images were searched.
  ///   - actions: The actions with the keys that the sentences name.
  init(_ summary: ImportSummary, change: DiaryChange?, photoFolders: [String], actions: ActionTable) {
    let again = "import the file again and "
    let photoAdvice = again + actions.request(of: .choosePhotoFolder, on: .importing) + " to set the folder"
    self.init(
      counts: DisplayedImportCounts(
        summary.counts, summary.tally, rejected: summary.counts.firstRejected,
        kept: summary.counts.firstRowsWithKeptValues,
        orderAdvice: again + actions.request(of: .changeReading, on: .importing)
          + " to set which comes first"),
      wasStopped: summary.wasCancelled, change: change, importID: summary.importID)
    problem = CommandFailure(stopping: summary).map(Problem.init)
    if problem == nil, change == nil, let importID = summary.importID {
      problem = Problem(
        sentence: "This import cannot be undone here. Use `beerdiary import undo \(importID)`.")
    }
    photos = ImportMessages.photos(
      of: summary, folders: photoFolders, advice: photoAdvice,
      // The sentence above has them.
      countsAdded: false)
    photos += ImportMessages.photoLinks(summary.counts, advice: photoAdvice)
  }
}

extension ImportPreview {
  /// Creates the preview of a file from the plan of its import.
  ///
  /// - Parameters:
  ///   - samples: Values of the columns.
  ///   - actions: The actions with the keys that the sentences name.
  init(_ plan: ImportPlan, _ samples: [ColumnSample], actions: ActionTable) {
    let reading = actions.request(of: .changeReading, on: .importing)
    let mapping = plan.analysis.mapping
    let previewed = zip(samples, zip(mapping.roles, plan.columnKinds)).map { sample, column in
      Column(
        name: sample.name, role: column.0, sample: sample.examples.first ?? "",
        isReference: column.1 == .reference)
    }
    let encoding = plan.counts.windows1252 > 0 ? ", Windows-1252" : ""
    self.init(
      format: Self.format(plan.analysis.name, plan.analysis.columns) + encoding, columns: previewed,
      beers: plan.examples,
      counts: DisplayedImportCounts(
        plan.counts, plan.tally, rejected: plan.counts.firstRejected,
        kept: plan.counts.firstRowsWithKeptValues,
        orderAdvice: "\(reading) to choose which comes first"),
      canMap: mapping.dialect != .beerDiary)
    let columns = plan.analysis.columns
    hasHeader = columns.hasHeader
    readings = ImportMessages.readings(
      plan.analysis, plan.counts, repairAdvice: "“Text: repair” (\(reading))",
      scaleAdvice: "set the scale (\(reading))")
    readings += ImportMessages.decisions(plan.tally.decisions)
    let photos = ImportMessages.photos(of: plan)
    photosFound = photos.first
    hasPhotoLinks = plan.counts.photoLinks > 0
    readings += photos.dropFirst() + ImportMessages.differentPhotos(plan)
    readings += ImportMessages.otherPhotos(plan.tally)
    readings += ImportMessages.photoLinks(
      plan.counts,
      advice: "import the file again and \(actions.request(of: .choosePhotoFolder, on: .importing)) "
        + "to set the folder")
    warnings = Self.headerWarnings(columns, actions)
    warnings += ImportMessages.warnings(plan.analysis, plan.counts) { _ in
      "Then \(actions.request(of: .changeColumn, on: .importing)) on it and choose the date."
    }
    warnings += ImportMessages.possibleDuplicates(
      plan.possibleDuplicates,
      advice: "If they are the same beers, \(actions.request(of: .changeIdentity, on: .importing)) "
        + "and name the columns that identify a row.")
    question = plan.analysis.contents.warning
  }

  /// Creates a preview of a file without a column for the beer's name.
  ///
  /// - Parameter actions: The actions with the keys that the sentences name.
  init(
    _ columns: FileColumns, _ roles: [ColumnMapping.Role], _ samples: [ColumnSample], actions: ActionTable
  ) {
    self.init(
      format: Self.format(columns.dialect.name, columns),
      columns: zip(samples, roles).map { sample, role in
        Column(
          name: sample.name, role: role, sample: sample.examples.first ?? "",
          isReference: ColumnKind.isReference(name: sample.name, values: sample.examples))
      },
      beers: [], counts: DisplayedImportCounts())
    hasHeader = columns.hasHeader
    warnings = Self.headerWarnings(columns, actions) + ImportMessages.unreadLists(columns)
  }

  /// Warnings that explain what to do if the first line was misread.
  private static func headerWarnings(_ columns: FileColumns, _ actions: ActionTable) -> [String] {
    let reading = actions.request(of: .changeReading, on: .importing)
    if !columns.hasHeader {
      return [
        "The first line is read as a beer. If it contains column names, \(reading) and choose "
          + "“First line: names of columns”."
      ]
    }
    if columns.mayLackHeader {
      return [
        "No column name was recognized. If the first line is a beer, \(reading) and choose "
          + "“First line: a beer”."
      ]
    }
    return []
  }

  private static func format(_ name: String, _ columns: FileColumns) -> String {
    "\(name), \(ImportMessages.format(columns))"
  }
}
