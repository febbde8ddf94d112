import Foundation

/// Copies a file in constant memory: by sharing its blocks where the file system can, else byte for byte.
///
/// The copy is on the disk when this is done, and was compared with the original.
package struct FileCopy {
  /// Linux' `FICLONE` of `linux/fs.h`.
  private static let clone = UInt(0x4004_9409)
  private static let partSize = 1 << 20

  package let from: String
  package let to: String
  private let requireSpace: () throws -> Void
  private let advance: (Int) throws -> Void

  /// - Parameters:
  ///   - from: The file itself; a symbolic link is refused.
  ///   - requireSpace: Called before blocks are written that cannot be shared; throws if there is no room for them.
  ///   - advance: Called for each part with its size in bytes; throws to stop.
  package init(
    from: String, to: String, requireSpace: @escaping () throws -> Void = {},
    advance: @escaping (Int) throws -> Void
  ) {
    self.from = from
    self.to = to
    self.requireSpace = requireSpace
    self.advance = advance
  }

  /// - Throws: `StoreError`; `.busy` where the file changed meanwhile.
  package func make() throws {
    let source = try openSource()
    defer { close(source) }
    let target = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw StoreError(systemError: errno, path: to) }
    defer { close(target) }
    if ioctl(target, Self.clone, source) == 0 {
      var facts = stat()
      guard fstat(source, &facts) == 0 else { throw StoreError(systemError: errno, path: from) }
      try advance(Int(facts.st_size))
    } else {
      try requireSpace()
      try copy(source, target)
    }
    guard fsync(target) == 0 else { throw StoreError(systemError: errno, path: to) }
    // What is compared is to come from the disk, not from memory.
    posix_fadvise(target, 0, 0, POSIX_FADV_DONTNEED)
  }

  private func openSource() throws -> Int32 {
    let source = open(from, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard source >= 0 else { throw StoreError(systemError: errno, path: from) }
    return source
  }

  private func copy(_ source: Int32, _ target: Int32) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.partSize, alignment: 4096)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let count = try Self.read(source, at: offset, into: buffer, from)
      if count == 0 { return }
      try Self.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), target, at: offset, to)
      offset += count
      try advance(count)
    }
  }

  /// Writes all of the buffer, however often the system writes a part of it.
  static func write(
    _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32, at offset: Int, _ path: String
  ) throws {
    var written = 0
    while written < bytes.count {
      let count = pwrite(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, off_t(offset + written))
      if count < 0, errno == EINTR { continue }
      // A write of nothing sets no error.
      guard count > 0 else { throw StoreError(systemError: count == 0 ? EIO : errno, path: path) }
      written += count
    }
  }

  /// Fills the buffer, but for the end of the file.
  static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer, _ path: String
  ) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = pread(
        descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, off_t(offset + filled))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw StoreError(systemError: errno, path: path) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Whether both files hold the same bytes now.
  package func isEqual() throws -> Bool {
    let source = try openSource()
    defer { close(source) }
    let target = open(to, O_RDONLY | O_CLOEXEC)
    guard target >= 0 else { throw StoreError(systemError: errno, path: to) }
    defer { close(target) }
    let size = Self.partSize
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 4096)
    defer { buffer.deallocate() }
    let first = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
    let second = UnsafeMutableRawBufferPointer(rebasing: buffer[size...])
    var offset = 0
    while true {
      let count = try Self.read(source, at: offset, into: first, from)
      guard try count == Self.read(target, at: offset, into: second, to) else { return false }
      if count == 0 { return true }
      guard let one = first.baseAddress, let other = second.baseAddress, memcmp(one, other, count) == 0 else {
        return false
      }
      offset += count
      try advance(count)
    }
  }
}
