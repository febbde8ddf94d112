import DiaryModel
import DiaryStore
import Terminal

/// A line of input at the bottom of the screen: what it is for, what is typed, and what could complete it.
struct Prompt: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    /// What is written under a photo.
    case caption(photo: Int64)
    /// The path of a photo to be added.
    case photoPath(beer: Int64)
    /// The path of a file to be imported.
    case importPath
    /// What a column of the file becomes.
    case columnField(Int)
    /// How the values of the file are written.
    case valueReading
    /// The columns that rows of the file are recognised by.
    case rowIdentity
    /// The folder of the file's photos.
    case photoFolder
    /// Which list of a JSON file is read.
    case importedList
    /// The name of a mapping that was kept.
    case useMapping
    /// The name that a mapping is to be kept under.
    case saveMapping
    // Questions: `y` agrees; `n`, Enter and Escape choose what changes nothing.
    case confirmEmptyingTrash
    case confirmImport
    /// A change of very many beers.
    case confirmChange(ChangeRequest)
    case discardForm
    case recoverForm
    case leaveImport
    /// Shown as it is typed; leaving it goes back to the list before.
    case search(before: ListPlace)
    case filter
    /// One key chooses the order.
    case sort
    /// The name of a field of the user's own to sort by.
    case sortField
    /// `style=Stout`, for all of these.
    case setField(IDSet)
    /// Shown as it is typed.
    case helpSearch
  }

  let purpose: Purpose
  let label: String
  var input: TextInput
  /// What helps to go on.
  var hint: String?
  /// What is wrong with what is typed.
  var problem: String?
  /// What is wrong with a part of a filter.
  var mistake: FilterError?
  /// The choice of the sort menu that the highlight has been moved to, by its key.
  var sortKey: Character?
  /// Whether something has been typed since it was opened.
  var isTyped = false
  /// Where it is among earlier entries.
  var recall: PromptHistory.Recall?
  /// What Tab has put in so far.
  var completion: WordCompletion?
  /// Ticks for which nothing has been typed since a key that answers nothing; `nil` if the question takes answers.
  ///
  /// What is typed at once after such a key, as `/stout`, Enter and `d`, is not meant for the question.
  var quietTicks: Int?
  /// What was typed has been passed on, and the answer decides whether something else has to be typed.
  var isAwaitingAnswer = false
  /// How often Tab was pressed before the words were there that it needs; negative where it was for those before.
  var awaitedSteps = 0

  /// Whether y or n is the answer.
  var isQuestion: Bool {
    switch purpose {
    case .confirmEmptyingTrash, .confirmImport, .confirmChange, .discardForm, .recoverForm, .leaveImport: true
    default: false
    }
  }

  var isPath: Bool {
    switch purpose {
    case .photoPath, .importPath, .photoFolder: true
    default: false
    }
  }

  /// Whether `/` stands before it.
  var isSearch: Bool {
    switch purpose {
    case .search, .helpSearch: true
    default: false
    }
  }

  /// Forgets what was said of the text and how it was completed, as it becomes another.
  mutating func beginAnew() {
    (problem, completion, awaitedSteps) = (nil, nil, 0)
  }

  init(_ purpose: Purpose, label: String, text: String = "") {
    self.purpose = purpose
    self.label = label
    input = TextInput(text)
  }

  /// Asks a question, whose safe answer is marked by its capital letter.
  init(asking purpose: Purpose, _ question: String) { self.init(purpose, label: question + " y/N") }

  /// For a path, which begins in a folder unless it begins anew.
  init(_ purpose: Purpose, label: String, folder: String) {
    self.init(purpose, label: label)
    input = TextInput(folder, as: .folder)
  }
}

extension Prompt.Purpose {
  /// Whether Tab puts in one candidate after the other.
  var isCompleted: Bool {
    switch self {
    case .filter, .setField, .sortField, .columnField, .valueReading, .rowIdentity, .importedList,
      .useMapping, .saveMapping:
      true
    default: false
    }
  }

  /// Whether what completes it is read from the diary.
  var usesVocabulary: Bool {
    switch self {
    case .filter, .setField, .sortField: true
    default: false
    }
  }
}
