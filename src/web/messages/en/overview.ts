// English texts of the fines overview. Titles, cards, empty states and messages are fixed (OVERVIEW-1 to OVERVIEW-11).
export const overview = {
  title: 'User Fines Overview',
  firstUser: 'Add your first user',
  addFine: 'Add New Fine',
  userList: 'User List',

  cards: {
    label: 'Totals',
    total: { title: 'Total Fines', subtitle: 'All fines issued', own: 'You were fined' },
    pending: { title: 'Pending Fines', subtitle: 'Yet to be collected', own: 'You owe' },
    collected: { title: 'Collected Fines', subtitle: 'Total paid (collected)', own: 'You paid' },
    rate: { title: 'Collection Rate', subtitle: 'Fines collected', own: 'Of your fines paid' },
  },

  search: { label: 'Search users by name or ID', placeholder: 'Search users or ID...' },
  sort: { name: 'Name', total: 'Total', pending: 'Pending', 'oldest-unpaid': 'Oldest Unpaid' },

  /** what a member sees of themselves */
  own: {
    label: 'Your fines',
    owes: 'You owe {{amount}}',
    owesNothing: 'You owe nothing',
    unpaid_one: '{{count, number}} unpaid fine since {{day}}',
    unpaid_other: '{{count, number}} unpaid fines since {{day}}',
    due: 'The next due day is {{day}}.',
    late: '{{amount}} of it is overdue: please pay this now, and the rest by its due day.',
    lateAll: 'All of it is overdue: please pay it now.',
    claimed: '{{amount}} reported, waiting for the office',
    appealed: 'Appeal about {{amount}}, waiting for the office',
    credit: 'You have {{amount}} to your credit.',
    howToPay: 'How to pay',
    payPicture: 'QR code',
    allPaid: 'All your fines are paid.',
    noFines: 'You have no fines.',
  },

  users: 'Users and their fines',
  count_one: '{{count, number}} user',
  count_other: '{{count, number}} users',
  pages: 'Pages of users',

  id: 'ID: {{id}}',
  figures: { total: 'Total', pending: 'Pending' },

  table: {
    /** accessible name, one for each card */
    label: 'Fines of {{name}}, ID {{id}}',
    reason: 'Fine Reason',
    pages: 'Pages of the fines of {{name}}, ID {{id}}',
  },

  loading: 'Loading fines data...',
  failed: 'Failed to load fines data',
  noFines: 'No fines recorded for this user',
  noResults: {
    title: 'No Results Found',
    text: 'No users found matching your search criteria.',
    clear: 'Clear Search',
  },
} as const;
