import CSideThread

/// A thread for work that the main thread will soon wait for, on another processor where there is one.
enum SideThread {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that leaves signals to the others, but for those of its own crash.
  ///
  /// - Returns: Whether one could be had.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    let hasStarted = side_thread_start(
      { context in
        guard let context else { return }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      }, work.toOpaque())
    if !hasStarted { work.release() }
    return hasStarted
  }
}
