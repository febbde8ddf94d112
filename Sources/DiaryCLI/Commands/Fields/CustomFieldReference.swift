import DiaryModel
import DiaryProcess
import DiaryStore

/// A custom field as named on the command line, in any case.
struct CustomFieldReference {
  private let name: String

  init(_ name: String) { self.name = name }

  /// Returns the name as the diary spells it.
  func resolve(in diary: Diary) throws -> String {
    let names = try diary.customFieldNames()
    let spelled = CustomFieldName.spelled(name, like: names)
    if names.contains(spelled) { return spelled }
    let builtIn = BeerQuery.Order.builtIn.map(\.name)
    let nearest = Spelling.nearest(to: name, among: names + builtIn)
    let advice = nearest.map { "Did you mean “\($0)”?" } ?? "List the fields with `beerdiary fields`."
    throw CommandFailure(sentence: "No beer has a field “\(name)”. \(advice)", status: .usage)
  }
}
