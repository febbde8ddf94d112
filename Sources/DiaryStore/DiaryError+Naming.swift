extension DiaryError {
  /// The same error about the file that the user named, where it is about one of the program's own temporary files.
  func naming(_ path: String) -> DiaryError {
    switch self {
    case .diskFull(let own) where ScratchFolder.isWithin(own): .diskFull(path: path)
    case .noSpace(let own, let needed, let free) where ScratchFolder.isWithin(own):
      .noSpace(path: path, needed: needed, free: free)
    case .inputOutput(let own, let reason) where ScratchFolder.isWithin(own):
      .inputOutput(path: path, reason: reason)
    case .cannotCreate(let own, let reason) where ScratchFolder.isWithin(own):
      .cannotCreate(path: path, reason: reason)
    case .failed(let own, let reason) where ScratchFolder.isWithin(own): .failed(path: path, reason: reason)
    case .permissionDenied(let own) where ScratchFolder.isWithin(own): .permissionDenied(path: path)
    default: self
    }
  }
}
