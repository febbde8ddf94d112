import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import Foundation
import Interchange
import Settings

/// Completions from the diary; none if the diary does not exist or needs a migration.
struct DiaryCompletion {
  private static let limit = 500

  private let words: CompletionContext
  private let diary: Diary?

  init(_ words: CompletionContext) {
    self.words = words
    let path = StoreOptions.path(named: words.store, .process)
    // Pressing Tab must not migrate a diary, or create one.
    guard (try? Diary.isCurrent(at: path)) == true else {
      diary = nil
      return
    }
    diary = try? Diary.open(at: path, createsMissing: false, for: .reading)
  }

  /// Names of beers, except those that a command would take for an id or an option.
  func beers(inTrash: Bool = false) -> [String] {
    read { try $0.beerNames(beginningWith: words.current, inTrash: inTrash, limit: Self.limit) }.filter {
      !BeerReference.isNeverName($0) && (words.isAfterTerminator || !$0.hasPrefix("-"))
    }
  }

  /// Names of beers, or if none begins with the word, filters.
  func beersOrFilters() -> [String] {
    let names = beers()
    return names.isEmpty ? filters() : names
  }

  func values(ofField name: String) -> [String] {
    if let field = SuggestedField(rawValue: name) {
      return read { try $0.mostFrequentValues(field, limit: Self.limit) }
    }
    return read { try $0.mostFrequentValues(inField: name, limit: Self.limit) }
  }

  /// Names of custom fields, except those that only beers in the trash have.
  func customFields() -> [String] { read { try $0.customFieldNames(includingTrash: false) } }

  /// Returns the names of all orders.
  func orders() -> [String] {
    (BeerQuery.Order.builtIn + customFields().map(BeerQuery.Order.custom)).map(\.name)
  }

  /// Returns the names of all fields of reports.
  func properties() -> [String] { BeerProperty.builtIn.map(\.name) + customFields() }

  /// Returns the list of fields with its last name completed.
  ///
  /// If only one name is left, it is also offered with a comma: shells add a blank to a candidate that is the only one,
  /// and then no other field could follow.
  func columns() -> [String] {
    let earlier = words.current.lastIndex(of: ",").map { String(words.current[...$0]) } ?? ""
    let lists = properties().map { earlier + $0 }
    let matches = lists.filter { $0.hasPrefix(words.current) }
    return matches.count == 1 ? lists + matches.map { $0 + "," } : lists
  }

  /// Returns the filter with its last term completed: field names, or after an operator their values.
  func filters() -> [String] {
    // A filter that begins with two minuses says nothing, and would make the names of options ambiguous.
    if words.current.hasPrefix("--"), !words.isAfterTerminator { return [] }
    let completion = FilterCompletion(words.current)
    var vocabulary = FilterVocabulary(customFields: customFields())
    if let name = completion.fieldName {
      vocabulary.years = ["year", "date", "after", "before"].contains(name) ? read { try $0.years() } : []
      let field = SuggestedField(rawValue: name)?.rawValue ?? completion.fieldToRead(vocabulary)
      if let field { vocabulary.values[field] = values(ofField: field) }
    }
    return completion.texts(vocabulary)
  }

  /// Returns the photo numbers of the beer named before.
  ///
  /// - Parameter isRemoved: Whether to number the removed photos.
  func photoNumbers(isRemoved: Bool) -> [String] {
    guard let diary,
      let reference = words.positionals.dropFirst(2).first.flatMap(BeerReference.init(argument:)),
      let detail = try? reference.resolve(in: diary, dates: DateText(timeZone: .current, format: dateFormat))
    else { return [] }
    let count = isRemoved ? read { try $0.removedPhotos(ofBeer: detail.beer.id) }.count : detail.photos.count
    let numbers = (0..<count).map { String($0 + 1) }
    return isRemoved || numbers.isEmpty ? numbers : numbers + ["first", "last"]
  }

  private var dateFormat: DateText.Format {
    SettingsFile(folder: UserFolders().settings).preferences.dateFormat
  }

  /// Returns the numbers of the changes in the log that can be undone.
  func changes() -> [String] {
    read { try $0.loggedChanges() }.filter { !$0.isUndone && $0.isReversible }.map { String($0.id) }
  }

  /// Returns the ids of conflicts between devices.
  func conflicts() -> [String] { read { try SyncSession.conflicts(of: $0) }.map(\.id.shortText) }

  func imports() -> [String] { read { try $0.imports() }.map { String($0.id) } }

  /// Completion has no place to report an error.
  private func read<Value>(_ body: (Diary) throws -> [Value]) -> [Value] {
    diary.flatMap { try? body($0) } ?? []
  }
}

extension CompletionKind {
  static var beers: CompletionKind { diary { $0.beers() } }

  static var beersInTrash: CompletionKind { diary { $0.beers(inTrash: true) } }

  static var beersOrFilter: CompletionKind { diary { $0.beersOrFilters() } }

  static var filter: CompletionKind { diary { $0.filters() } }

  static var orders: CompletionKind { diary { $0.orders() } }

  static var customFields: CompletionKind { diary { $0.customFields() } }

  static var properties: CompletionKind { diary { $0.properties() } }

  static var columns: CompletionKind { diary { $0.columns() } }

