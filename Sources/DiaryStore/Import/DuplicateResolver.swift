import DiaryModel
import GRDB

/// Decides what becomes of a row about a beer that the diary has and that says something else.
struct DuplicateResolver {
  /// What a row changes.
  struct Resolution {
    let fields: BeerFields
    /// What the file says of the beer.
    let imported: BeerFields
    /// Whether the row decides the beer's times and whether it is in the trash.
    let takesTimes: Bool
    let changesBeer: Bool
    /// Whether the file says something else than at its last import, as far as that is known.
    let saysNews: Bool
    let differences: ImportDifferences.Beer
  }

  private let db: Database
  private let policy: ImportPolicy
  /// The kind of file.
  private let source: String
  private let records: BeerRecord
  private let spelling: FieldNameNormalizer

  init(_ db: Database, source: String, _ policy: ImportPolicy, _ spelling: FieldNameNormalizer) {
    self.db = db
    self.policy = policy
    self.source = source
    records = BeerRecord(db)
    self.spelling = spelling
  }

  /// - Parameter id: The diary's beer.
  func resolve(_ id: Int64, _ imported: ImportedBeer) throws -> Resolution {
    let beer = try records.beer(id)
    var file = imported.allFields
    file.extras = spelling.spelled(file.extras)
    let isNewer = isNewer(imported.updatedAt?.text, than: beer)
    var base = try ImportedValues(db).lastImport(of: id, from: source, current: beer.fields)
    if let extras = base?.extras { base?.extras = spelling.spelled(extras) }
    let lastImport = base
    // An export that was changed after the diary's beer was made from what the beer was then.
    if isNewer, base == nil { base = beer.fields }
    let merge = try ThreeWayMerge(
      current: beer.fields, file: file, base: base, fileIsWhole: policy.rowsAreWhole)
    let updates = policy.onDuplicate == .update
    var differences = merge.differences
    if !updates { for index in differences.indices { differences[index].outcome = .skipped } }
    return Resolution(
      fields: merge.fields, imported: merge.imported, takesTimes: isNewer && policy.rowsAreWhole,
      changesBeer: updates && (merge.changesBeer || isNewer && policy.rowsAreWhole),
      // An older export has older values than the diary, and says nothing new.
      saysNews: updates && merge.imported != lastImport && (isNewer || !policy.rowsAreWhole),
      differences: .init(id: id, name: beer.fields.name, fields: differences))
  }

  /// Whether a row of an export was written after the diary's beer was changed last.
  private func isNewer(_ timestamp: String?, than beer: Beer) -> Bool {
    guard let timestamp else { return false }
    // Without its Z a whole second sorts before its own decimals.
    return beer.updatedAt.text.withoutZ <= timestamp.withoutZ
  }
}

extension String {
  fileprivate var withoutZ: Substring { hasSuffix("Z") ? dropLast() : self[...] }
}
