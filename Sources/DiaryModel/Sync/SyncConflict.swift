public import Foundation

/// A fact for which devices wrote different values without seeing each other's.
///
/// The diary shows one of the values; the others are kept until someone chooses.
public struct SyncConflict: Sendable, Hashable, Identifiable {
  /// Identifies the fact: the kind of record, its UUID, and the name of the field.
  public struct ID: Sendable, Hashable {
    /// The kind of record: `beer`, `photo` or `label`.
    public let entity: String
    public let uuid: UUID
    /// The name of the register, such as `rating`.
    public let field: String

    public init(entity: String, uuid: UUID, field: String) {
      self.entity = entity
      self.uuid = uuid
      self.field = field
    }
  }

  /// A value of the fact, and who wrote it.
  public struct Choice: Sendable, Hashable {
    /// The value as text; `nil` if it was removed.
    public let text: String?

    /// The name of the device that wrote it, or its id if it has no name.
    public let device: String

    /// When it was written, by the clock of that device.
    public let time: Date

    public init(text: String?, device: String, time: Date) {
      self.text = text
      self.device = device
      self.time = time
    }
  }

  public let id: ID

  /// The UUID of the beer that the fact belongs to; `nil` for a label.
  public let beer: UUID?

  /// The name of the beer or the label, as the diary shows it.
  public let title: String

  /// The label of the field on the screen, such as `Rating`.
  public let field: String

  /// The values, at least two.
  ///
  /// The diary shows the first one.
  public let choices: [Choice]

  public init(id: ID, beer: UUID?, title: String, field: String, choices: [Choice]) {
    self.id = id
    self.beer = beer
    self.title = title
    self.field = field
    self.choices = choices
  }
}
