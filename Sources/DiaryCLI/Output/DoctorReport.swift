import DiaryModel
import DiaryStore
import DiaryUpkeep

/// The doctor's findings before and after a repair, for scripts.
struct DoctorReport {
  private let found: [Finding]
  private let left: [Finding]
  private let imagesInStore: Int
  private let isDeep: Bool
  private let isSynchronized: Bool
  private let path: String

  init(
    _ found: [Finding], left: [Finding], imagesInStore: Int, isDeep: Bool, isSynchronized: Bool,
    _ path: String
  ) {
    self.found = found
    self.left = left
    self.imagesInStore = imagesInStore
    self.isDeep = isDeep
    self.isSynchronized = isSynchronized
    self.path = path
  }

  var json: JSONValue {
    .object([
      "path": .text(path), "deep": .boolean(isDeep), "healthy": .boolean(left.isEmpty),
      "findings": .array(found.map(finding)), "images_in_store": .integer(Int64(imagesInStore)),
    ])
  }

  private func finding(_ finding: Finding) -> JSONValue {
    let text = FindingText(finding, of: path, isSynchronized: isSynchronized)
    return .object([
      "problem": .text(finding.kind.rawValue), "count": .integer(Int64(finding.count)),
      "examples": .array(finding.examples.map(JSONValue.text)), "sentence": .text(text.sentence),
      "advice": .text(text.advice), "repairable": .boolean(finding.kind.isRepairable),
      "repaired": .boolean(!left.contains { $0.kind == finding.kind }),
    ])
  }
}
