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
  ///
  /// - Parameters:
  ///   - start: The word as far as it is typed.
  ///   - before: The words before it; to bash a colon is a word of its own.
  func filterWords(beginning start: String, behind before: ArraySlice<String>) -> [String] {
    if before.last == ":", let field = before.dropLast().last { return values(of: field) }
    guard let colon = start.firstIndex(of: ":") else {
      return FilterNames.fields.map { $0 + ":" } + customFields().map { FilterText.name($0) + ":" }
    }
    return values(of: String(start[..<colon])).map { start[...colon] + $0 }
  }

  private func values(of field: String) -> [String] {
    switch field.lowercased().filter({ $0 != "-" }) {
    case "has", "no": FilterNames.subjects + customFields().map(FilterText.name)
    case "in": ["trash"]
    case let field: CompletedField(rawValue: field).map { values(of: $0).map(ShellWords.filterValue) } ?? []
    }
  }

  /// Whoever presses Tab is told of no error.
  private func values(_ read: (Diary) throws -> [String]) -> [String] {
    diary.flatMap { try? read($0) } ?? []
  }
}

extension CompletionKind {
  static var beers: CompletionKind { diary { $0.beers(beginning: $1) } }

  static var filter: CompletionKind {
    .custom { words, index, start in
      let before = words.prefix(max(0, index))
      return ShellWords.candidates(DiaryCompletion(words).filterWords(beginning: start, behind: before))
    }
  }

  static var orders: CompletionKind {
    diary { diary, _ in BeerQuery.Order.builtIn.map(\.name) + diary.customFields() }
  }

  static var customFields: CompletionKind { diary { diary, _ in diary.customFields() } }

  /// `hop=`.
  static var assignments: CompletionKind { diary { diary, _ in diary.customFields().map { $0 + "=" } } }

  static func values(of field: CompletedField) -> CompletionKind {
    diary { diary, _ in diary.values(of: field) }
  }

  private static func diary(
    _ candidates: @escaping @Sendable (DiaryCompletion, _ start: String) -> [String]
  ) -> CompletionKind {
    .custom { words, _, start in ShellWords.candidates(candidates(DiaryCompletion(words), start)) }
  }
}
