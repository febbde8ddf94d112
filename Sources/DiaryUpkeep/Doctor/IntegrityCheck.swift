import DiaryStore
import GRDB
import SQLiteKit

/// Finds what is wrong with a diary, only by reading.
struct IntegrityCheck {
  private let db: Database
  private let externalFolder: String

  init(_ db: Database, externalFolder: String) {
    self.db = db
    self.externalFolder = externalFolder
  }

  /// Returns all findings, in the order in which they are repaired.
  ///
  /// - Parameter readsImages: Whether the whole file is checked, including free pages and images, which takes long.
  func findings(readsImages: Bool) throws -> [Finding] {
    let file = try FileIntegrityCheck(db).findings(readsImages: readsImages)
    // The contents of a damaged file cannot be relied on.
    if file.contains(where: { $0.kind == .damagedFile }) { return file }
    let validator = try SchemaValidator(db)
    // These come first, because they are repaired first.
    let schema = [
      Finding(.unexpectedSchemaObjects, validator.unexpectedObjects.map(\.title)),
      Finding(.unexpectedTable, validator.unexpectedTables.map(\.title)),
      Finding(.missingSchema, validator.missing.map(\.title)),
    ]
    let content = [
      Finding(.photoWithoutBeer, try ids(Self.photoWithoutBeer)),
      Finding(.imageWithoutPhoto, try ids(Self.imageWithoutPhoto)),
      Finding(.beerWithoutImport, try ids(Self.beerWithoutImport)),
      Finding(.beerWithoutLabel, try ids(Self.beerWithoutLabel)),
      Finding(.duplicatePhotoPositions, try ids(Self.duplicatePhotoPositions)),
      Finding(.imageGone, try ids(Self.imageGone)),
      Finding(.imageMissing, try ids(Self.imageMissing)),
      Finding(.imageOfOtherSize, try ids(Self.imageOfOtherSize)),
      Finding(.externalFileMissing, try ExternalImages(db, folder: externalFolder).absent()),
      Finding(.customFields, try ids(Self.customFields)),
      Finding(.beerDate, try WrongDates(db).beers().map(\.row)),
      Finding(.photoDate, try WrongDates(db).photos().map(\.row)),
      Finding(.range, try WrongRanges(db).beers()),
      Finding(.importedTimes, try ImportedTimes(db).beers()),
    ]
    return schema.compactMap { $0 } + file + content.compactMap { $0 }
  }

  static let photoWithoutBeer = """
    SELECT id FROM photo p WHERE NOT EXISTS (SELECT 1 FROM beer WHERE id = p.beer_id)
    ORDER BY beer_id, order_key
    """

  static let imageWithoutPhoto = """
    SELECT id FROM photo_image i WHERE data IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM photo WHERE id = i.id)
      AND NOT EXISTS (SELECT 1 FROM removed_photo WHERE id = i.id)
    ORDER BY id
    """

  static let beerWithoutImport = """
    SELECT id FROM beer b WHERE import_batch IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM import_batch WHERE id = b.import_batch)
    ORDER BY id
    """

  /// Without beers that have yet to get a label.
  static let beerWithoutLabel = """
    SELECT id FROM beer b WHERE label_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM label WHERE id = b.label_id)
    ORDER BY id
    """

  /// Photos can only share a key if the unique index is damaged, so it is not used.
  static let duplicatePhotoPositions = """
    SELECT beer_id FROM photo NOT INDEXED GROUP BY beer_id HAVING count(DISTINCT order_key) < count(*) ORDER BY beer_id
    """

  static let imageGone = """
    SELECT p.id FROM photo p LEFT JOIN photo_image i ON i.id = p.id
    WHERE p.is_missing = 0 AND p.external_name IS NULL AND i.data IS NULL ORDER BY p.id
    """

  /// Without external image files, which are another finding.
  static let imageMissing = """
    SELECT id FROM photo WHERE is_missing = 1 AND external_name IS NULL ORDER BY id
    """

  static let customFields = """
    SELECT id FROM beer WHERE NOT iif(json_valid(extras), json_type(extras) = 'object', 0) ORDER BY id
    """

  /// The length of a blob is in the header of its row, so no image is read.
  private static let imageOfOtherSize = """
    SELECT p.id FROM photo p JOIN photo_image i ON i.id = p.id
    WHERE p.is_missing = 0 AND p.external_name IS NULL AND typeof(i.data) = 'blob'
      AND length(i.data) <> p.byte_count + p.image_offset ORDER BY p.id
    """

  private func ids(_ sql: String) throws -> [Int64] { try Int64.fetchAll(db, sql: sql) }
}
