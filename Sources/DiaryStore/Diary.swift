package import CoreDataMigration
package import DiaryModel
package import Foundation
package import GRDB
package import Pictures
package import SQLiteKit

/// What a diary is opened for.
package enum DiaryOpenMode: Sendable {
  /// Only reads, if the store is current and no program was interrupted while it wrote.
  ///
  /// A missing or older store is created or migrated, and an interrupted transaction is rolled back.
  case reading
  /// The diary can be changed; opening throws if it cannot.
  case writing
  /// For writing, or for reading if the diary is locked or write-protected or the disk is full.
  case writingIfPossible
}

/// A beer diary in one SQLite file, and everything that other modules can do with it.
///
///     let diary = try Diary.open(at: "/home/ada/.local/share/beerdiary/diary.sqlite")
///     let orval = try diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 4.5)))
///     let newest = try diary.listItems(in: 0..<20)
///     try diary.close()
///
/// Opening migrates, so there is no handle to a store that is not current. All functions can be called from any thread
/// and return when the work is done, so an interface calls them from a background thread. Each write is one
/// transaction, unless its documentation says otherwise.
///
/// Functions that read throw a ``StoreError``: `.busy` if another program has the store locked for more than ten
/// seconds, `.damaged`, `.inputOutput`, `.failed`, and `.notADatabase`, `.notFound` or `.permissionDenied` if the file was
/// replaced. Functions that write throw the errors of a write: these and `.readOnly`, `.diskFull` and
/// `.permissionDenied`, after which nothing is changed. They are a `StoreError`, or the case `.store` of the function's
/// own error, such as ``EditError``, ``PhotoError``, ``LabelError``, ``UndoError`` or ``ConflictError``. The documentation
/// of each function lists the other cases that it throws.
///
/// Backups, merging and the doctor are in the module DiaryUpkeep. The work itself is done by the types that the
/// functions call.
package final class Diary: Sendable {
  /// The connections, which extensions in other modules use as well.
  package let database: DiaryDatabase

  private init(_ database: DiaryDatabase) { self.database = database }

  // MARK: - Opening and closing

  /// Opens a store, creating or migrating it as needed.
  ///
  /// An empty file is refused, because it may be what a crash left of a diary.
  ///
  /// - Parameters:
  ///   - path: The store's file.
  ///   - createsMissing: Whether a missing file is created (folder 0700, file 0600); otherwise `.notFound` is thrown.
  ///   - acceptsUnexpectedSchema: Whether unexpected triggers and views are accepted, so that they can be examined and
  ///     repaired.
  ///   - migratesLegacy: Whether a store of Beer Diary for iOS is migrated; otherwise `.legacyStore` is thrown.
  ///   - mode: What the diary is opened for. A store that has to be created or migrated is opened for writing.
  ///   - clock: Returns the current time, for columns such as `created_at`.
  ///   - timeZone: The time zone that maps stored instants to local times and days.
  ///   - progress: Called from this thread during a migration.
  ///   - timeout: How long a migration waits for other programs before it throws `.busy`; `nil` waits until it is
  ///     canceled.
  ///   - isCancelled: Called often during a migration, for the first time before anything is changed; return `true` to
  ///     restore all files and throw `.store(.cancelled)`.
  ///   - freeSpace: Returns the free space of the disk; a migration that would not fit is refused with `.noSpace`.
  /// - Throws: `.emptyFile`, `.notADiary`, `.unexpectedSchemaObjects`, `.newer`, `.legacyStore`, `.verificationFailed`
  ///   or `.store` with any error about the file, such as `.notFound`, `.isFolder`, `.hardLinked` or `.notADatabase`.
  package static func open(
    at path: String, createsMissing: Bool = true, acceptsUnexpectedSchema: Bool = false,
    migratesLegacy: Bool = true, for mode: DiaryOpenMode = .writing,
    clock: @escaping @Sendable () -> Date = { Date() }, timeZone: TimeZone = .autoupdatingCurrent,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }, timeout: Duration? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, freeSpace: FreeSpace = .ofFileSystem
  ) throws(OpeningError) -> Diary {
    Diary(
      try DiaryDatabase.open(
        at: path, createsMissing: createsMissing, acceptsUnexpectedSchema: acceptsUnexpectedSchema,
        migratesLegacy: migratesLegacy, for: mode, clock: clock, timeZone: timeZone, progress: progress,
        timeout: timeout, isCancelled: isCancelled, freeSpace: freeSpace))
  }

  /// Opens a store that exists and is current, only for reading.
  ///
  /// The file is not written to, and the files next to it are the same after closing as before opening.
  ///
  /// - Parameters:
  ///   - acceptsUnexpectedSchema: Whether unexpected triggers and views are accepted.
  ///   - reason: Why the diary cannot be changed; `nil` if that was requested.
  /// - Throws: `.emptyFile`, `.notADiary`, `.unexpectedSchemaObjects` or `.newer`; `.needsMigration` or `.legacyStore`
  ///   if the store has to be migrated first; `.store` with any error about the file, such as `.notFound`.
  package static func openReadOnly(
    at path: String, acceptsUnexpectedSchema: Bool = false, because reason: StoreError? = nil
  ) throws(OpeningError) -> Diary {
    Diary(
      try DiaryDatabase.openReadOnly(
        at: path, acceptsUnexpectedSchema: acceptsUnexpectedSchema, because: reason))
  }

  /// Returns what opening a store would migrate, without changing anything.
  ///
  /// - Parameter isCancelled: Called often; return `true` to stop with `.store(.cancelled)`.
  /// - Throws: `.store(.notFound)`; otherwise what opening the store would throw.
  package static func previewMigration(
    of path: String, isCancelled: @escaping @Sendable () -> Bool = { false },
    freeSpace: FreeSpace = .ofFileSystem
  ) throws(OpeningError) -> MigrationPreview {
    try MigrationPreview.make(of: path, isCancelled: isCancelled, freeSpace: freeSpace)
  }

  /// The version that every open store has, because opening migrates.
  package static var currentVersion: Int { StoreVersion.current }

  /// Returns whether a file is a store that opens without a migration.
  ///
  /// Only the version is read, so opening may still refuse the file, for example for its triggers.
  ///
  /// - Throws: `.notADiary`, `.newer`, or `.store` with any error about the file.
  package static func isCurrent(at path: String) throws(OpeningError) -> Bool {
    try version(ofStoreAt: path) == currentVersion
  }

  /// Returns whether a file is a store of Beer Diary for iOS, without opening it.
  ///
  /// - Throws: `.notADiary`, `.newer`, or `.store` with any error about the file.
  package static func isLegacy(at path: String) throws(OpeningError) -> Bool {
    try version(ofStoreAt: path).map(StoreVersion.isLegacy) ?? false
  }

  /// Returns the version of a store without opening it; 0 for an empty file, `nil` if there is no file.
  ///
  /// - Throws: `.notADiary`, `.newer`, or `.store` with any error about the file.
  package static func version(ofStoreAt path: String) throws(OpeningError) -> Int? {
    try StoreInspection.inspect(path)?.version
  }

  /// The store as the user named it.
  package var path: String { database.path }

  /// The migration that opening needed; `nil` if the store was current or new.
  package var migration: MigrationReport? { database.migration }

  /// Whether nothing can be changed; every change is refused with ``readOnlyReason``, or else with `.readOnly`.
  package var isReadOnly: Bool { database.isReadOnly }

  /// Why the diary can only be read although it was opened for writing; `nil` if it was opened for reading.
  package var readOnlyReason: StoreError? { database.readOnlyReason }

  /// Whether another file, or none, has the diary's path now; every change is then refused with `.moved`.
  ///
  /// `false` if the diary can only be read.
  package var hasMoved: Bool { database.hasMoved }

  /// Closes the store; no other call may be running, and none may follow.
  ///
  /// The -wal is checkpointed into the file first.
  ///
  /// - Throws: The errors of a write, such as `.diskFull`, if the checkpoint fails.
  package func close() throws(StoreError) { try database.close() }

  // MARK: - One beer

  /// Adds a beer and returns it as stored.
  ///
  /// If only one label has the name of a beer without a brewery and a source, the beer gets that label, and keeps it as
  /// if the user had chosen it.
  ///
  /// - Parameter label: The UUID of the label of the new beer, which it keeps when its name changes; `nil` for the one that
  ///   its name and brewery have. If that label was merged into another one since, the new beer has that one.
  /// - Throws: `.invalid` if a value is outside its range, or if the diary has a beer with the new one's origin; `.store`
  ///   for the errors of a write.
  package func add(_ newBeer: NewBeer, toLabel label: UUID? = nil) throws(EditError) -> Beer {
    try beerEditor.add(newBeer, toLabel: label)
  }

  /// Returns a beer with its photos in order; `nil` if it does not exist.
  package func beer(_ id: Int64) throws(StoreError) -> BeerDetail? { try beerListReader.beer(id) }

  /// Returns a beer by its UUID; `nil` if it does not exist.
  package func beer(uuid: UUID) throws(StoreError) -> BeerDetail? { try beerListReader.beer(uuid: uuid) }

  /// Returns the ids of the beers with a name, in ascending order.
  ///
  /// Upper and lower case of ASCII letters are the same.
  ///
  /// - Parameter inTrash: Whether to look in the trash instead of the diary.
  package func beers(named name: String, inTrash: Bool = false) throws(StoreError) -> [Int64] {
    try beerLookup.beers(named: name, inTrash: inTrash)
  }

  /// Returns the ids of the beers whose UUIDs begin with a text of hexadecimal digits and hyphens, in ascending order.
  ///
  /// - Parameter inTrash: Whether to look in the trash instead of the diary.
  package func beers(uuidPrefix: String, inTrash: Bool = false) throws(StoreError) -> [Int64] {
    try beerLookup.beers(uuidPrefix: uuidPrefix, inTrash: inTrash)
  }

  /// Returns the id of the beer that was added last; `nil` if there is none.
  ///
  /// - Parameter inTrash: Whether to look in the trash instead of the diary.
  package func newestBeer(inTrash: Bool = false) throws(StoreError) -> Int64? {
    try beerLookup.newestBeer(inTrash: inTrash)
  }

  /// Replaces a beer's fields.
  ///
  ///     var fields = detail.beer.fields
  ///     fields.rating = 4.5
  ///     let change = try diary.edit(detail.beer.id, to: fields, expecting: detail.beer.fields)
  ///
  /// - Parameter expected: The fields as they were when the user began to edit. If they have changed since,
  ///   `.changedSince` is thrown and nothing is overwritten. `nil` overwrites them in any case.
  /// - Returns: The change, to undo it; `nil` if the fields are the same.
  /// - Throws: `.invalid` if a value is outside its range; `.noSuchBeer`; `.changedSince`; `.store` for the errors of a
  ///   write.
  package func edit(_ id: Int64, to fields: BeerFields, expecting expected: BeerFields? = nil)
    throws(EditError) -> DiaryChange?
  {
    try beerEditor.edit(id, to: fields, expecting: expected)
  }

  // MARK: - Lists of beers

  /// Returns the beers at a range of positions in a query's order; fewer if the list is shorter.
  ///
  ///     let stouts = BeerQuery(order: .rating, filter: try BeerFilter("style:stout"))
  ///     let bestTen = try diary.listItems(stouts, in: 0..<10)
  ///
  /// The first thousand are usually returned without reading the whole list.
  ///
  /// - Parameters:
  ///   - search: Words to highlight; those of the query if empty.
  ///   - fields: The fields that the items have in `values`, each once.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func listItems(
    _ query: BeerQuery = BeerQuery(), in range: Range<Int>, highlighting search: [Substring] = [],
    with fields: [ListItemField] = [], isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> [BeerListItem] {
    try beerListReader.listItems(
      query, in: range, highlighting: search, with: fields, isCancelled: isCancelled)
  }

  /// Counts the beers of a query for the list's header.
  ///
  /// Reads the whole list if it is not cached.
  ///
  /// - Parameter isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func summary(_ query: BeerQuery = BeerQuery(), isCancelled: @escaping () -> Bool = { false })
    throws(StoreError) -> DiarySummary
  {
    try beerListReader.summary(query, isCancelled: isCancelled)
  }

  /// Returns the highest id of a beer as an estimate of the number of beers; 0 if there are none.
  ///
  /// Nothing is counted, so this is fast in any diary. Beers in the trash and deleted beers are included.
  package func approximateBeerCount() throws(StoreError) -> Int { try beerListReader.approximateBeerCount() }

  /// Returns the ids at a range of positions in a query's order, as a set.
  ///
  /// - Parameter isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func ids(
    _ query: BeerQuery, in range: Range<Int> = 0..<Int.max, isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> IDSet {
    try beerListReader.ids(query, in: range, isCancelled: isCancelled)
  }

  /// Returns the position of a beer in a query's order, from 0; `nil` if it is not in it.
  ///
  /// - Parameter isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func position(
    of id: Int64, in query: BeerQuery, isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> Int? {
    try beerListReader.position(of: id, in: query, isCancelled: isCancelled)
  }

  /// Returns the position of the next beer with these words in a query's order, from 0; `nil` if no beer has them.
  ///
  /// At the end of the list the search continues from the other end and comes to `start` last.
  ///
  /// - Parameter isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func position(
    ofMatch search: String, from start: Int, isBackward: Bool = false, in query: BeerQuery,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> Int? {
    try matchFinder.position(
      ofMatch: search, from: start, isBackward: isBackward, in: query, isCancelled: isCancelled)
  }

  /// Calls `body` with each list item of a query, in its order.
  ///
  /// This takes constant memory, and all items are from one moment. The metadata of thumbnails that the background work
  /// has not read yet is read from their headers.
  ///
  /// - Throws: The error that `body` throws, which ends the iteration; `StoreError`.
  package func forEachListItem(
    _ query: BeerQuery = BeerQuery(), limit: Int = .max, _ body: (BeerListItem) throws -> Void
  ) throws {
    try beerListReader.forEachListItem(query, limit: limit, body)
  }

  /// Calls `body` with each beer of a query and its photos, in the query's order.
  ///
  /// This takes constant memory, and all beers are from one moment. The metadata of photos that the background work has
  /// not read yet is read from their headers; hashes are not computed.
  ///
  /// - Throws: The error that `body` throws, which ends the iteration; `StoreError`.
  package func forEachBeer(
    _ query: BeerQuery = BeerQuery(), limit: Int = .max, _ body: (BeerDetail) throws -> Void
  ) throws {
    try beerListReader.forEachBeer(query, limit: limit, body)
  }

  /// Calls `body` with properties of each beer of a query, in the query's order; `nil` for a value that it does not have.
  ///
  /// In a list with one beer of each label, name, brewery, style and ABV are those that the label shows, and the rating
  /// is its mean rating.
  ///
  /// This takes constant memory, and all beers are from one moment.
  ///
  /// - Throws: The error that `body` throws, which ends the iteration; `StoreError`.
  package func forEachBeer(
    _ query: BeerQuery, values properties: [BeerProperty], limit: Int = .max,
    _ body: ([JSONValue?]) throws -> Void
  ) throws {
    try beerListReader.forEachBeer(query, values: properties, limit: limit, body)
  }

  // MARK: - Photos

  /// Adds a photo after the others of a beer; its image is stored byte for byte.
  ///
  ///     let added = try diary.addPhoto(to: orval.id, image: try FileBytes(userImageAt: "orval.jpg"))
  ///
  /// - Parameters:
  ///   - image: At most 2^31 - 1 bytes, the largest value that SQLite can store.
  ///   - caption: `nil` for none.
  ///   - allowsDuplicate: Whether an image that the beer already has is added again.
  /// - Throws: `.samePhoto` if the beer already has it; `.noSuchBeer`; `.tooLarge`; `.unreadableImage`; `.store` for the
  ///   errors of a write.
  package func addPhoto(
    to beer: Int64, image: some ByteSource, caption: String? = nil, allowsDuplicate: Bool = false
  ) throws(PhotoError) -> AddedPhoto {
    try photoAdder.addPhoto(to: beer, image: image, caption: caption, allowsDuplicate: allowsDuplicate)
  }

  /// Adds photos after the others of a beer, in transactions of about a quarter of a second.
  ///
  /// They are one change in the log, even if an error ends the call.
  ///
  /// - Parameters:
  ///   - caption: The caption of all photos; `nil` for none.
  ///   - allowsDuplicate: Whether images that the beer already has are added again.
  ///   - next: Returns the next image, or `nil` if there are no more. It must not use the diary, although no transaction is
  ///     open during the call.
  ///   - onStored: Called for each image, in order, once it is on the disk or has been refused with `.samePhoto`,
  ///     `.tooLarge` or `.unreadableImage`, which does not prevent the others.
  /// - Throws: `.noSuchBeer`, or `.store` for the errors of a write, which prevent all images. What `next` or `onStored`
  ///   throws is converted with ``PhotoError/init(mapping:path:)``. `onStored` was called for the images that are in the
  ///   diary. If the disk is full, those of the last quarter of a second are not.
  package func addPhotos(
    to beer: Int64, caption: String? = nil, allowsDuplicate: Bool = false,
    next: () throws -> (any ByteSource)?, onStored: (Result<AddedPhoto, PhotoError>) throws -> Void
  ) throws(PhotoError) {
    try photoAdder.addPhotos(
      to: beer, caption: caption, allowsDuplicate: allowsDuplicate, next: next, onStored: onStored)
  }

  /// Moves a photo to a position among its beer's photos.
  ///
  /// The first photo is the beer's thumbnail.
  ///
  /// - Parameter index: The new position, from 0; a position beyond either end means that end.
  /// - Returns: The change, to undo it; `nil` if the photo is there already.
  /// - Throws: `.noSuchPhoto` if it was removed; `.store` for the errors of a write.
  package func movePhoto(_ id: Int64, to index: Int) throws(PhotoError) -> DiaryChange? {
    try photoEditor.movePhoto(id, to: index)
  }

  /// Removes a photo from its beer and returns the change, to undo it.
  ///
  /// The image stays in the store until the trash is emptied.
  ///
  /// - Throws: `.noSuchPhoto`; `.store` for the errors of a write.
  package func removePhoto(_ id: Int64) throws(PhotoError) -> DiaryChange {
    try removePhotos([id])[0]
  }

  /// Removes photos from their beers and returns the changes, which are one in the log.
  ///
  /// - Throws: `.noSuchPhoto`; `.store` for the errors of a write; then none is removed.
  package func removePhotos(_ ids: [Int64]) throws(PhotoError) -> [DiaryChange] {
    try photoEditor.removePhotos(ids)
  }

  /// Returns the photos that were removed from a beer, the last one removed first.
  package func removedPhotos(ofBeer beer: Int64) throws(StoreError) -> [RemovedPhoto] {
    try removedPhotos.removedPhotos(ofBeer: beer)
  }

  /// Returns the beers with removed photos whose names have words that begin with those of a text, the one with the last
  /// removal first.
  ///
  /// - Parameters:
  ///   - text: The beginnings of words; all beers match if it has none.
  ///   - limit: The maximum number of beers.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func beersWithRemovedPhotos(
    matching text: String = "", limit: Int, isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> [BeerWithRemovedPhotos] {
    try RemovedPhotoCounts(database: database).beers(
      matching: text, limit: limit, isCancelled: isCancelled)
  }

  /// Restores removed photos to their positions, and returns the changes, which are one in the log.
  ///
  /// Pass the most recently removed photo first, as `removedPhotos(ofBeer:)` returns them, to restore the original order:
  /// each photo records its position at the time of its removal.
  ///
  /// - Throws: `.noSuchPhoto` if one has been deleted or restored; `.store` for the errors of a write; then none is restored.
  package func restorePhotos(_ photos: [RemovedPhoto]) throws(PhotoError) -> [DiaryChange] {
    try removedPhotos.restorePhotos(photos)
  }

  /// Sets a photo's caption, `nil` for none.
  ///
  /// Line breaks become spaces.
  ///
  /// - Returns: The change, to undo it; `nil` if the caption is the same.
  /// - Throws: `.noSuchPhoto`; `.store` for the errors of a write.
  package func setCaption(_ caption: String?, ofPhoto id: Int64) throws(PhotoError) -> DiaryChange? {
    try photoEditor.setCaption(caption, ofPhoto: id)
  }

  /// Calls `body` with one part of a photo's image after the other, byte for byte as it was added.
  ///
  /// - Returns: `false` if the image is missing.
  /// - Throws: The error that `body` throws; `StoreError`.
  package func readImage(ofPhoto id: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
    try photoEditor.readImage(ofPhoto: id, body)
  }

  /// Calls `body` with a photo's image, which is read in place, and returns its result; `nil` if the image is missing.
  ///
  /// - Throws: The error that `body` throws; `StoreError`.
  package func withImage<Value>(ofPhoto id: Int64, _ body: (any ByteSource) throws -> Value) throws -> Value?
  {
    try photoEditor.withImage(ofPhoto: id, body)
  }

  /// Returns photos with the metadata that the store does not have yet read from their images: format, size, camera and
  /// date.
  ///
  /// A photo is no longer missing if its file is back in the folder of external images. Nothing is written.
  ///
  /// - Parameter includingHashes: Whether unknown hashes are computed as well, for which every byte is read.
  package func addingMetadata(to photos: [Photo], includingHashes: Bool = true) throws(StoreError) -> [Photo]
  {
    try photoEditor.addingMetadata(to: photos, includingHashes: includingHashes)
  }

  /// Calls `body` with each link to a photo that a beer does not have yet.
  ///
  /// A photo that was imported for its link is recognized, even after it was removed. A beer's only link is skipped if
  /// the beer has a photo, which may be the linked one, added by hand.
  ///
  /// - Throws: The error that `body` throws, which ends the iteration; `StoreError`.
  package func forEachMissingPhotoLink(_ query: BeerQuery = BeerQuery(), _ body: (PhotoLink) throws -> Void)
    throws
  {
    try photoLinks.forEachMissingPhotoLink(query, body)
  }

  // MARK: - Several beers

  /// Gives beers the same value in one field, `nil` for none.
  ///
  /// A beer that spells the name of a custom field in another way keeps its spelling; if it has several, one of them stays.
  /// Ids that no beer has are ignored.
  ///
  /// - Parameters:
  ///   - expected: The value that the user has seen; if the beers have another one, nothing is written. `nil` writes in any
  ///     case.
  ///   - progress: Called repeatedly with the number of beers done so far.
  ///   - isCancelled: Called often; return `true` to stop with `.store(.cancelled)`, and to change nothing.
  /// - Returns: The changes, to undo them together: one for each spelling of the field; none if all have the value already.
  /// - Throws: `.invalid` if the value is outside its range; `.changedSince` if the beers do not have the expected value;
  ///   `.store` for the errors of a write.
  package func set(
    _ field: AssignableField, of beers: [Int64], to value: JSONValue?,
    expecting expected: CommonValue? = nil, progress: (Int) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(EditError) -> [DiaryChange] {
    try beerEditor.set(
      field, of: beers, to: value, expecting: expected, progress: progress, isCancelled: isCancelled)
  }

  /// Edits the fields of beers in the same way, all in one transaction.
  ///
  ///     let changed = try diary.edit(ids) { $0.style = "Stout" }
  ///
  /// Ids that no beer has are ignored. ``undoChange(_:progress:isCancelled:)`` undoes it, unless it is too large for
  /// the log; see ``canUndoEdit(of:isCancelled:_:)``.
  ///
  /// - Parameters:
  ///   - progress: Called repeatedly with the number of beers done so far.
  ///   - isCancelled: Called often; return `true` to stop with `.store(.cancelled)`, and to change nothing.
  ///   - change: Called with the fields of each beer.
  /// - Returns: The number of beers whose fields are different now.
  /// - Throws: `.invalid` if a new value is outside its range; `.store` for the errors of a write, and with `.failed` for
  ///   an error of `change`.
  package func edit(
    _ beers: [Int64], progress: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false },
    _ change: (inout BeerFields) throws -> Void
  ) throws(EditError) -> Int {
    try bulkEditor.edit(beers, progress: progress, isCancelled: isCancelled, change)
  }

  /// Returns whether the log has room for an edit of beers, so that it can be undone later.
  ///
  /// - Parameters:
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  ///   - change: Called with the fields of beers; nothing is changed in the diary.
  /// - Throws: `.failed` for an error of `change`.
  package func canUndoEdit(
    of beers: [Int64], isCancelled: () -> Bool = { false }, _ change: (inout BeerFields) throws -> Void
  ) throws(StoreError) -> Bool {
    try bulkEditor.canUndoEdit(of: beers, isCancelled: isCancelled, change)
  }

  /// Calls `body` with the id and the fields of beers.
  ///
  /// - Parameter beers: In ascending order; ids that no beer has are ignored.
  /// - Throws: `.failed` for an error of `body`.
  package func forEachFields(of beers: [Int64], _ body: (Int64, BeerFields) throws -> Void)
    throws(StoreError)
  {
    try bulkEditor.forEachFields(of: beers, body)
  }

  // MARK: - The trash

  /// Moves beers to the trash; those that are already in it stay as they are.
  ///
  /// - Parameters:
  ///   - progress: Called repeatedly with the number of ids done so far.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`, and to change nothing.
  /// - Returns: The change, to undo it; `nil` if none was moved.
  /// - Throws: The errors of a write.
  package func moveToTrash(
    _ ids: [Int64], progress: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> DiaryChange? {
    try trashEditor.moveToTrash(ids, progress: progress, isCancelled: isCancelled)
  }

  /// Restores beers from the trash.
  ///
  /// - Parameters:
  ///   - progress: Called repeatedly with the number of ids done so far.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`, and to change nothing.
  /// - Returns: The change, to undo it; `nil` if none was in the trash.
  /// - Throws: The errors of a write.
  package func restore(
    _ ids: [Int64], progress: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> DiaryChange? {
    try trashEditor.restore(ids, progress: progress, isCancelled: isCancelled)
  }

  /// Returns the ids of the beers in the trash, in ascending order.
  package func beersInTrash() throws(StoreError) -> [Int64] { try beerLookup.beersInTrash() }

  /// Permanently deletes everything in the trash, including photos, and returns what was deleted.
  ///
  /// Removed photos of beers that are still in the diary are deleted as well. This cannot be undone. It is done in
  /// several transactions, between which others can write; a beer is deleted with all of its photos or not at all. After
  /// an error, what was deleted before stays deleted.
  ///
  /// What is deleted is also removed from the log, and without a time, so are beers that undoing has deleted. The log
  /// is changed first, so after an error or a stop, changes of beers that are still in the trash are not in it any more.
  ///
  /// - Parameters:
  ///   - contents: Keeps everything else, such as what was moved to the trash while the user was asked; `nil` to keep
  ///     nothing.
  ///   - time: Keeps what was moved to the trash since then; `nil` to keep nothing.
  ///   - isCancelled: Called often; return `true` to stop: with `.cancelled` before anything is changed, and later with
  ///     what was deleted so far, which stays deleted.
  /// - Throws: The errors of a write.
  package func emptyTrash(
    _ contents: EmptiedTrash? = nil, before time: Date? = nil, isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> EmptiedTrash {
    try trashEditor.emptyTrash(contents, before: time, isCancelled: isCancelled)
  }

  /// Returns what emptying the trash would delete.
  ///
  /// - Parameter time: Leaves out what was moved to the trash since then; `nil` to leave out nothing.
  package func contentsOfTrash(before time: Date? = nil) throws(StoreError) -> EmptiedTrash {
    try trashEditor.contentsOfTrash(before: time)
  }

  // MARK: - Undo and the log of changes

  /// Undoes a change, and returns the reverse change, with which it can be redone.
  ///
  ///     let change = try diary.moveToTrash([orval.id])
  ///     let redo = try change.map { try diary.revert($0) }
  ///
  /// Afterwards the diary is as it was before the change, including the time of each beer's last change.
  ///
  /// - Parameters:
  ///   - isRedo: Whether the change is the reverse of one that was undone, and not one that was made. The log may have
  ///     both, such as when a beer was moved to the trash, restored, and moved to the trash again.
  ///   - progress: Called repeatedly with the number of beers done so far, for a change of many beers.
  ///   - isCancelled: Called often; return `true` to stop with `.store(.cancelled)`, and to change nothing.
  /// - Throws: `.changedSince` if what the change affected has changed again since, or is in conflict with what another
  ///   device wrote; `.noSuchBeer` if it was permanently deleted; `.store` for the errors of a write; then nothing is
  ///   changed.
  package func revert(
    _ change: DiaryChange, isRedo: Bool = false, progress: (Int) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(UndoError) -> DiaryChange {
    try changeReverter.revert(change, isRedo: isRedo, progress: progress, isCancelled: isCancelled)
  }

  /// Undoes changes that were made together, in one transaction, and returns the reverse changes, with which they can be
  /// redone.
  ///
  /// Each is undone as by ``revert(_:isRedo:progress:isCancelled:)``, the last one first.
  ///
  /// - Throws: The error of the first change that cannot be undone, as ``revert(_:isRedo:progress:isCancelled:)`` throws
  ///   it; then nothing is changed.
  package func revert(
    _ changes: [DiaryChange], isRedo: Bool = false, progress: (Int) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(UndoError) -> [DiaryChange] {
    try changeReverter.revert(changes, isRedo: isRedo, progress: progress, isCancelled: isCancelled)
  }

  /// Returns the changes in the log, the newest first.
  ///
  /// Every ``DiaryChange``, edit of many beers, change of a custom field and import is recorded in the transaction that
  /// makes it, and any program can undo it later. The log also knows which changes are undone, even if that was done by
  /// ``revert(_:isRedo:progress:isCancelled:)`` or ``undoImport(_:isCancelled:)``. It has the last 1,000 changes, and
  /// at most 8 MB of them.
  ///
  /// - Parameter limit: The maximum number of changes.
  package func loggedChanges(limit: Int = .max) throws(StoreError) -> [LoggedChange] {
    try changeLogEditor.changes(limit: limit)
  }

  /// Writes changes to the log that were made together in transactions of other modules, such as an adoption.
  ///
  /// They become one entry, which ``undoChange(_:progress:isCancelled:)`` undoes as a whole; none if there are no changes.
  ///
  /// - Parameter timestamp: The `updated_at` that the changes have set.
  /// - Returns: Whether the entry can be undone; `false` if the changes are too large for the log.
  /// - Throws: The errors of a write.
  package func record(_ changes: [DiaryChange], at timestamp: String) throws(StoreError) -> Bool {
    try changeLogEditor.record(changes, at: timestamp)
  }

  /// Writes to the log that the diary was restored from a backup.
  ///
  /// The log is that of the backup. With this entry, ``undoChange(_:progress:isCancelled:)`` refuses to undo one of its
  /// changes unless it is given by its id.
  ///
  /// - Parameter previousDiary: The file of the diary that was replaced.
  /// - Throws: The errors of a write.
  package func recordRestoredBackup(previousDiary: String) throws(StoreError) {
    try changeLogEditor.recordRestoredBackup(previousDiary: previousDiary)
  }

  /// Empties the log, so that no change that was made before can be undone.
  ///
  /// - Throws: The errors of a write.
  package func forgetLoggedChanges() throws(StoreError) { try changeLogEditor.forgetAll() }

  /// Returns the change that ``undoChange(_:progress:isCancelled:)`` would undo, without checking whether its beers
  /// have changed since.
  ///
  /// - Parameter id: The id of the change; `nil` for the newest that is not undone.
  /// - Throws: `.nothingToUndo` without an id, or else `.noSuchChange`; `.cannotUndo`; `.store`.
  package func changeToUndo(_ id: Int64? = nil) throws(UndoError) -> LoggedChange {
    try changeLogEditor.changeToUndo(id)
  }

  /// Returns the change that ``redoChange(progress:isCancelled:)`` would redo; only for an import, this checks whether its
  /// beers have changed since.
  ///
  /// - Throws: `.nothingToRedo`; `.cannotUndo`; `.store`.
  package func changeToRedo() throws(UndoError) -> LoggedChange { try changeLogEditor.changeToRedo() }

  /// Undoes a change in the log, and returns it.
  ///
  /// A change is undone as by ``revert(_:isRedo:progress:isCancelled:)``, with one difference: a beer with later
  /// changes that do not prevent undoing gets the current time as `updated_at`. An import is undone as by
  /// ``undoImport(_:isCancelled:)``: beers that have changed since stay as they are.
  ///
  /// - Parameters:
  ///   - id: The id of the change; `nil` for the newest that is not undone.
  ///   - progress: Called repeatedly with the number of beers done so far, for a change of many beers.
  ///   - isCancelled: Called often; return `true` to stop with `.store(.cancelled)`, and to change nothing.
  /// - Throws: `.nothingToUndo` without an id, or else `.noSuchChange`; `.noSuchBeer`; `.noSuchImport`; `.cannotUndo`,
  ///   also if something has changed since; `.store` for the errors of a write.
  package func undoChange(
    _ id: Int64? = nil, progress: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(UndoError) -> LoggedChange {
    try changeLogEditor.undo(id, progress: progress, isCancelled: isCancelled).change
  }

  /// Undoes a change in the log, as ``undoChange(_:progress:isCancelled:)`` does, and returns the reverse changes, with
  /// which ``revert(_:isRedo:progress:isCancelled:)`` can redo it.
  ///
  /// - Throws: What ``undoChange(_:progress:isCancelled:)`` throws.
  package func revertChange(
    _ id: Int64, progress: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(UndoError) -> [DiaryChange] {
    try changeLogEditor.undo(id, progress: progress, isCancelled: isCancelled).reverse
  }

  /// Redoes the change that was undone last, and returns it.
  ///
  /// A change that was made since leaves nothing to redo.
  ///
  /// - Parameters:
  ///   - progress: Called repeatedly with the number of beers done so far, for a change of many beers.
  ///   - isCancelled: Called often; return `true` to stop with `.store(.cancelled)`, and to change nothing.
  /// - Throws: `.nothingToRedo`; `.noSuchBeer`; `.cannotUndo`, also if something has changed since; `.store` for the
  ///   errors of a write.
  package func redoChange(progress: (Int) -> Void = { _ in }, isCancelled: () -> Bool = { false })
    throws(UndoError) -> LoggedChange
  {
    try changeLogEditor.redo(progress: progress, isCancelled: isCancelled)
  }

  /// Writes one of the values that devices have for a field, and returns the change, to undo it.
  ///
  /// Other devices get the value with the next synchronization, which ends the conflict everywhere, also if the diary
  /// shows it already. Undoing the change afterwards is a new edit, or changes nothing if the diary showed the value before.
  ///
  /// - Parameter choice: Returns the chosen value, within the transaction; `nil` if there is no such conflict or value.
  /// - Throws: `.noSuchConflict` if `choice` returns `nil`; `.noSuchBeer`; `.noSuchPhoto`; `.invalid` if the field cannot
  ///   have the value; `.store` for the errors of a write, and with `.failed` for another error of `choice`.
  package func resolveConflict(_ choice: (Database) throws -> ChosenValue?) throws(ConflictError)
    -> DiaryChange
  {
    try conflictEditor.resolve(choice)
  }

  /// Writes one of the values of several conflicts, as ``resolveConflict(_:)`` does, and returns the changes, which are
  /// undone together.
  ///
  /// Leaves out values that cannot be written.
  ///
  /// - Parameter chosenValues: Returns the chosen values, within the transaction.
  /// - Throws: `.store` for the errors of a write. What `chosenValues` throws is converted with
  ///   ``ConflictError/init(mapping:path:)``.
  package func resolveConflicts(_ chosenValues: (Database) throws -> [ChosenValue]) throws(ConflictError)
    -> [DiaryChange]
  {
    try conflictEditor.resolveAll(chosenValues)
  }

  // MARK: - Labels

  /// Returns a label; `nil` if it does not exist.
  package func label(uuid: UUID) throws(StoreError) -> Label? { try labelReader.label(uuid: uuid) }

  /// Returns the label of a beer; `nil` if the beer does not exist, or has no label yet.
  package func label(ofBeer id: Int64) throws(StoreError) -> Label? { try labelReader.label(ofBeer: id) }

  /// Returns the labels that are known under a name, the most frequent one first, without those whose beers are all in
  /// the trash.
  ///
  /// Case, accents and punctuation are ignored.
  ///
  /// - Parameter brewery: The brewery, which must match as well; `nil` for any.
  package func labels(named name: String, brewery: String? = nil) throws(StoreError) -> [Label] {
    try labelReader.labels(named: name, brewery: brewery)
  }

  /// Returns the label that a new beer with this name would get; `nil` if it would be a new label.
  ///
  /// Without a brewery, that is the only label with the name, as in ``add(_:toLabel:)``.
  package func label(ofNewBeer name: String, brewery: String?) throws(StoreError) -> Label? {
    try labelReader.label(ofNewBeer: name, brewery: brewery)
  }

  /// Returns the labels with words in their names or breweries that begin with those of a text, the most frequent ones
  /// first, without those whose beers are all in the trash.
  ///
  /// If more than 20,000 beers match, only the labels of the latest ones are found.
  ///
  /// - Parameters:
  ///   - text: The beginnings of words; all labels match if it has none. Names that are the text come first.
  ///   - limit: The maximum number of labels.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func labels(
    matching text: String, limit: Int, isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> [FoundLabel] {
    try labelReader.labels(matching: text, limit: limit, isCancelled: isCancelled)
  }

  /// Returns the labels whose UUIDs begin with hexadecimal digits, without those whose beers are all in the trash.
  ///
  /// - Parameter uuidPrefix: The digits, with or without dashes; other characters match no label.
  package func labels(uuidPrefix: String) throws(StoreError) -> [Label] {
    try labelReader.labels(uuidPrefix: uuidPrefix)
  }

  /// Returns the facts that the user set for a label, and none that its newest beer decides; empty if the label does not
  /// exist.
  package func factOverrides(ofLabel uuid: UUID) throws(StoreError) -> LabelFacts {
    try labelReader.factOverrides(ofLabel: uuid)
  }

  /// Returns for each line of a menu whether the diary has its beer.
  ///
  /// A line that is the name of a label needs only a look-up; the others are compared with all names.
  package func menuAnswers(to lines: [String]) throws(StoreError) -> [MenuAnswer] {
    try MenuReader(database: database).answers(to: lines)
  }

  /// Returns pairs of labels that are probably the same, the most likely first.
  ///
  /// - Parameter isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func labelSuggestions(isCancelled: () -> Bool = { false }) throws(StoreError) -> [SuggestedLabels] {
    try LabelSuggestionReader(database: database).suggestions(isCancelled: isCancelled)
  }

  /// Returns the beers of a label, the newest first; none if it does not exist.
  ///
  /// - Parameter includingTrash: Whether beers in the trash are returned as well.
  package func beers(ofLabel uuid: UUID, includingTrash: Bool = false) throws(StoreError) -> [BeerListItem] {
    try labelReader.beers(ofLabel: uuid, includingTrash: includingTrash)
  }

  /// Returns the position of a beer among those of its label, from 1 for the oldest; `nil` if it does not exist, has no
  /// label yet, or is in the trash.
  package func positionInLabel(ofBeer id: Int64) throws(StoreError) -> Int? {
    try labelReader.positionInLabel(ofBeer: id)
  }

  /// Returns a label with its beers, their notes and their first photos; `nil` if it does not exist, or if all its beers
  /// are in the trash.
  package func labelDetail(uuid: UUID) throws(StoreError) -> LabelDetail? {
    try labelReader.detail(uuid: uuid)
  }

  /// Returns the label of a beer like ``labelDetail(uuid:)``; `nil` also if the beer has no label yet.
  package func labelDetail(ofBeer id: Int64) throws(StoreError) -> LabelDetail? {
    try labelReader.detail(ofBeer: id)
  }

  /// Returns how many beers have no label yet, because the background work has not reached them.
  package func unlabeledBeerCount() throws(StoreError) -> Int { try labelReader.unlabeledBeerCount() }

  /// Calls `body` with each label that has beers in the diary, the most frequent one first, or last if reversed.
  ///
  /// - Parameter query: Selects the labels of which a beer matches; its order is not used.
  /// - Throws: The error that `body` throws, which ends the iteration; `StoreError`.
  package func forEachLabel(
    _ query: BeerQuery = BeerQuery(), limit: Int = .max, _ body: (Label) throws -> Void
  ) throws {
    try labelReader.forEachLabel(query, limit: limit) { try body($1) }
  }

  /// Makes one label of several, and returns the change, to undo it; `nil` if they are one already.
  ///
  /// Beers in the trash are moved as well. The target keeps its name and brewery, which are set if a beer of another label
  /// is newer. It takes over other facts that the user set only for another label, and is kept apart from the labels from
  /// which the others were kept apart.
  ///
  /// - Parameter target: The label that stays, with its UUID and what the user set for it.
  /// - Throws: `.noSuchLabel`; `.store` for the errors of a write.
  package func mergeLabels(_ uuids: [UUID], into target: UUID) throws(LabelError) -> DiaryChange? {
    try labelEditor.merge(uuids, into: target)
  }

  /// Gives a beer a label of its own, and returns the change, to undo it.
  ///
  /// The beer keeps the label when its name changes. The label is kept apart from the one that the beer had, and from
  /// those from which that one is kept apart, so that it is not suggested to be the same.
  ///
  /// - Throws: `.noSuchBeer`; `.noOtherBeer` if no other one has its label; `.store` for the errors of a write.
  package func splitLabel(ofBeer id: Int64) throws(LabelError) -> DiaryChange? {
    try splitLabel(ofBeers: [id])
  }

  /// Gives several beers that have the same label another one together, and returns the change, to undo it; `nil` without
  /// beers.
  ///
  /// - Throws: `.noSuchBeer`; `.noOtherBeer` if no other one has their label; `.differentLabels`; `.store` for the errors
  ///   of a write.
  package func splitLabel(ofBeers ids: [Int64]) throws(LabelError) -> DiaryChange? {
    try labelEditor.split(ids)
  }

  /// Keeps two labels from being suggested as the same, and returns the change, to undo it; `nil` if they are kept
  /// apart already.
  ///
  /// - Throws: `.noSuchLabel`; `.sameLabel` if they are one; `.store` for the errors of a write.
  package func keepApart(_ label: UUID, _ other: UUID) throws(LabelError) -> DiaryChange? {
    try labelEditor.keepApart(label, other)
  }

  /// Sets what a label shows instead of what its newest beer says, and returns the change; `nil` if nothing changes.
  ///
  /// - Parameter facts: `nil` for a fact that the newest beer decides.
  /// - Throws: `.noSuchLabel`; `.invalid` if the ABV is outside its range; `.store` for the errors of a write.
  package func setFacts(_ facts: LabelFacts, ofLabel uuid: UUID) throws(LabelError) -> DiaryChange? {
    try labelEditor.setFacts(facts, of: uuid)
  }

  // MARK: - Splitting a beer by the days of its photos

  /// Splits a beer into one for each day on which its photos were taken, and returns the change, to undo it.
  ///
  /// See ``BeerSplit``. The new beers have the name, brewery, style, ABV and label of the beer, and the time of their
  /// first photo. All other fields, such as the rating, stay with the beer. Images are neither read nor
  /// copied.
  ///
  /// - Parameter timeZone: The time zone that decides on which day a photo was taken.
  /// - Returns: `nil` if the photos are not of several days, or if the beer is in the trash.
  /// - Throws: `.noSuchBeer`; `.store` for the errors of a write.
  package func splitBeer(_ id: Int64, in timeZone: TimeZone = .autoupdatingCurrent) throws(EditError)
    -> DiaryChange?
  {
    try beerSplitter.split(id, in: timeZone)
  }

  /// Returns the beers that ``splitBeer(_:in:)`` would split, in the order of their ids.
  ///
  /// - Parameters:
  ///   - timeZone: The time zone that decides on which day a photo was taken.
  ///   - limit: The maximum number of beers.
  package func splittableBeers(in timeZone: TimeZone = .autoupdatingCurrent, limit: Int = .max)
    throws(StoreError) -> [SplittableBeer]
  {
    try beerSplitter.splittableBeers(in: timeZone, limit: limit)
  }

  /// Returns how many photos have a date that is not known yet, because the background work has not read their images.
  package func unreadPhotoCount() throws(StoreError) -> Int { try beerSplitter.unreadPhotoCount() }

  // MARK: - Statistics

  /// Calls `body` with each group of the beers of a query, in the order of the grouping.
  ///
  /// SQLite groups the beers, without having all of them in memory; for a million beers, this takes some seconds.
  ///
  /// - Parameter limit: The maximum number of groups.
  /// - Throws: The error that `body` throws, which ends the iteration; `StoreError`.
  package func forEachGroup(
    _ query: BeerQuery, _ grouping: BeerGrouping, limit: Int = .max, _ body: (BeerGroup) throws -> Void
  ) throws {
    try BeerGroupReader(database: database).forEachGroup(query, grouping, limit: limit, body)
  }

  /// Counts the beers of a query by style, brewery, day and so on.
  ///
  /// This takes a second or two for a million beers.
  ///
  /// - Parameters:
  ///   - query: The beers; of a list with one beer of each label, all beers of the labels that the filter and the search
  ///     select.
  ///   - limit: The number of most frequent styles, breweries, venues and countries to return.
  ///   - today: The last day that the calendar may have, normally the current one; `nil` for no limit.
  ///   - counting: Whether averages and the most frequent values are those of beers or of labels; both are always
  ///     counted.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func statistics(
    _ query: BeerQuery = BeerQuery(), limit: Int = 20, today: DiaryDate? = nil,
    counting: DiaryStatistics.Counting = .labels, isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> DiaryStatistics {
    try StatisticsReader(database: database).statistics(
      query, limit: limit, today: today, counting: counting, isCancelled: isCancelled)
  }

  /// Counts the beers of a query by month of their local days.
  ///
  /// - Parameters:
  ///   - query: The beers, each of which is counted even if the query is for one beer of each label.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func timeline(
    _ query: BeerQuery = BeerQuery(), isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> DiaryTimeline {
    try TimelineReader(database: database).timeline(query, isCancelled: isCancelled)
  }

  /// Returns where the beers of a query were drunk, in groups of a venue and an area of about a kilometer.
  ///
  /// - Parameters:
  ///   - query: The beers, each of which is counted even if the query is for one beer of each label.
  ///   - limit: The number of groups beyond which the beers are grouped by areas of ten kilometers, or else of a hundred,
  ///     whatever their venues are.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func positions(
    _ query: BeerQuery = BeerQuery(), limit: Int = 10_000, isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> DiaryPositions {
    try PositionReader(database: database).positions(query, limit: limit, isCancelled: isCancelled)
  }

  /// Returns the beers of a year in numbers, with the best beers, what was new, and the longest note
  /// and break; `nil` if no beer has a date.
  ///
  /// A year is one on the local clock. Something is new if no beer of an earlier year has it, even one that the query does
  /// not select.
  ///
  /// - Parameters:
  ///   - query: The beers, each of which is counted even if the query is for one beer of each label.
  ///   - year: From 0 to 9999; `nil` for the latest year with beers that is not in the future, or else the latest one.
  ///   - today: The current day; `nil` if no year is in the future.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  /// - Returns: For a year without beers, a review without figures.
  package func yearInReview(
    _ year: Int? = nil, of query: BeerQuery = BeerQuery(), today: DiaryDate? = nil,
    isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> YearInReview? {
    try YearReader(database: database).review(year, query, today: today, isCancelled: isCancelled)
  }

  // MARK: - Values of fields

  /// Returns the most frequent values of a field, the most frequent first.
  ///
  /// - Parameter limit: The maximum number of values.
  package func mostFrequentValues(_ field: SuggestedField, limit: Int = 2000) throws(StoreError) -> [String] {
    try fieldValues.mostFrequentValues(field, limit: limit)
  }

  /// Returns the values of a text field or a custom field, the most frequent first.
  ///
  /// Values of more than 80 bytes are left out.
  ///
  /// - Parameters:
  ///   - name: The name of the field; that of a custom field in any spelling.
  ///   - limit: The maximum number of values.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func mostFrequentValues(
    inField name: String, limit: Int = 500, isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> [String] {
    try fieldValues.mostFrequentValues(inField: name, limit: limit, isCancelled: isCancelled)
  }

  /// Returns the values of a text field or a custom field with words that begin with those of a text, the most frequent
  /// first; none for a field of numbers.
  ///
  /// If the text begins with a number, prices and other values that do so as well have to begin with the text.
  ///
  /// - Parameters:
  ///   - field: The field; the name of a custom field in any spelling.
  ///   - text: The beginnings of words; all values match if it has none.
  ///   - limit: The maximum number of values.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func values(
    of field: AssignableField, matching text: String, limit: Int,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> [ValueCount] {
    try fieldValues.values(of: field, matching: text, limit: limit, isCancelled: isCancelled)
  }

  /// Returns the value of a field that beers have in common; ids that no beer has are ignored.
  ///
  /// - Parameter isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func commonValue(
    of field: AssignableField, in beers: [Int64], isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> CommonValue {
    try fieldValues.commonValue(of: field, in: beers, isCancelled: isCancelled)
  }

  /// Returns the words in the notes and in custom fields of the latest beers in lower case, the most frequent first.
  ///
  /// Words of less than four letters are left out.
  ///
  /// - Parameters:
  ///   - fields: The names of the custom fields, in any spelling.
  ///   - limit: The maximum number of words.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled`.
  package func frequentWords(
    inNotesAnd fields: [String], limit: Int = 2000, isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> [String] {
    try fieldValues.frequentWords(inNotesAnd: fields, limit: limit, isCancelled: isCancelled)
  }

  /// Returns the names of beers that begin with a text, each once and in alphabetical order.
  ///
  /// Upper and lower case of ASCII letters are the same.
  ///
  /// - Parameters:
  ///   - inTrash: Whether to look in the trash instead of the diary.
  ///   - limit: The maximum number of names.
  package func beerNames(
    beginningWith start: String, inTrash: Bool = false, limit: Int
  ) throws(StoreError) -> [String] {
    try fieldValues.beerNames(beginningWith: start, inTrash: inTrash, limit: limit)
  }

  /// Returns the values, custom fields and years that a filter can be completed with.
  package func filterVocabulary() throws(StoreError) -> FilterVocabulary {
    try filterSuggestions.filterVocabulary()
  }

  /// Returns the years in which beers were drunk, such as `2024`, the latest first.
  package func years() throws(StoreError) -> [String] { try filterSuggestions.years() }

  // MARK: - Custom fields

  /// Returns the custom fields of the beers in the diary, and those that have an index, sorted by name.
  ///
  /// Reads every beer that has custom fields.
  package func customFields() throws(StoreError) -> [CustomField] { try customFieldCatalog.customFields() }

  /// Returns the names of all custom fields, sorted.
  ///
  /// - Parameter includingTrash: Whether to include the fields that only beers in the trash have.
  package func customFieldNames(includingTrash: Bool = true) throws(StoreError) -> [String] {
    try customFieldCatalog.customFieldNames(includingTrash: includingTrash)
  }

  /// Creates an index of a custom field, so that filtering and sorting by it are as fast as by built-in fields.
  ///
  /// Beers that spell the field's name differently get the spelling of the index, including those that are added later.
  ///
  /// - Returns: The field's name as it is spelled now, and how many beers spelled it differently; `nil` if the field
  ///   already had an index.
  /// - Throws: `.noSuchField`; `.notIndexable`; `.store` for the errors of a write.
  package func indexCustomField(_ name: String) throws(CustomFieldError) -> (name: String, respelled: Int)? {
    try customFieldCatalog.indexCustomField(name)
  }

  /// Removes the index of a custom field and nothing else, and returns the field's name; `nil` if it has none.
  ///
  /// - Throws: `.store` for the errors of a write.
  package func unindexCustomField(_ name: String) throws(CustomFieldError) -> String? {
    try customFieldCatalog.unindexCustomField(name)
  }

  /// Returns what a change of a custom field would do.
  ///
  /// - Parameter isCancelled: Called often; return `true` to stop with `.store(.cancelled)`.
  /// - Throws: `.noSuchField`, `.invalidName`, `.nameInUse` or `.sameField`, as the change itself; `.store`.
  package func previewChange(
    _ change: CustomFieldChange, ofCustomField name: String, isCancelled: () -> Bool = { false }
  ) throws(CustomFieldError) -> CustomFieldReport {
    try CustomFieldEditor(database: database).preview(change, of: name, isCancelled: isCancelled)
  }

  /// Renames, merges, deletes or converts a custom field in all beers that have it, in one transaction.
  ///
  ///     let report = try diary.change(customField: "hop", .rename(to: "hops"))
  ///     if report.refusalCount > 0 { show(report.refusals) }
  ///
  /// All spellings of the name are changed, also in the trash. An index follows the values. The values of the last import
  /// stay recorded, so that a later import of the same file does not bring back the field.
  ///
  /// - Parameter isCancelled: Called often; return `true` to stop with `.store(.cancelled)`, and to change nothing.
  /// - Returns: What was done; nothing if there are refusals.
  /// - Throws: `.noSuchField`; `.invalidName`; `.nameInUse` if a field would get the name of another one; `.sameField`;
  ///   `.notIndexable` if the field is indexed and cannot be under its new name; `.store` for the errors of a write.
  package func change(
    customField name: String, _ change: CustomFieldChange, isCancelled: () -> Bool = { false }
  ) throws(CustomFieldError) -> CustomFieldReport {
    try CustomFieldEditor(database: database).apply(change, to: name, isCancelled: isCancelled)
  }

  // MARK: - Imports

  /// Starts an import, which ``undoImport(_:isCancelled:)`` can undo.
  ///
  ///     let startedImport = try diary.startImport(source: "csv", file: "beers.csv")
  ///     while reader.hasMore {
  ///       tally += try diary.importTransaction(startedImport) { transaction throws(StoreError) in
  ///         while let beers = reader.next(), try transaction.write(beers) {}
  ///       }
  ///     }
  ///     let id = try diary.finishImport(startedImport)
  ///
  /// - Parameters:
  ///   - source: The kind of file, such as `untappd`.
  ///   - file: The file's name; `nil` for standard input.
  /// - Throws: The errors of a write.
  package func startImport(source: String, file: String? = nil) throws(StoreError) -> StartedImport {
    try importEditor.startImport(source: source, file: file)
  }

  /// Writes beers of an import in one transaction, and then their photos in further ones.
  ///
  /// Beers that the diary has are recognized by their UUID or origin. The transaction takes beers for about a second:
  /// longer ones would keep other writers waiting; shorter ones would write the pages of the indexes once more for
  /// every few rows. A large import into a smaller diary is a single transaction.
  ///
  /// - Parameters:
  ///   - policy: How the rows are written, and what to do with beers that the diary has.
  ///   - body: Writes beers to the transaction, until it takes no more or there are none left. It must pass on the
  ///     errors of ``ImportTransaction/write(_:)``.
  /// - Returns: The results for the beers. If the rows are written and photos are not, the result's `photoFailure` says
  ///   why.
  /// - Throws: The error that `body` throws; the errors of a write, as a `StoreError` or the case `.store` of an error
  ///   of the same type. Then none of these rows is written.
  package func importTransaction<Failure: DiaryError>(
    _ startedImport: StartedImport, _ policy: ImportPolicy = ImportPolicy(),
    _ body: (ImportTransaction) throws(Failure) -> Void
  ) throws(Failure) -> ImportTally {
    try importEditor.importTransaction(startedImport, policy, body)
  }

  /// Ends an import, and deletes its record if it did nothing.
  ///
  /// - Returns: The id by which it can be undone; `nil` if there is nothing to undo.
  /// - Throws: The errors of a write.
  package func finishImport(_ startedImport: StartedImport) throws(StoreError) -> Int64? {
    try importEditor.finishImport(startedImport)
  }

  /// Returns what importing beers would do, without changing anything.
  ///
  /// Photos that would be added are counted without comparing their images.
  ///
  /// - Parameters:
  ///   - source: The kind of file, such as `untappd`.
  ///   - policy: What the import would do with beers that the diary has.
  package func previewImport(_ beers: [ImportedBeer], source: String, _ policy: ImportPolicy)
    throws(StoreError) -> ImportTally
  {
    try importPreviewer.previewImport(beers, source: source, policy)
  }

  /// Returns the smallest id in a range that a beer from a source has; `nil` if there is none.
  ///
  /// Beers in the trash count as well.
  package func firstID(ofSource source: String, in ids: Range<String>) throws(StoreError) -> String? {
    try importPreviewer.firstID(ofSource: source, in: ids)
  }

  /// Returns how many of the beers that an import would add look like beers of the diary.
  ///
  /// They have the same name, brewery and day; or they have the same name, and the same day if they have one, as a beer
  /// of an earlier import from the source, whose brewery may be written differently.
  ///
  /// - Parameter source: The kind of file of the import, such as `untappd`.
  package func possibleDuplicateCount(_ beers: [ImportedBeer], source: String) throws(StoreError) -> Int {
    try importPreviewer.possibleDuplicateCount(beers, source: source)
  }

  /// Returns the imports that can be undone, the newest first.
  package func imports() throws(StoreError) -> [ImportRecord] { try importUndoer.imports() }

  /// Returns what ``undoImport(_:isCancelled:)`` would do now, without changing anything.
  ///
  /// - Parameter importID: The id of the import; `nil` for the newest that ``imports()`` returns.
  /// - Throws: `.noSuchImport`; `.lastImportUndone` if `importID` is `nil` and an import later than the newest that can be
  ///   undone was undone; `.store`.
  package func planUndo(ofImport importID: Int64? = nil) throws(UndoError) -> (
    record: ImportRecord, undo: ImportUndoCounts
  ) {
    try importUndoer.planUndo(ofImport: importID)
  }

  /// Undoes an import: moves what it added to the trash, and restores what it changed.
  ///
  /// Beers that have changed since, including their photos, stay as they are. An import whose beers were restored from
  /// the trash can be undone again.
  ///
  /// - Parameters:
  ///   - importID: The id of the import; `nil` for the newest that ``imports()`` returns.
  ///   - isCancelled: Called often; return `true` to stop with `.store(.cancelled)`, and to change nothing.
  /// - Throws: `.noSuchImport`; `.lastImportUndone` if `importID` is `nil` and an import later than the newest that can be
  ///   undone was undone; `.store` for the errors of a write.
  package func undoImport(_ importID: Int64? = nil, isCancelled: () -> Bool = { false }) throws(UndoError)
    -> ImportUndoCounts
  {
    try importUndoer.undoImport(importID, isCancelled: isCancelled)
  }

  /// Returns an import as a change that can be undone; `nil` if it added neither beers nor photos.
  package func change(ofImport importID: Int64) throws(StoreError) -> DiaryChange? {
    try changeReverter.change(ofImport: importID)
  }

  /// Returns the imports whose times were read as UTC and may be local, and what making them local would change.
  ///
  /// - Parameters:
  ///   - exampleCount: The maximum number of examples for each import.
  ///   - timeZone: The time zone in which days are compared.
  package func importedTimes(exampleCount: Int, timeZone: TimeZone = .autoupdatingCurrent)
    throws(StoreError) -> [ImportedTimesPreview]
  {
    try importedTimes.importedTimes(exampleCount: exampleCount, timeZone: timeZone)
  }

  /// Makes the times of an import local times; they were read as UTC.
  ///
  /// Does nothing if there is no such import.
  ///
  /// - Throws: The errors of a write.
  package func makeTimesLocal(ofImport importID: Int64) throws(StoreError) {
    try importedTimes.makeTimesLocal(ofImport: importID)
  }

  /// Marks the times of an import as correct, so that they are not reported again.
  ///
  /// Does nothing if there is no such import.
  ///
  /// - Throws: The errors of a write.
  package func confirmTimes(ofImport importID: Int64) throws(StoreError) {
    try importedTimes.confirmTimes(ofImport: importID)
  }

  // MARK: - Exports

  /// Calls `body` with each beer as it is stored and its photos, in the order in which they were added.
  ///
  /// This takes constant memory, and all beers are from one moment.
  ///
  /// - Parameter query: Which beers, whatever their order; each of them, even if the query is for one of each label.
  ///   `nil` for all, including those in the trash.
  /// - Throws: The error that `body` throws, which ends the iteration; `StoreError`.
  package func forEachExportedBeer(
    selectedBy query: BeerQuery? = nil, _ body: (ExportedBeer) throws -> Void
  ) throws {
    try exportedBeers.forEachExportedBeer(selectedBy: query, body)
  }

  /// Calls `body` with each beer of a query as it is stored and its photos, in the query's order.
  ///
  /// This takes a few bytes for each label with several beers, and all beers are from one moment. What the background
  /// work has not read yet of a photo is read from its header; hashes are not computed. Decisions about labels are left
  /// out; if the query has one beer of each label, the beers have the histories of their labels.
  ///
  /// - Parameters:
  ///   - query: Which beers, and their order.
  ///   - limit: The maximum number of beers.
  /// - Throws: The error that `body` throws, which ends the iteration; `StoreError`.
  package func forEachExportedBeer(
    _ query: BeerQuery, limit: Int = .max, _ body: (ExportedBeer) throws -> Void
  ) throws {
    try exportedBeers.forEachExportedBeer(query, limit: limit, body)
  }

  /// Returns the ids of the beers that have photos, in the order in which they were added.
  ///
  /// - Parameter query: Which beers, as for ``forEachExportedBeer(selectedBy:_:)``.
  package func beersWithPhotos(selectedBy query: BeerQuery? = nil) throws(StoreError) -> [Int64] {
    try exportedBeers.beersWithPhotos(selectedBy: query)
  }

  // MARK: - Changes by this and other programs

  /// Discards cached lists, for file systems that do not report changes.
  package func invalidateListCache() { beerListReader.invalidateListCache() }

  /// Calls `body` with each change from now on, on a thread of its own, until the diary is closed.
  ///
  ///     diary.followChanges { change in
  ///       if change.isExternal { reload() }
  ///     }
  ///
  /// Transactions of this diary and of other processes are reported. If the file system cannot be watched, such as
  /// a network share, only those of this diary are. Changes that come while `body` runs are merged into one.
  ///
  /// The thread sleeps until there is a change. An asynchronous sequence would need the threads of Swift's concurrency,
  /// which a timer wakes up every second on Linux.
  package func followChanges(_ body: @escaping @Sendable (StoreChange) -> Void) {
    ChangeFollower(database: database).followChanges(body)
  }

  // MARK: - Background work

  /// Does a slice of the background work and returns how much of its kind remains; `nil` if nothing is left to do.
  ///
  ///     while let progress = try diary.doBackgroundWork() { report(progress) }
  ///
  /// A slice is one short transaction, so the user's writes wait a few milliseconds at most, and the work can stop at
  /// any time. Only importing an external image takes longer, depending on its size. While another program does the
  /// work, a call waits a tenth of a second and returns how much remains. A diary that can only be read has no
  /// background work.
  ///
  /// - Parameter kinds: The kinds of work to do, in their order.
  /// - Throws: The errors of a write.
  package func doBackgroundWork(_ kinds: [BackgroundWork] = BackgroundWork.allCases) throws(StoreError)
    -> BackgroundProgress?
  {
    try backgroundWorker.doBackgroundWork(kinds)
  }

  /// Copies one image file from the folder next to the store into it; returns `nil` if there is none left.
  ///
  /// - Returns: 1 if an image was handled, 0 if another program has just done so.
  /// - Throws: The errors of a write.
  package func copyExternalImage() throws(StoreError) -> Int? { try backgroundWorker.copyExternalImage() }

  // MARK: - Files

  /// Returns the files that belong to a store, whether they exist or not.
  package static func files(ofStoreAt path: String) -> [String] {
    StoreFile.withSidecars(StoreFile.resolved(path))
  }

  /// Returns the folder next to a store that belongs to Core Data, such as `.diary_SUPPORT`; it may not exist.
  package static func supportFolder(ofStoreAt path: String) -> String {
    StoreFile.supportFolder(ofStore: StoreFile.resolved(path))
  }

  /// Returns the folder inside ``supportFolder(ofStoreAt:)`` from which images are read; it may not exist.
  package static func externalImageFolder(ofStoreAt path: String) -> String {
    StoreFile.externalDataFolder(ofStore: StoreFile.resolved(path))
  }

  /// Returns the other program that has a store locked; `nil` if there is none, or if it is unknown.
  package static func lockHolder(ofStoreAt path: String) -> LockHolder? {
    let holder = LockHolder.find(store: StoreFile.resolved(path))
    return holder.process == nil || holder.process == getpid() ? nil : holder
  }

  /// Returns whether a path leads to a file of a diary that this process has open.
  ///
  /// Nothing but SQLite may open such a file; see ``OpenDatabase``.
  package static func hasOpen(_ path: String) -> Bool { OpenDatabase.owns(path) }

  /// Returns whether a file descriptor refers to a file of a diary that this process has open.
  package static func hasOpen(descriptor: Int32) -> Bool { OpenDatabase.owns(descriptor: descriptor) }
}

// The types that do the work, and the connections that they use. ``DiaryComponent`` adds ``read(_:)`` and ``write(_:)``,
// with which DiaryUpkeep and DiarySync read and write rows in transactions of their own, and `path`, `file`, `now`,
// `timestamp` and `externalFolder`.
extension Diary: DiaryComponent {
  private var beerListReader: BeerListReader { BeerListReader(database: database) }
  private var beerLookup: BeerLookup { BeerLookup(database: database) }
  private var matchFinder: MatchFinder { MatchFinder(database: database) }
  private var fieldValues: FieldValues { FieldValues(database: database) }
  private var filterSuggestions: FilterSuggestions { FilterSuggestions(database: database) }
  private var customFieldCatalog: CustomFieldCatalog { CustomFieldCatalog(database: database) }
  private var beerEditor: BeerEditor { BeerEditor(database: database) }
  private var trashEditor: TrashEditor { TrashEditor(database: database) }
  private var bulkEditor: BulkEditor { BulkEditor(database: database) }
  private var beerSplitter: BeerSplitter { BeerSplitter(database: database) }
  private var conflictEditor: ConflictEditor { ConflictEditor(database: database) }
  private var changeReverter: ChangeReverter { ChangeReverter(database: database) }
  private var changeLogEditor: ChangeLogEditor { ChangeLogEditor(database: database) }
  private var photoEditor: PhotoEditor { PhotoEditor(database: database) }
  private var photoAdder: PhotoAdder { PhotoAdder(database: database) }
  private var photoLinks: PhotoLinks { PhotoLinks(database: database) }
  private var removedPhotos: RemovedPhotos { RemovedPhotos(database: database) }
  private var importEditor: ImportEditor { ImportEditor(database: database) }
  private var importPreviewer: ImportPreviewer { ImportPreviewer(database: database) }
  private var importUndoer: ImportUndoer { ImportUndoer(database: database) }
  private var importedTimes: ImportedTimesStore { ImportedTimesStore(database: database) }
  private var exportedBeers: ExportedBeers { ExportedBeers(database: database) }
  private var labelReader: LabelReader { LabelReader(database: database) }
  private var labelEditor: LabelEditor { LabelEditor(database: database) }
  private var backgroundWorker: BackgroundWorker { BackgroundWorker(database: database) }
}
