package import Foundation

/// A fact for which devices wrote different values without seeing each other's.
///
/// The diary shows one of the values; the others are kept until someone chooses.
package struct SyncConflict: Sendable, Hashable, Identifiable {
  /// Identifies the fact: the kind of record, its UUID, and the name of the field.
  package struct ID: Sendable, Hashable {
    /// The kind of record: `beer`, `photo` or `label`.
    package let entity: String
    /// The UUID of the record.
    package let uuid: UUID
    /// The name of the register, such as `rating`.
    package let field: String

    /// Creates an id from its parts.
    package init(entity: String, uuid: UUID, field: String) {
      self.entity = entity
      self.uuid = uuid
      self.field = field
    }
  }

  /// A value of the fact, and who wrote it.
  package struct Choice: Sendable, Hashable {
    /// The value as text; `nil` if it was removed.
    package let text: String?

    /// The name of the device that wrote it last, or its id if it has no name.
    package let device: String

    /// Whether this device wrote it, even if another one wrote the same value later.
    package let isFromThisDevice: Bool

    /// When it was written, by the clock of that device.
    package let time: Date

    /// Creates a value.
    package init(text: String?, device: String, isFromThisDevice: Bool = false, time: Date) {
      self.text = text
      self.device = device
      self.isFromThisDevice = isFromThisDevice
      self.time = time
    }

    /// The device in a sentence: `this device`, or its name.
    package var deviceText: String { isFromThisDevice ? "this device" : device }

    /// The word for a value that was removed.
    package static let noValue = "none"
  }

  /// Which value of each conflict to choose.
  package enum Preference: String, Sendable, Hashable, CaseIterable {
    /// The value that this device wrote.
    case thisDevice = "this-device"
    /// The value that was written last.
    case newest
  }

  /// The fact.
  package let id: ID

  /// The UUID of the beer that the fact belongs to; `nil` for a label.
  package let beer: UUID?

  /// The name of the beer or the label, as the diary shows it.
  package let title: String

  /// The label of the field on the screen, such as `Rating`.
  package let field: String

  /// The name of the field in the middle of a sentence, such as `rating` or `label ABV`.
  package var fieldInSentence: String {
    field.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0 == $0.uppercased() ? String($0) : $0.lowercased() }.joined(separator: " ")
  }

  /// The values, at least two.
  ///
  /// The diary shows the first one.
  package let choices: [Choice]

  /// Creates a conflict between at least two values.
  package init(id: ID, beer: UUID?, title: String, field: String, choices: [Choice]) {
    self.id = id
    self.beer = beer
    self.title = title
    self.field = field
    self.choices = choices
  }

  /// Returns the index of the value to choose; `nil` if there is none, because this device wrote none of them.
  package func index(of preference: Preference) -> Int? {
    switch preference {
    case .thisDevice: choices.firstIndex(where: \.isFromThisDevice)
    case .newest: choices.indices.max { choices[$0].time < choices[$1].time }
    }
  }
}
