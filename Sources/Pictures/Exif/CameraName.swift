/// Makes one short, printable name of what a camera writes about itself.
enum CameraName {
  private static let maxLength = 64

  /// The model, with the make in front where the model does not say it.
  static func name(make: String?, model: String?) -> String? {
    let make = cleaned(make ?? "")
    let model = cleaned(model ?? "")
    guard !model.isEmpty, !make.isEmpty, !says(model, make) else {
      return shortened(model.isEmpty ? make : model)
    }
    return shortened("\(make) \(model)")
  }

  private static func shortened(_ name: String) -> String? {
    name.isEmpty ? nil : cleaned(String(name.prefix(maxLength)))
  }

  /// Whether the model names its make: by the first word of it ("NIKON CORPORATION"), or by being known without.
  private static func says(_ model: String, _ make: String) -> Bool {
    let model = model.lowercased()
    let make = make.lowercased()
    let firstWord = make.prefix { $0 != " " }
    let isKnownWithout = make == "apple" && ["iphone", "ipad", "ipod"].contains(where: model.hasPrefix)
    return isKnownWithout || " \(model) ".contains(" \(firstWord)")
  }

  /// The text without what cannot be seen, words one space apart.
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
