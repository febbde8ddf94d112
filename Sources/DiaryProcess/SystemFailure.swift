/// A system call that failed.
package struct SystemFailure: Error {
  /// The name of the call, such as `pipe`.
  package let call: String
  /// Its `errno`.
  package let code: Int32

  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}
