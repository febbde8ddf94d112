/// The sizes of the page cache of the writing connection, in kilobytes.
enum PageCacheSize {
  /// Holds a photo.
  static let usual = 8000

  /// While very many beers are imported: each is compared with its label, which may be on any page of `label`.
  static let largeImport = 20_000

  /// While indexes are created: SQLite sorts their entries in as much memory, in each of two threads.
  static let sorting = 4000
}