  /// The figures that groups are sorted by.
  static var figures: CompletionKind {
    diary { GroupingOptions.counts + ["rating", "abv", "ibu", "volume"] + $0.customFields() }
  }

  /// `hop=`.
  static var assignments: CompletionKind { diary { $0.customFields().map { $0 + "=" } } }

  /// Completes the values that the diary has in a field.
  ///
  /// - Parameter name: A text field.
  static func values(of name: String) -> CompletionKind { diary { $0.values(ofField: name) } }

  static var photos: CompletionKind { diary { $0.photoNumbers(isRemoved: false) } }

  static var removedPhotos: CompletionKind { diary { $0.photoNumbers(isRemoved: true) } }

  private static func diary(_ candidates: @escaping @Sendable (DiaryCompletion) -> [String]) -> CompletionKind
  {
    words { candidates(DiaryCompletion($0)) }
  }

  private static func words(_ candidates: @escaping @Sendable (CompletionContext) -> [String])
    -> CompletionKind
  {
    .custom { words, _, start in
      ShellWords.candidates(candidates(CompletionContext(words, current: start)))
    }
  }
}

extension CompletionKind {
  static var days: CompletionKind { .list(["today", "yesterday"]) }

  static var delimiters: CompletionKind { .list(["comma", "semicolon", "tab", "pipe"]) }

  static var timeReadings: CompletionKind {
    .list(["local", "utc"] + TimeZone.knownTimeZoneIdentifiers)
  }

  static var ratingScales: CompletionKind { .list(["5", "10", "20", "100"]) }

  static var pictureFiles: CompletionKind {
    .file(extensions: ["jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp"])
  }

  /// The settings that have a fixed name.
  static var settings: CompletionKind {
    .list(SettingDescription.all.map(\.name).filter { $0 == $0.lowercased() })
  }

  /// The values of the setting named before, if there are only some.
  static var settingValues: CompletionKind {
    words { words in
      let name = words.positionals.dropFirst(2).first
      if name == "list.sort" { return DiaryCompletion(words).orders() }
      let setting = SettingDescription.all.first { $0.name == name }
      return (setting?.choices ?? []).map { $0.replacing("\"", with: "") }
    }
  }

  /// The names of the mappings in the user's configuration.
  static var mappings: CompletionKind {
    words { _ in SettingsFile(folder: UserFolders().settings).mappings.map(\.name) }
  }

  /// `Score=rating`, after the equals sign.
  static var columnAssignments: CompletionKind {
    words { words in
      guard let sign = words.current.lastIndex(of: "=") else { return [] }
      return ColumnMapping.Role.names.map { words.current[...sign] + $0 }
    }
  }

  /// A file to import; in bash, also the commands of `import`, which the scripts of other shells add.
  static var importFile: CompletionKind {
    .custom { words, _, start in
      let typed = CompletionContext(words, current: start).current
      let files = CompletedPaths.files(ImportSource.fileExtensions)
      let paths = files.candidates(beginningWith: typed)
      return CompletionShell.requesting == .bash ? CompletionScript.importCommands + paths : paths
    }
  }

  /// The numbers of changes in the log.
  static var changes: CompletionKind { diary { $0.changes() } }

  /// The ids of conflicts between devices.
  static var conflicts: CompletionKind { diary { $0.conflicts() } }

  /// The ids of imports.
  static var imports: CompletionKind { diary { $0.imports() } }

  /// A beer in the trash, or a filter.
  static var beersInTrashOrFilter: CompletionKind {
    diary { diary in
      let beers = diary.beers(inTrash: true)
      return beers.isEmpty ? diary.filters() : beers
    }
  }

  /// A beer or a filter, and after it or with `--all` a folder.
  static var beerOrFolder: CompletionKind {
    pathsUnless(.folders) { words in
      let isFolder = words.all.contains("--all") || words.positionals.count > 2
      return isFolder ? nil : DiaryCompletion(words).beersOrFilters()
    }
  }

  /// Completes paths, unless the words typed so far call for other candidates.
  ///
  /// - Parameter candidates: `nil` to complete paths.
  private static func pathsUnless(
    _ paths: CompletedPaths, _ candidates: @escaping @Sendable (CompletionContext) -> [String]?
  ) -> CompletionKind {
    .custom { words, _, start in
      let words = CompletionContext(words, current: start)
      return candidates(words).map(ShellWords.candidates) ?? paths.candidates(beginningWith: words.current)
    }
  }
}

/// The paths that complete an argument.
enum CompletedPaths {
  case folders
  /// Files with these extensions, in lower case, and folders.
  case files([String])

  func candidates(beginningWith typed: String) -> [String] {
    // Only zsh itself can quote paths of any kind and leave out the blank after a folder.
    if CompletionShell.requesting == .zsh { return [CompletionScript.pathMark + zshPatterns] }
    return ShellWords.candidates(TypedPath.paths(beginningWith: typed, extensions: extensions))
  }

  private var extensions: [String]? {
    switch self {
    case .folders: nil
    case .files(let extensions): extensions
    }
  }

  /// The text after the mark: patterns of files; empty for folders.
  private var zshPatterns: String { (extensions ?? []).map { "*." + $0 }.joined(separator: " ") }
}
