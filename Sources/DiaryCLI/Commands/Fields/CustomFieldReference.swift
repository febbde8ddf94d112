import DiaryModel
import DiaryProcess
import DiaryStore

/// A custom field as named on the command line, in any case.
struct CustomFieldReference {
  /// What the field is used for.
  enum Use {
    case indexing, changing
    /// Fields that only have an index can be deleted as well.
    case deleting
  }

  private let name: String
  private let use: Use

  init(_ name: String, for use: Use) {
    self.name = name
    self.use = use
  }

  /// Returns the name as the diary spells it.
  func resolve(in diary: Diary) throws -> String {
    let names = try diary.customFieldNames()
    if let known = CustomFieldName.known(name, among: names) { return known }
    if use == .deleting,
      let known = CustomFieldName.known(name, among: try diary.customFields().map(\.name))
    {
      return known
    }
    throw CommandFailure(sentence: problem(among: names), status: .usage)
  }

  private func problem(among names: [String]) -> String {
    if CustomFieldName.builtInField(named: name) != nil {
      return switch use {
      case .indexing:
        "“\(name)” is a built-in field and needs no index. List custom fields with `beerdiary fields`."
      case .changing, .deleting: "“\(name)” is a built-in field. List custom fields with `beerdiary fields`."
      }
    }
    let nearest = Spelling.nearest(to: name, among: names)
    let advice = nearest.map { "Did you mean “\($0)”?" } ?? "List the fields with `beerdiary fields`."
    return "No beer has a field “\(name)”. \(advice)"
  }
}
