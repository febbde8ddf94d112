import DiaryModel
import DiaryStore

/// Whether an action can be carried out now.
package enum Availability: Hashable, Sendable {
  case enabled
  /// It cannot, for a reason that the status line tells.
  case refused(String)
  /// It cannot, which can be seen on the screen or is not known yet.
  case disabled

  /// - Parameters:
  ///   - isEnabled: Whether the action can be carried out.
  ///   - reason: Why it cannot be; `nil` if there is nothing to tell.
  init(_ isEnabled: Bool, else reason: String? = nil) {
    self = isEnabled ? .enabled : reason.map(Self.refused) ?? .disabled
  }
}

extension ScreenContext {
  /// Whether an action can be carried out now; what changes a read-only diary cannot.
  func availability(of action: Action) -> Availability {
    if let readOnly = environment.readOnly, action.traits.contains(.changesDiary) {
      return .refused(ReadOnlyText.refusal(readOnly))
    }
    return action.availability(self)
  }

  func isEnabled(_ action: Action) -> Bool { availability(of: action) == .enabled }
}

// What several actions need.
extension ScreenContext {
  /// The list has a beer under its cursor.
  var withListedBeer: Availability { Availability((list.rows.count ?? 0) > 0) }

  /// There is a beer under the cursor or on the screen.
  var hasChosenBeer: Bool { shown != nil || (list.rows.count ?? 0) > 0 }

  /// The beer under the cursor or on the screen has photos.
  var withPhotos: Availability { Availability((photoCount ?? 0) > 0, else: photoRefusal) }

  /// It has more than one, so that there is an order to change.
  var withSeveralPhotos: Availability { Availability((photoCount ?? 0) > 1, else: photoRefusal) }

  private var photoRefusal: String? {
    switch photoCount {
    case 0: "This beer has no photos."
    case 1: "This beer has only one photo."
    default: nil
    }
  }

  /// Of the beer under the cursor or on the screen; `nil` while it is being read.
  private var photoCount: Int? {
    shown?.detail?.photos.count
      ?? list.rows[shown?.position ?? list.scroll.cursor]?.photoCount
  }
}
