import DiaryStore
import DiaryUI
import Interchange
import Telemetry

extension ImportNumbers {
  /// - Parameter orderAdvice: How to say whether the day or the month comes first.
  init(_ counts: ImportCounts, _ tally: ImportTally, _ rejected: [RejectedRow], orderAdvice: String) {
    self.init()
    rows = counts.rows
    added = tally.added
    known = tally.same + tally.differing
    repeated = tally.repeated
    self.rejected = counts.rejected
    rejections = rejected.flatMap { $0.messages(orderAdvice: orderAdvice) }
  }
}

extension ImportOutcome {
  init(_ summary: ImportSummary, change: DiaryChange?) {
    self.init(
      counts: ImportNumbers(
        summary.counts, summary.tally, summary.firstRejected,
        orderAdvice: "import the file again and say with r which comes first"),
      wasStopped: summary.wasCancelled, change: change, batch: summary.batch)
  }
}

extension ImportPreview {
  init(_ plan: ImportPlan) {
    let mapping = plan.understanding.mapping
    let columns = zip(zip(mapping.header.names, mapping.roles), plan.columnKinds).map { column, kind in
      let (name, role) = column
      return Column(
        name: name, role: role,
        sample: plan.examples.lazy.compactMap { $0.sample(role, name) }.first ?? "",
        isReference: kind == .reference)
    }
    let encoding = plan.counts.windows1252 > 0 ? ", Windows-1252" : ""
    self.init(
      format: Self.format(plan.understanding.name, plan.understanding.columns) + encoding, columns: columns,
      beers: plan.examples,
      counts: ImportNumbers(
        plan.counts, plan.tally, plan.firstRejected,
        orderAdvice: "press r and say dates=day-first or month-first"),
      canMap: mapping.dialect != .own)
    readings = ImportWords.readings(plan.understanding, plan.counts, repairAdvice: "text=mend (r)")
    readings += ImportWords.lookalikes(plan.lookalikes)
    warning = plan.understanding.contents.warning
  }

  /// Of a file without a column for the beer's name.
  init(_ columns: FileColumns, _ roles: [ColumnMapping.Role], _ samples: [ColumnSample]) {
    self.init(
      format: Self.format(columns.dialect.name, columns),
      columns: zip(samples, roles).map { sample, role in
        Column(
          name: sample.name, role: role, sample: sample.examples.first ?? "",
          isReference: ColumnKind.isReference(name: sample.name, values: sample.examples))
      },
      beers: [], counts: ImportNumbers())
  }

  private static func format(_ name: String, _ columns: FileColumns) -> String {
    "\(name), \(ImportWords.format(columns))"
  }
}

extension BeerFields {
  /// What the beer has of a column.
  fileprivate func sample(_ role: ColumnMapping.Role, _ name: String) -> String? {
    let text: String? =
      switch role {
      case .extra: extras[name]?.display
      case .field(.name): self.name
      case .field(.brewery): brewery
      case .field(.style): style
      case .field(.abv): BeerText.abv(abv)
      case .field(.ibu): ibu.map { NumberText.exact($0) }
      case .field(.rating): BeerText.rating(rating)
      case .field(.notes): notes
      case .field(.place), .field(.city), .field(.country): place
      case .field(.latitude): latitude.map { NumberText.exact($0, decimals: 5) }
      case .field(.longitude): longitude.map { NumberText.exact($0, decimals: 5) }
      case .field(.serving): serving
      case .field(.price): price
      case .field(.drunkAt): drunkAt?.text
      case .field, .ignored: nil
      }
    return BeerText.readable(text)
  }
}
