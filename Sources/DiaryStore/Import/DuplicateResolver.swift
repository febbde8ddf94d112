import DiaryModel
import GRDB

/// Decides how a row changes a beer that the diary already has with other values.
struct DuplicateResolver {
  /// What a row changes.
  struct Resolution {
    /// The fields of the beer after the import.
    let fields: BeerFields
    /// The fields according to the file.
    let imported: BeerFields
    /// Whether the row also sets the beer's times, and whether the beer is in the trash.
    let setsTimestamps: Bool
    let changesBeer: Bool
    /// Whether the file's values differ from those at its last import, as far as they are known.
    let differsFromLastImport: Bool
    let differences: ImportDifferences.Beer
  }

  private let db: Database
  private let policy: ImportPolicy
  /// The kind of file, such as `untappd`.
  private let source: String
  private let records: BeerRecord
  private let spelling: FieldNameNormalizer
  private let fileFields: FileFields?

  init(_ db: Database, source: String, _ policy: ImportPolicy, _ spelling: FieldNameNormalizer) {
    self.db = db
    self.policy = policy
    self.source = source
    records = BeerRecord(db)
    self.spelling = spelling
    fileFields = policy.fileFields.map { spelling.spelled($0) }
  }

  /// Compares a row with a beer of the diary.
  ///
  /// - Parameter id: The id of the diary's beer.
  func resolve(_ id: Int64, _ imported: ImportedBeer) throws -> Resolution {
    let beer = try records.beer(id)
    var file = imported.allFields
    file.extras = spelling.spelled(file.extras)
    let isNewer = isNewer(imported.updatedAt?.text, than: beer)
    var base = try ImportedValues(db).lastImport(of: id, from: source, current: beer.fields)
    if let extras = base?.extras { base?.extras = spelling.spelled(extras) }
    let lastImport = base
    // A newer row of an export was derived from the diary's beer as it is now.
    if isNewer, base == nil { base = beer.fields }
    let merge = try ThreeWayMerge(
      current: beer.fields, file: file, base: base, fileIsComplete: policy.rowsAreComplete,
      fileFields: fileFields)
    let updates = policy.onDuplicate == .update
    var differences = merge.differences
    if !updates { for index in differences.indices { differences[index].outcome = .skipped } }
    return Resolution(
      fields: merge.fields, imported: merge.imported, setsTimestamps: isNewer && policy.rowsAreComplete,
      changesBeer: updates && (merge.changesBeer || isNewer && policy.rowsAreComplete),
      // An older export has older values than the diary, so none of them is new.
      differsFromLastImport: updates && merge.imported != lastImport && (isNewer || !policy.rowsAreComplete),
      differences: .init(id: id, name: beer.fields.name, fields: differences))
  }

  /// Returns whether a row of an export was changed after the diary's beer.
  private func isNewer(_ timestamp: String?, than beer: Beer) -> Bool {
    guard let timestamp else { return false }
    // Without the Z, a whole second sorts before its decimals.
    return beer.updatedAt.text.withoutZ <= timestamp.withoutZ
  }
}

extension String {
  fileprivate var withoutZ: Substring { hasSuffix("Z") ? dropLast() : self[...] }
}
