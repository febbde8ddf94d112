import Testing

/// The built program as people and scripts meet it.
///
/// Tests wait with `waitUntil`. The time limit is a net below it, and includes the time until it is a test's turn.
@Suite(.fewAtATime, .timeLimit(.minutes(600))) struct EndToEnd {}
