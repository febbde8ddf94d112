package import DiaryModel
import DiaryStore
import Foundation

extension DiaryDate {
  /// The current day in the user's time zone.
  package static var today: DiaryDate? {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
    let text = [(parts.year, 4), (parts.month, 2), (parts.day, 2)].map {
      NumberText.padded($0 ?? 1, to: $1)
    }
    return DiaryDate(text.joined(separator: "-"))
  }
}
