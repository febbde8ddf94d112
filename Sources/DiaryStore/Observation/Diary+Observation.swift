extension Diary {
  /// What is committed to the store from now on, here and by other processes.
  ///
  /// Others' transactions are noticed as they come, without looking again and again; where the file system does not
  /// tell of them, as over a network, only this diary's own are.
  package var changes: StoreChanges { StoreChanges(hub: hub) }
}
