import Foundation

/// The limit for the size of files that the program writes (`ulimit -f`).
package enum FileSizeLimit {
  /// In bytes; `nil` if there is no limit.
  package static var current: Int? {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    return getrlimit(resource, &limit) == 0 ? Int(exactly: limit.rlim_cur) : nil
  }
}
