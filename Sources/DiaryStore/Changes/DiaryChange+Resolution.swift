package import DiaryModel
import Foundation

extension DiaryChange {
  /// The choice of one of the values that devices wrote without seeing each other's.
  package struct Resolution: Hashable, Sendable {
    /// The register that is written again, so that all devices have the same value.
    let entity: ChangeTracker.Entity
    let uuid: UUID
    let register: String
    /// The name of the field in a sentence, such as `rating`.
    package let field: String
    /// The name of the beer or the label; `nil` if it has none.
    package let title: String?
    /// The chosen value as text; `nil` for no value.
    package let value: String?
    /// The beer that the field belongs to; `nil` for a label.
    let beer: Int64?
    /// Whether the field belongs to a label.
    package var isOfLabel: Bool { entity == .label }
    /// The change of the row; `nil` if it had the chosen value before.
    var change: DiaryChange? {
      get { changes.first }
      set { changes = newValue.map { [$0] } ?? [] }
    }
    private var changes: [DiaryChange]
    /// Whether the choice was undone.
    package var isUndone = false
    /// Whether undoing the choice changed nothing, because it was sent or undone already and the row had the chosen
    /// value before.
    ///
    /// The log does not store it.
    package var changedNothing = false

    init(
      _ entity: ChangeTracker.Entity, _ uuid: UUID, _ register: String, field: String, title: String?,
      value: String?, beer: Int64?, change: DiaryChange?, isUndone: Bool = false
    ) {
      self.entity = entity
      self.uuid = uuid
      self.register = register
      self.field = field
      self.title = title
      self.value = value
      self.beer = beer
      changes = change.map { [$0] } ?? []
      self.isUndone = isUndone
    }

    /// The beers that the choice is about.
    var beers: [Int64] { beer.map { [$0] } ?? change?.beers ?? [] }

    /// The change that undoes this one, for sentences about it.
    var reversed: Resolution {
      var reversed = self
      reversed.change = change?.reversed
      reversed.isUndone.toggle()
      reversed.changedNothing = false
      return reversed
    }
  }
}

extension DiaryChange {
  /// The conflict in which the user has chosen a value; `nil` for other changes.
  package var resolvedConflict: SyncConflict.ID? {
    guard case .resolved(let choice) = self else { return nil }
    return SyncConflict.ID(entity: choice.entity.rawValue, uuid: choice.uuid, field: choice.register)
  }
}

extension [DiaryChange] {
  /// Whether these changes undid only choices that were sent or undone already and did not change what the diary shows,
  /// so that the diary is as it was before.
  package var changedNothing: Bool {
    !isEmpty
      && allSatisfy { change in
        if case .resolved(let resolution) = change { resolution.changedNothing } else { false }
      }
  }
}
