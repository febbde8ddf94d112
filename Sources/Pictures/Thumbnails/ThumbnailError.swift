/// Why a photo has no thumbnail; it is described in words instead.
package enum ThumbnailError: Error, Hashable, Sendable {
  /// The picture format is unknown.
  case unknownFormat
  /// There is no decoder for the format, and the file has no usable thumbnail of its own.
  case noCodec(ImageFormat)
  /// The content contradicts its format or ends too soon.
  case damaged(ImageFormat)
  /// More pixels than ``ThumbnailBudget/pixels``.
  case tooManyPixels
  /// More scans over a JPEG's pixels than any encoder makes of a picture that size.
  case tooManyScans
  /// The memory for decoding exceeds the budget.
  case tooMuchMemory
  /// Decoding took longer than ``ThumbnailBudget/duration``.
  case tooSlow
  /// The source failed, with its own message.
  case unreadable(String)
}

extension ThumbnailError: CustomStringConvertible {
  /// A phrase for the user, without a full stop.
  package var description: String {
    switch self {
    case .unknownFormat: "not a picture of a known format"
    case .noCodec(let format): "\(format.rawValue) is not supported here"
    case .damaged(let format): "damaged \(format.rawValue)"
    case .tooManyPixels: "too many pixels to show"
    case .tooManyScans: "too many scans to show"
    case .tooMuchMemory: "too large to show"
    case .tooSlow: "takes too long to show"
    case .unreadable(let reason): "cannot be read: \(reason)"
    }
  }

  /// Whether trying again may succeed: only if the source failed or the machine was slow.
  package var isTransient: Bool {
    switch self {
    case .unreadable, .tooSlow: true
    case .unknownFormat, .noCodec, .damaged, .tooManyPixels, .tooManyScans, .tooMuchMemory: false
    }
  }
}
