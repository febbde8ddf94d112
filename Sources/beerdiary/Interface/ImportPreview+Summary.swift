import DiaryStore
import DiaryUI
import Interchange
import Telemetry

extension ImportCounts {
  init(_ summary: ImportSummary) {
    self.init()
    rows = summary.rowCount
    added = summary.addedCount
    known = summary.knownCount
    repeated = summary.repeatedCount
    rejected = summary.rejectedCount
    rejections = summary.firstRejected.flatMap(\.messages)
  }
}

extension ImportOutcome {
  init(_ summary: ImportSummary, change: DiaryChange?) {
    self.init(counts: ImportCounts(summary), wasStopped: summary.wasCancelled, change: change)
  }
}

extension ImportPreview {
  /// - Parameter drafts: The first beers of the file.
  init(_ summary: ImportSummary, drafts: [BeerDraft]) {
    let mapping = summary.mapping
    let columns = mapping.header.names.indices.map { index in
      Column(
        name: mapping.header.names[index], field: mapping.roles[index].fieldName,
        sample: drafts.lazy.compactMap { $0.sample(mapping.roles[index], mapping.header.names[index]) }.first
          ?? "")
    }
    let encoding = summary.isUTF16 ? "UTF-16" : summary.windows1252Count > 0 ? "Windows-1252" : "UTF-8"
    self.init(
      format: "\(summary.dialect.description), \(summary.format.delimiterName) between fields, \(encoding)",
      columns: columns, beers: drafts.map(\.fields), counts: ImportCounts(summary))
  }
}

extension Dialect {
  fileprivate var description: String {
    switch self {
    case .untappd: "Untappd's export"
    case .catalogue: "A catalogue of beers"
    case .plain: "A plain CSV file"
    }
  }
}

extension ColumnMapping.Role {
  /// As the form names it; `nil` for a custom field.
  fileprivate var fieldName: String? {
    switch self {
    case .extra: nil
    case .field(.drunkAt): "date"
    case .field(.createdAt): "written"
    case .field(.city), .field(.country): "place"
    case .field(let field): field.rawValue
    }
  }
}

extension BeerDraft {
  /// What the beer has of a column.
  fileprivate func sample(_ role: ColumnMapping.Role, _ name: String) -> String? {
    let text: String? =
      switch role {
      case .extra: fields.extras[name]?.display
      case .field(.name): fields.name
      case .field(.brewery): fields.brewery
      case .field(.style): fields.style
      case .field(.abv): BeerText.abv(fields.abv)
      case .field(.ibu): fields.ibu.map { NumberText.exact($0) }
      case .field(.rating): BeerText.rating(fields.rating)
      case .field(.notes): fields.notes
      case .field(.place), .field(.city), .field(.country): fields.place
      case .field(.latitude): fields.latitude.map { NumberText.exact($0, decimals: 5) }
      case .field(.longitude): fields.longitude.map { NumberText.exact($0, decimals: 5) }
      case .field(.serving): fields.serving
      case .field(.price): fields.price
      case .field(.drunkAt): fields.drunkAt?.text
      case .field(.createdAt): createdAt?.text
      }
    return BeerText.readable(text)
  }
}
