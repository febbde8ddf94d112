/// Makes one short, printable name from the make and model of a camera.
enum CameraName {
  private static let maxLength = 64

  /// Returns the model, after the make unless the model names it; `nil` if neither is known.
  static func name(make: String?, model: String?) -> String? {
    let make = cleaned(make ?? "")
    let model = cleaned(model ?? "")
    guard !model.isEmpty, !make.isEmpty, !names(model, make) else {
      return shortened(model.isEmpty ? make : model)
    }
    return shortened("\(make) \(model)")
  }

  private static func shortened(_ name: String) -> String? {
    name.isEmpty ? nil : cleaned(String(name.prefix(maxLength)))
  }

  /// Returns whether the model names its make, by the first word of it ("NIKON CORPORATION"), or is well known.
  private static func names(_ model: String, _ make: String) -> Bool {
    let model = model.lowercased()
    let make = make.lowercased()
    let firstWord = make.prefix { $0 != " " }
    let isWellKnown = make == "apple" && ["iphone", "ipad", "ipod"].contains(where: model.hasPrefix)
    return isWellKnown || " \(model) ".contains(" \(firstWord)")
  }

  /// Returns the text without invisible characters, with single spaces between words.
  private static func cleaned(_ text: String) -> String {
    let visible = text.unicodeScalars.map { isVisible($0) ? Character($0) : " " }
    return String(visible).split(separator: " ").joined(separator: " ")
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned: false
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: false
    default: scalar != "\u{FFFD}"
    }
  }
}
