// English texts of the Fines screen. Titles, buttons and messages are fixed (LIST-1 to LIST-15).
export const fines = {
  title: 'Fine Management',
  subtitle: "Manage users' fines: add, delete, mark paid and unpaid.",
  addFirst: 'Add your first fine',
  addNew: 'Add New Fine',

  cards: {
    label: 'Totals',
    total: 'Total Fines',
    pending: 'Pending Fines',
    count_one: '{{count, number}} fine',
    count_other: '{{count, number}} fines',
    pendingShare: '{{percent}}% of the total is pending',
    pendingShareLabel: 'Pending share of the total',
    ofUser: 'Fines of {{name}}',
    userTotal: 'Total',
    userPending: 'Pending',
  },

  table: {
    title: 'Recent Fines',
    user: 'User',
    id: 'ID: {{id}}',
    fineType: 'Fine Type',
    amount: 'Amount',
    date: 'Date',
    status: 'Status',
    actions: 'Actions',
    empty: 'No fines found',
    loading: 'Loading fines...',
    pages: 'Pages of fines',
  },

  filter: {
    label: 'Show fines of',
    allUsers: 'All Users',
    search: 'Find a user by name',
    searching: 'Searching...',
    nobody: 'No user found',
    more: '{{count, number}} more: type a name to find them',
  },

  statusFilter: {
    label: 'Status',
    all: 'All',
    Pending: 'Pending',
    Paid: 'Paid',
  },

  /** several fines marked paid at once */
  ticked: {
    tick: 'Select {{fineType}}, {{userName}}, {{amount}}',
    tickAll: 'Select all pending on this page',
    chosen_one: '{{count, number}} fine selected: {{amount}}',
    chosen_other: '{{count, number}} fines selected: {{amount}}',
    clear: 'Clear',
    pay: 'Mark as Paid',
    question_one: 'Has this fine of {{amount}} been paid?',
    question_other: 'Have these {{count, number}} fines been paid, {{amount}} in all?',
    ofUser_one: '{{count, number}} fine',
    ofUser_other: '{{count, number}} fines',
  },

  refresh: 'Refresh',
  refreshed: 'Data refreshed',

  details: {
    open: 'Details',
    title: 'Fine Details',
    note: 'Note',
    paidOn: 'Paid On',
    recorded: 'Recorded',
    recordedBy: '{{time}}, by {{who}}',
    recordedByImport: '{{time}}, imported',
    doubled: 'Doubled',
    doubledBy: 'Repeated mistake: after “{{fineType}}” of {{date}}, {{amount}}',
    doubledByDeleted: 'Repeated mistake; the earlier fine was deleted since',
    history: 'History',
    historyCut: 'Only the newest {{count, number}} changes are shown.',
    correct: 'Correct',
    gone: 'This fine was deleted.',
    failed: 'The details could not be loaded.',
  },

  /** one sentence for each change of a fine, and one for each field that was corrected */
  change: {
    added: 'Added by {{who}}: “{{fineType}}”, {{amount}}, {{date}}.',
    imported: 'Imported: “{{fineType}}”, {{amount}}, {{date}}.',
    paid: 'Marked as paid by {{who}}.',
    unpaid: 'Marked as unpaid by {{who}}.',
    reduced: 'Reduced from {{from}} to {{to}}: {{who}} deleted the fine for which it was doubled.',
    corrected: 'Corrected by {{who}}.',
    fineType: 'The type was “{{from}}”, then “{{to}}”.',
    amount: 'The amount was {{from}}, then {{to}}.',
    date: 'The date was {{from}}, then {{to}}.',
    note: 'The note was “{{from}}”, then “{{to}}”.',
    noteAdded: 'The note “{{to}}” was added.',
    noteRemoved: 'The note “{{from}}” was removed.',
  },

  correct: {
    title: 'Correct Fine',
    save: 'Save',
    done: 'Fine corrected',
    doubled: 'Doubled',
    paidAmount: 'The amount of a paid fine cannot be changed. Mark it as unpaid first.',
    dateInFuture: 'This day is in the future.',
    changed: 'This fine was changed meanwhile. It is now: “{{fineType}}”, {{amount}}, {{date}}.',
    changedWithNote:
      'This fine was changed meanwhile. It is now: “{{fineType}}”, {{amount}}, {{date}}, with the note “{{note}}”.',
  },

  markPaid: 'Mark Paid',
  markUnpaid: 'Mark Unpaid',
  delete: 'Delete',
  /** accessible name of a row's button: the tooltip and the fine */
  rowAction: '{{action}}: {{fineType}}, {{userName}}, {{amount}}',

  confirmPaid: { title: 'Mark as Paid', question: 'Has this fine been paid?' },
  confirmUnpaid: { title: 'Mark as Unpaid', question: 'Is this fine still to be paid?' },
  confirmDelete: {
    title: 'Delete Fine',
    warning: 'This action cannot be undone',
    /** what becomes of other fines of the same week */
    looking: 'Looking at other fines of that week...',
    unknown: 'It is not known at the moment whether another fine becomes less.',
    nothingElse: 'No other fine changes.',
    reduces: '{{from}} of {{date}} becomes {{to}}.',
    reducesPaid: '{{from}} of {{date}} becomes {{to}}. It was paid already: {{difference}} is to be given back.',
  },
  confirmFigures: '{{amount}} · {{date}}',

  done: {
    added: 'Fines added successfully',
    /** for people whom the list does not show */
    addedFor: 'Fines added successfully for {{names}}',
    deleted: 'The fine has been deleted',
    paid: 'Fine marked as paid',
    unpaid: 'Fine marked as unpaid',
    paidTogether_one: '{{count, number}} fine marked as paid: {{amount}}',
    paidTogether_other: '{{count, number}} fines marked as paid: {{amount}}',
    reduced: 'one {{from}} fine was reduced to {{to}} automatically',
    toCredit: '{{amount}} had been paid of it, which is now credit of {{name}}.',
    giveBack:
      'one {{from}} fine was reduced to {{to}} automatically. It had been paid already: the difference of {{difference}} is to be given back.',
  },

  /** taking back a fine just added; `reason` is one of the sentences below, or another failure */
  undo: {
    button: 'Undo',
    done: 'Undone: {{fine}}, has been deleted',
    failed: 'Failed to undo: {{reason}}',
    deleted: 'this fine was deleted meanwhile.',
    paid: 'this fine was paid meanwhile. Nothing was changed.',
    changed: 'this fine was changed meanwhile. Nothing was changed now.',
    reduces: 'another fine would become less with it. Nothing was changed. "Delete" in the list says which.',
  },

  failed: {
    loadTitle: 'Error',
    load: 'Failed to load data',
    add: 'Failed to add fine: {{reason}}',
    delete: 'Failed to delete fine: {{reason}}',
    status: 'Failed to update status: {{reason}}',
    correct: 'Failed to correct fine: {{reason}}',
    notPending_one: 'nothing was saved, because this fine was paid or deleted meanwhile: {{fines}}',
    notPending_other:
      'nothing was saved, because {{count, number}} of these fines were paid or deleted meanwhile: {{fines}}',
    namedFine: '{{fineType}} of {{userName}}, {{amount}}',
    deletionUnknown_one:
      'No answer came to the deletion of a fine, so it is not known whether it was deleted, nor whether anything is to be given back. Try again to find out: nothing is deleted twice.',
    deletionUnknown_other:
      'No answer came to the deletion of {{count}} fines, so it is not known whether they were deleted, nor whether anything is to be given back. Try again to find out: nothing is deleted twice.',
    tryAgain: 'Try again',
    unknownUser: 'There is no user with the ID {{id}}.',
    showAll: 'Show all users',
  },

  add: {
    title: 'Add New Fine',
    fineType: 'Fine Type',
    usedBefore: 'Used before, with the last amount',
    amount: 'Amount (PKR)',
    date: 'Date',
    note: 'Note',
    notePlaceholder: 'Optional',
    users: 'Users',
    searchUsers: 'Search users by name or e-mail',
    chosen: 'Selected users',
    /** for screen readers: whom Enter selects */
    byEnter: 'Enter selects {{name}}',
    enterKey: 'Enter',
    removeUser: 'Remove {{name}}',
    selected_one: 'Selected: {{count}} user(s)',
    selected_other: 'Selected: {{count}} user(s)',
    inactive: 'Inactive',
    showMore: 'Show more users',
    noUsersYet: 'There are no users yet.',
    firstUser: 'Add your first user',
    noUsers: 'No users found',
    loadingUsers: 'Loading users...',
    usersFailed: 'The users could not be loaded.',
    cancel: 'Cancel',
    submit: 'Add Fine',
    saving: 'Please wait...',
    noUserSelected: 'Please select at least one user.',
    typeMissing: 'Please enter a fine type.',
    typeTooLong: 'A fine type has at most {{max}} characters.',
    amountMissing: 'Please enter an amount.',
    amountInvalid: 'Please enter an amount such as 1,500 or 1500.50, from 0 to 999,999,999.99.',
    dateInvalid: 'Please enter a date such as 20 Nov 2026.',
    noteTooLong: 'A note has at most {{max, number}} characters.',
    tooManyUsers: 'At most {{count}} users can be fined at once.',
    draftKept: 'This is what you had typed before. Nothing of it has been saved.',
    startOver: 'Start over',
    nothingSaved: 'Nothing was saved.',
    perhapsSaved:
      'No answer came from the server, so it is not known whether these fines were saved. Press "Add Fine" again to find out: nothing is added twice.',
    perhapsSavedChanged:
      'No answer came for what you sent before, so it may have been saved. As you have changed the form, this would be added on top of it. Please look at the list first.',
  },

  charges: {
    title: 'Confirm Fines',
    changed:
      'The amounts have changed since you confirmed them, because of changes made meanwhile. Nothing was saved. Please check the new list.',
    normal: 'Normal amount',
    doubled: 'Double amount',
    repeated: 'repeated mistake this week',
    earlier: 'Earlier fines of that week',
    earlierFine: '{{userName}}: {{fineType}}, {{date}}, {{amount}}',
    nobodyDoubled: 'Nobody is charged double.',
    people_one: '{{count}} user',
    people_other: '{{count}} users',
    grandTotal_one: 'Total for {{count}} user',
    grandTotal_other: 'Total for {{count}} users',
    back: 'Back',
    confirm: 'Add Fine',
  },
} as const;
