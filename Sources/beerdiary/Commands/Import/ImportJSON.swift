import DiaryStore
import Interchange

/// The plan or the report of an import as JSON.
struct ImportJSON {
  private let understanding: FileUnderstanding
  private let counts: ImportCounts
  private let tally: ImportTally
  private let rejected: [RejectedRow]
  private let ending: JSONMembers

  init(_ plan: ImportPlan) {
    understanding = plan.understanding
    (counts, tally, rejected) = (plan.counts, plan.tally, plan.firstRejected)
    ending = [("dry_run", .boolean(true)), ("stopped", .boolean(plan.wasCancelled))]
  }

  init(_ summary: ImportSummary) {
    understanding = summary.understanding
    (counts, tally, rejected) = (summary.counts, summary.tally, summary.firstRejected)
    let photos = summary.photos.map { ($0.key.rawValue, JSONValue.integer(Int64($0.value))) }
    ending = [
      ("photos", .object(Dictionary(uniqueKeysWithValues: photos))),
      ("batch", summary.batch.map(JSONValue.integer) ?? .null), ("dry_run", .boolean(false)),
      ("refused", .boolean(summary.wasRefused)), ("stopped", .boolean(summary.wasCancelled)),
    ]
  }

  var text: String {
    JSONWriter.text(of: file + numbers + [("rejected_rows", .array(rejected.map(row)))] + ending)
  }

  private var file: JSONMembers {
    var members: JSONMembers = [("dialect", .text(understanding.dialect.rawValue))]
    switch understanding.format {
    case .json: members += [("format", .text("json")), ("delimiter", .null)]
    case .csv(let format):
      members += [("format", .text("csv")), ("delimiter", .text(String(Unicode.Scalar(format.delimiter))))]
    }
    let mapping = understanding.mapping
    let columns = zip(mapping.header.names, mapping.roles).map { name, role in
      JSONValue.object(["name": .text(name), "field": .text(Self.name(role))])
    }
    let reading = understanding.reading
    let orders = reading.dateOrders.map { (mapping.header.names[$0.key], JSONValue.text($0.value.rawValue)) }
    return members + [
      ("columns", .array(columns)), ("abv_is_fraction", .boolean(reading.abvIsFraction)),
      ("rating_scale", .init(reading.ratingScale)),
      ("date_orders", .object(Dictionary(uniqueKeysWithValues: orders))),
    ]
  }

  private static func name(_ role: ColumnMapping.Role) -> String {
    switch role {
    case .field(let field): field.rawValue
    case .extra: "extra"
    case .ignored: "ignore"
    }
  }

  private var numbers: JSONMembers {
    [
      ("rows", counts.rows), ("added", tally.added), ("updated", tally.updated), ("same", tally.same),
      ("differing", tally.differing), ("repeated", tally.repeated), ("rejected", counts.rejected),
      ("windows_1252", counts.windows1252),
    ].map { ($0.0, .integer(Int64($0.1))) }
  }

  private func row(_ row: RejectedRow) -> JSONValue {
    .object([
      "line": .integer(Int64(row.line)),
      "faults": .array(
        row.faults.map { fault in
          .object([
            "column": fault.column.map { .integer(Int64($0)) } ?? .null, "name": .init(fault.columnName),
            "value": .init(fault.value),
          ])
        }),
      "messages": .array(row.messages.map(JSONValue.text)),
    ])
  }
}
