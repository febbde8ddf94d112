/// A number by its power of ten: useful for statistics, but too coarse to identify a diary.
package enum CountBucket: String, PayloadEnum {
  /// 0.
  case none = "0"
  /// 1 to 9.
  case ones = "1-9"
  /// 10 to 99.
  case tens = "10-99"
  /// 100 to 999.
  case hundreds = "100-999"
  /// 1,000 to 9,999.
  case thousands = "1000-9999"
  /// 10,000 to 99,999.
  case tenThousands = "10000-99999"
  /// 100,000 to 999,999.
  case hundredThousands = "100000-999999"
  /// 1,000,000 or more.
  case millions = "1000000+"

  /// Creates the bucket of a number; negative numbers count as 0.
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

/// The duration of a session.
package enum SessionLength: String, PayloadEnum {
  /// Less than 1 minute.
  case underAMinute = "under-1-min"
  /// 1 minute to less than 10 minutes.
  case underTenMinutes = "1-9-min"
  /// 10 minutes to less than 30 minutes.
  case underHalfAnHour = "10-29-min"
  /// 30 minutes to less than 60 minutes.
  case underAnHour = "30-59-min"
  /// 60 minutes or more.
  case anHourOrMore = "60-min-up"

  /// Creates the bucket of a duration.
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

/// The size of the terminal, by the sizes at which layouts differ.
///
/// A bucket is named after its smallest terminal; both sides must be at least that large.
package enum TerminalSize: String, PayloadEnum {
  /// Fewer than 80 columns or 24 rows.
  case small = "below-80x24"
  /// At least 80 columns and 24 rows.
  case standard = "80x24-up"
  /// At least 120 columns and 30 rows.
  case wide = "120x30-up"
  /// At least 200 columns and 50 rows.
  case large = "200x50-up"

  /// Creates the bucket of a terminal.
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
