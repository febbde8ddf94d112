import Foundation
import Pictures

/// The limit for the size of files that the program writes (`ulimit -f`).
package enum FileSizeLimit {
  /// What to do after a failed write, for the end of a sentence; `nil` if there is no limit.
  package static var advice: String? {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    guard getrlimit(resource, &limit) == 0, let bytes = Int(exactly: limit.rlim_cur) else { return nil }
    return """
      files may not become larger than \(ByteCountText.text(bytes)), so raise that limit (`ulimit -f`) or check the disk
      """
  }
}
