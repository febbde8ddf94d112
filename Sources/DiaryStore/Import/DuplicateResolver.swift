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
    /// Whether the row also sets the beer's times.
    let setsTimestamps: Bool
    /// Whether the row moves the beer to the trash or restores it.
    let movesBeer: Bool
    /// Whether the row also sets the captions and the order of the beer's photos.
    let setsPhotos: Bool
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
  private let beersInConflict: Set<Int64>

  /// - Throws: `DatabaseError`.
  init(_ db: Database, source: String, _ policy: ImportPolicy, _ spelling: FieldNameNormalizer) throws {
    self.db = db
    beersInConflict = try OpenConflicts(db, withChangesMadeAt: nil).beers
    self.policy = policy
    self.source = source
    records = BeerRecord(db)
    self.spelling = spelling
  }

  /// Compares a row with a beer of the diary.
  ///
  /// - Parameter isRepeated: Whether another row of the file decides, so that this one changes nothing.
  func resolve(_ existing: ExistingBeer, _ imported: ImportedBeer, isRepeated: Bool = false) throws
    -> Resolution
  {
    let id = existing.id
    let beer = try records.beer(id)
    var file = imported.allFields
    file.extras = spelling.spelled(file.extras)
    // Other values of a field in conflict would be discarded on all devices with the one that is shown.
    let isInConflict = beersInConflict.contains(id)
    let isNewer = !isInConflict && isNewer(imported.updatedAt?.text, than: beer)
    var base =
      isInConflict
      ? nil : try ImportedValues(db).lastImport(of: id, from: source, current: beer.fields)
    if let extras = base?.extras { base?.extras = spelling.spelled(extras) }
    let lastImport = base
    // A newer row of an export was derived from the diary's beer as it is now.
    if isNewer, base == nil { base = beer.fields }
    let merge = try ThreeWayMerge(
      current: beer.fields, file: file, base: base, policy: policy,
      fileFields: spelling.spelled(imported.fileFields))
    let updates = policy.onDuplicate == .update && !isRepeated
    let movesBeer = existing.differsInTrash && isNewerAboutTrash(imported.updatedAt?.text, than: beer)
    var differences = merge.differences
    if existing.differsInTrash {
      differences.append(
        .init(
          name: "deleted_at", diary: (beer.deletedAt?.text).map(JSONValue.text),
          file: (imported.deletedAt?.text).map(JSONValue.text), outcome: movesBeer ? .changed : .kept))
    }
    // Imports do not record captions and the order, so there is no base for a merge: the newer side wins.
    let setsPhotos = updates && isNewer && existing.differsInPhotos
    if setsPhotos { differences.append(try PhotoDifferences(db).field(imported.photos, on: id)) }
    if !updates { for index in differences.indices { differences[index].outcome = .skipped } }
    return Resolution(
      fields: merge.fields, imported: merge.imported, setsTimestamps: isNewer && policy.rowsAreComplete,
      movesBeer: updates && movesBeer, setsPhotos: setsPhotos,
      changesBeer: updates && (merge.changesBeer || movesBeer || setsPhotos),
      // An older export has older values than the diary, so none of them is new; but a conflict is reported only once.
      differsFromLastImport: updates && merge.imported != lastImport
        && (isNewer || !policy.rowsAreComplete || merge.hasConflict),
      differences: .init(id: id, name: beer.fields.name, fields: differences))
  }

  /// Returns whether an update takes the order of photos from a row: the row is at least as new as the diary's beer,
  /// of which no field is in conflict.
  func takesPhotoOrder(of imported: ImportedBeer, on id: Int64) throws -> Bool {
    if imported.updatedAt == nil || beersInConflict.contains(id) { return false }
    return try isNewer(imported.updatedAt?.text, than: records.beer(id))
  }

  /// Returns whether a row of an export was changed after the diary's beer, or was edited in the file.
  private func isNewer(_ timestamp: String?, than beer: Beer) -> Bool {
    guard let timestamp else { return false }
    return beer.updatedAt.text.withoutZ <= timestamp.withoutZ
  }

  /// Returns whether a row of an export was certainly changed after the diary's beer was moved to the trash or restored.
  ///
  /// Neither changes `updated_at`, so an equal time says nothing.
  private func isNewerAboutTrash(_ timestamp: String?, than beer: Beer) -> Bool {
    guard let timestamp else { return false }
    return [beer.updatedAt, beer.deletedAt].allSatisfy { time in
      time.map { $0.text.withoutZ < timestamp.withoutZ } ?? true
    }
  }
}

extension String {
  /// The time without the `Z`, with which a whole second would sort after its decimals.
  fileprivate var withoutZ: Substring { hasSuffix("Z") ? dropLast() : self[...] }
}
