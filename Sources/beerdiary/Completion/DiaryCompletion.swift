import ArgumentParser
import DiaryStore
import Foundation

/// What the shell can complete from the diary: nothing where there is none that opens at once.
struct DiaryCompletion {
  /// More than anybody looks through.
  private static let limit = 500

  private let diary: Diary?

  /// - Parameter words: The command line so far, which may name a diary.
  init(_ words: [String]) {
    let options = (try? StoreOptions.parse(Self.storeOption(words))) ?? StoreOptions()
    let path = options.storePath
    // A key that asks for names must not bring a diary up to date, or make one.
    guard (try? Diary.isCurrent(at: path)) == true else {
      diary = nil
      return
    }
    diary = try? Diary.open(at: path, createsMissing: false)
  }

  private static func storeOption(_ words: [String]) -> [String] {
    if let index = words.firstIndex(of: "--store"), index + 1 < words.count {
      return ["--store", words[index + 1]]
    }
    return words.filter { $0.hasPrefix("--store=") }
  }

  func beers(beginning start: String) -> [String] {
    values { try $0.beerNames(beginningWith: start, limit: Self.limit) }
  }

  func values(of field: CompletedField) -> [String] {
    values { try $0.mostUsed(field, limit: Self.limit) }
  }

  func customFields() -> [String] { values { try $0.customFieldNames() } }

  /// The names of fields, and behind a colon their values.
  func filterWords(beginning start: String) -> [String] {
    guard let colon = start.firstIndex(of: ":") else {
      return FilterNames.fields.map { $0 + ":" } + customFields().map { FilterText.name($0) + ":" }
    }
    let field = start[..<colon].lowercased().filter { $0 != "-" }
    let values =
      switch field {
      case "has", "no": FilterNames.subjects + customFields().map(FilterText.name)
      case "in": ["trash"]
      default: CompletedField(rawValue: field).map { self.values(of: $0).map(FilterText.value) } ?? []
      }
    return values.map { start[...colon] + $0 }
  }

  /// Whoever presses Tab is told of no error.
  private func values(_ read: (Diary) throws -> [String]) -> [String] {
    diary.flatMap { try? read($0) } ?? []
  }
}

extension CompletionKind {
  static var beers: CompletionKind {
    .custom { words, _, start in DiaryCompletion(words).beers(beginning: start) }
  }

  static var filter: CompletionKind {
    .custom { words, _, start in DiaryCompletion(words).filterWords(beginning: start) }
  }

  static var orders: CompletionKind {
    .custom { words, _, _ in BeerQuery.Order.builtIn.map(\.name) + DiaryCompletion(words).customFields() }
  }

  static var customFields: CompletionKind {
    .custom { words, _, _ in DiaryCompletion(words).customFields() }
  }

  /// `hop=`.
  static var assignments: CompletionKind {
    .custom { words, _, _ in DiaryCompletion(words).customFields().map { $0 + "=" } }
  }

  static func values(of field: CompletedField) -> CompletionKind {
    .custom { words, _, _ in DiaryCompletion(words).values(of: field) }
  }
}
