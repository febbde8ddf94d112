import Foundation

/// The C library's lookup of user and group names.
enum NameServices {
  /// Restricts the lookup to files, so that it never uses a socket to other programs or a directory server.
  ///
  /// Foundation looks up the owner's name with any attribute of a file, and glibc connects to its cache daemon for that,
  /// even if none is running. Without this call, nearly every command opens a socket and `NetworkTests` fails. A library
  /// without this function has no such services.
  ///
  /// Source: `__nss_configure_lookup` in glibc's nss.h. Call this while no other thread looks up names.
  static func useFilesOnly() {
    typealias Configure = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    guard let address = dlsym(nil, "__nss_configure_lookup") else { return }
    let configure = unsafeBitCast(address, to: Configure.self)
    for database in ["passwd", "group"] { _ = configure(database, "files") }
  }
}
