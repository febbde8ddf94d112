/// The sizes of the page cache of the writing connection, in kilobytes.
enum PageCacheSize {
  /// Large enough for a photo.
  static let usual = 8000

  /// For large imports, in which each beer is compared with its label on any page of `label`.
  static let largeImport = 20_000

  /// For creating indexes: SQLite uses up to this much memory for sorting, in each of two threads.
  static let sorting = 4000
}
