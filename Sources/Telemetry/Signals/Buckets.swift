/// How many, to the power of ten: enough to learn from, too little to recognise a diary by.
package enum CountBucket: String, PayloadEnum {
  case none = "0"
  case ones = "1-9"
  case tens = "10-99"
  case hundreds = "100-999"
  case thousands = "1000-9999"
  case tenThousands = "10000-99999"
  case hundredThousands = "100000-999999"
  case millions = "1000000+"

  /// The bucket a count falls into; a negative count counts as none.
  package init(_ count: Int) {
    self =
      switch count {
      case ..<1: .none
      case ..<10: .ones
      case ..<100: .tens
      case ..<1_000: .hundreds
      case ..<10_000: .thousands
      case ..<100_000: .tenThousands
      case ..<1_000_000: .hundredThousands
      default: .millions
      }
  }
}

/// How long the program was in use.
package enum SessionLength: String, PayloadEnum {
  case underAMinute = "under-1-min"
  case underTenMinutes = "1-9-min"
  case underHalfAnHour = "10-29-min"
  case underAnHour = "30-59-min"
  case anHourOrMore = "60-min-up"

  /// The bucket a session falls into.
  package init(_ duration: Duration) {
    self =
      switch duration.components.seconds / 60 {
      case ..<1: .underAMinute
      case ..<10: .underTenMinutes
      case ..<30: .underHalfAnHour
      case ..<60: .underAnHour
      default: .anHourOrMore
      }
  }
}

/// How big the terminal is, by the sizes at which layouts differ.
///
/// A bucket is named by the smallest terminal that belongs to it; both sides must be that big.
package enum TerminalSize: String, PayloadEnum {
  case small = "below-80x24"
  case standard = "80x24-up"
  case wide = "120x30-up"
  case large = "200x50-up"

  /// The bucket a terminal of `columns` by `rows` cells falls into.
  package init(columns: Int, rows: Int) {
    self =
      switch (columns, rows) {
      case (200..., 50...): .large
      case (120..., 30...): .wide
      case (80..., 24...): .standard
      default: .small
      }
  }
}
