/// Why there is no thumbnail of a photo: it is described in words instead.
package enum ThumbnailError: Error, Hashable, Sendable {
  /// The bytes are of no picture format that is known.
  case unknownFormat
  /// Nothing here decodes this format, and the file holds no usable thumbnail of its own.
  case noCodec(ImageFormat)
  /// The content contradicts its format or ends too soon.
  case damaged(ImageFormat)
  case tooManyPixels
  /// More scans over a JPEG's pixels than any encoder makes of a picture that size.
  case tooManyScans
  /// The compressed picture, or what decoding would hold at once, is beyond the budget.
  case tooMuchMemory
  case tooSlow
  /// The source failed, with its own words for it.
  case unreadable(String)
}

extension ThumbnailError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownFormat: "not a picture of a known format"
    case .noCodec(let format): "\(format.rawValue) cannot be shown here"
    case .damaged(let format): "damaged \(format.rawValue)"
    case .tooManyPixels: "too many pixels to show"
    case .tooManyScans: "too many scans to show"
    case .tooMuchMemory: "too large to show"
    case .tooSlow: "takes too long to show"
    case .unreadable(let reason): "cannot be read: \(reason)"
    }
  }

  /// Whether trying again can have another end: only where the source failed or the machine was slow.
  package var isTransient: Bool {
    switch self {
    case .unreadable, .tooSlow: true
    case .unknownFormat, .noCodec, .damaged, .tooManyPixels, .tooManyScans, .tooMuchMemory: false
    }
  }
}
