import Testing

/// Commands run in this process, one after the other: they share its signals.
@Suite(.serialized) struct Commands {}
