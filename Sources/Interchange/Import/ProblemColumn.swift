import DiaryModel

/// The column with the reasons in a file of rejected rows, which an import ignores.
///
/// Its name also says how the values of the original file were read, because a few of its rows may not show that:
/// `import_problem (rating-scale 10, abv-unit fraction, dates day-first)`. The words are those of the command's options.
/// What the values of the original file did not show is left out.
enum ProblemColumn {
  /// The name without settings, which is also that of the member of JSON.
  static let name = "import_problem"

  /// Returns whether a column has this name, with settings or without.
  static func isName(_ text: String) -> Bool { text == name || text.hasPrefix(name + " (") }

  /// Returns the name of the column for the rejected rows of a file.
  static func name(for analysis: FileAnalysis) -> String {
    let settings = settings(of: analysis)
    return settings.isEmpty ? name : "\(name) (\(settings.joined(separator: ", ")))"
  }

  private static func settings(of analysis: FileAnalysis) -> [String] {
    let (formats, mapping) = (analysis.formats, analysis.mapping)
    var settings: [String] = []
    if !analysis.dialect.hasKnownUnits {
      if mapping.column(of: .rating) != nil, formats.isRatingScaleKnown {
        settings.append("rating-scale \(ValueProblem.short(formats.ratingScale))")
      }
      if mapping.column(of: .abv) != nil, formats.isABVUnitKnown {
        settings.append("abv-unit \(formats.abvIsFraction ? "fraction" : "percent")")
      }
    }
    // The order would be that of all columns of dates.
    let dateColumns = [BeerField.drunkAt, .createdAt].compactMap(mapping.column)
    let orders = Set(dateColumns.map { formats.dateOrders[$0] })
    if orders.count == 1, let order = orders.first ?? nil { settings.append("dates \(order.rawValue)") }
    if formats.times != .local { settings.append("times \(formats.times.name)") }
    return settings
  }

  /// Returns the user's options with what the first column name of a file says of those that are not set.
  static func completed(_ options: ImportOptions, from header: Header) -> ImportOptions {
    guard let columnName = header.names.first, isName(columnName) else { return options }
    var options = options
    let words = columnName.split { ",() ".contains($0) }
    for (option, value) in zip(words.dropFirst(), words.dropFirst(2)) {
      switch option {
      case "rating-scale":
        options.ratingScale = options.ratingScale ?? Double(value).flatMap { $0 > 0 ? $0 : nil }
      case "abv-unit": options.abvIsFraction = options.abvIsFraction ?? (value == "fraction")
      case "dates": options.dateOrder = options.dateOrder ?? DateOrder(rawValue: String(value))
      case "times": options.times = options.times ?? TimeReading(String(value))
      default: break
      }
    }
    return options
  }
}
