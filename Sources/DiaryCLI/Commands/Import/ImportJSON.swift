import DiaryModel
import DiaryStore
import Interchange

/// The plan or the report of an import as JSON.
struct ImportJSON {
  private let analysis: FileAnalysis
  private let counts: ReadCounts
  private let tally: ImportTally
  private let rejected: [RejectedRow]
  private let kept: [RejectedRow]
  private let possibleDuplicates: PossibleDuplicates
  /// The kinds of the columns; `nil` after the import.
  private var kinds: [ColumnKind]?
  private let ending: JSONMembers

  init(_ plan: ImportPlan) {
    analysis = plan.analysis
    counts = plan.counts
    tally = plan.tally
    rejected = plan.counts.firstRejected
    kept = plan.counts.firstRowsWithKeptValues
    possibleDuplicates = plan.possibleDuplicates
    kinds = plan.columnKinds
    let photos = Self.photos(plan.tally.photos, plan.photos)
    ending = [
      ("beers", .array(plan.examples.map(BeerJSON.value))),
      ("photos", photos.isEmpty ? .null : .object(photos)), ("dry_run", .boolean(true)),
      ("stopped", .boolean(plan.wasCancelled)),
    ]
  }

  init(_ summary: ImportSummary) {
    analysis = summary.analysis
    counts = summary.counts
    tally = summary.tally
    rejected = summary.counts.firstRejected
    kept = summary.counts.firstRowsWithKeptValues
    possibleDuplicates = summary.possibleDuplicates
    ending = [
      ("photos", .object(Self.photos(summary.photos, summary.photoPairing))),
      ("import_id", summary.importID.map(JSONValue.integer) ?? .null), ("dry_run", .boolean(false)),
      ("refused", .boolean(summary.wasRefused)),
      ("stopped", .boolean(summary.wasCancelled || summary.failure != nil)),
    ]
  }

  var text: String {
    JSONWriter.text(
      of: file + numbers + differences + [
        ("labels", decisions),
        ("rejected_rows", .array(rejected.map(row))), ("rows_with_kept_values", .array(kept.map(row))),
      ] + ending)
  }

  private var file: JSONMembers {
    var members: JSONMembers = [
      ("dialect", .text(analysis.dialect.id)),
      ("contents", .text(analysis.contents.rawValue)),
    ]
    switch analysis.syntax {
    case .json: members += [("format", .text("json")), ("delimiter", .null)]
    case .csv(let format):
      members += [("format", .text("csv")), ("delimiter", .text(String(Unicode.Scalar(format.delimiter))))]
    }
    let mapping = analysis.mapping
    let columns = mapping.header.names.indices.map(column)
    let formats = analysis.formats
    let orders = formats.dateOrders.map { (mapping.header.names[$0.key], JSONValue.text($0.value.rawValue)) }
    let identity = analysis.identity.columns.map { JSONValue.text(mapping.header.names[$0]) }
    return members + [
      ("columns", .array(columns)), ("identity", .array(identity)),
      ("unread_lists", .array(analysis.columns.unreadLists.map(Self.list))),
      ("abv_is_fraction", .boolean(formats.abvIsFraction)),
      ("rating_scale", .init(formats.ratingScale)), ("times", .text(formats.times.name)),
      ("date_orders", .object(Dictionary(uniqueKeysWithValues: orders))),
    ]
  }

  private func column(_ index: Int) -> JSONValue {
    let mapping = analysis.mapping
    var members: [String: JSONValue] = [
      "name": .text(mapping.header.names[index]), "field": .text(mapping.roles[index].name),
    ]
    if let kinds { members["kind"] = .text(kinds[index].rawValue) }
    return .object(members)
  }

  private static func photos(
    _ outcomes: [ImportedPhoto.Outcome: Int], _ pairing: PhotoPairingReport?
  ) -> [String: JSONValue] {
    let outcomes = outcomes.map { ($0.key.rawValue, JSONValue.integer(Int64($0.value))) }
    return Dictionary(uniqueKeysWithValues: outcomes).merging(pairing.map(members) ?? [:]) { $1 }
  }

  private static func members(_ pairing: PhotoPairingReport) -> [String: JSONValue] {
    func sample(_ sample: CountedExamples<String>, _ name: String) -> JSONValue {
      .object(["count": .integer(Int64(sample.count)), name: .array(sample.first.map(JSONValue.text))])
    }
    return [
      "matched": .integer(Int64(pairing.photoCount)),
      "files_without_row": sample(pairing.filesWithoutRow, "names"),
      "shared_files": sample(pairing.sharedFiles, "names"),
      "rows_without_file": sample(pairing.rowsWithoutFile, "photos"),
    ]
  }

  private static func list(_ list: JSONList) -> JSONValue {
    .object(["name": .text(list.name), "items": .integer(Int64(list.count))])
  }

  private var numbers: JSONMembers {
    [
      ("rows", counts.rows), ("added", tally.added), ("updated", tally.updated), ("same", tally.same),
      ("differing", tally.differing), ("in_trash", tally.inTrash),
      ("repeated", counts.repeated), ("repeated_separate", counts.separate),
      ("rejected", counts.rejected),
      ("kept_values", counts.keptValues), ("unnamed", counts.unnamed.count),
      ("ignored_photo_numbers", counts.ignoredPhotoNumbers.count),
      ("windows_1252", counts.windows1252),
      ("local_times", counts.localTimes), ("instants", counts.instants),
      ("repairable_texts", counts.repairableTexts),
      ("possible_duplicates", possibleDuplicates.areMost ? possibleDuplicates.count : 0),
    ].map { ($0.0, .integer(Int64($0.1))) }
  }

  /// How many decisions about labels the file has that the diary does not have.
  private var decisions: JSONValue {
    let decisions = tally.decisions
    return .object([
      "merged": .integer(Int64(decisions.mergedCount)), "split": .integer(Int64(decisions.splitCount)),
      "apart": .integer(Int64(decisions.apartCount)), "edited": .integer(Int64(decisions.editedCount)),
    ])
  }

  /// The fields in which beers differ, and the first of these beers.
  private var differences: JSONMembers {
    let counts = tally.differences.counts.map { outcome, fields in
      (outcome.rawValue, JSONValue.object(fields.mapValues { .integer(Int64($0)) }))
    }
    let beers = tally.differences.examples.map { beer in
      JSONValue.object([
        "id": .integer(beer.id), "name": .init(beer.name), "fields": .array(beer.fields.map(difference)),
      ])
    }
    return [
      ("differing_fields", .object(Dictionary(uniqueKeysWithValues: counts))),
      ("differing_beers", .array(beers)),
    ]
  }

  private func difference(_ field: ImportDifferences.Field) -> JSONValue {
    .object([
      "name": .text(field.name), "diary": field.diary ?? .null, "file": field.file ?? .null,
      "outcome": .text(field.outcome.rawValue),
    ])
  }

  private func row(_ row: RejectedRow) -> JSONValue {
    .object([
      "file": .init(analysis.columns.fileName), "line": .integer(Int64(row.line)),
      "faults": .array(
        row.errors.map { error in
          .object([
            "column": error.column.map { .integer(Int64($0)) } ?? .null, "name": .init(error.columnName),
            "value": .init(error.value), "reason": .text(error.explanation),
          ])
        }),
      "messages": .array(row.messages.map(JSONValue.text)),
    ])
  }
}
