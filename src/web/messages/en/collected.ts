// English texts of the collected-fines screen. Buttons, columns and messages are fixed (COLLECTED-1 to COLLECTED-8).
export const collected = {
  title: 'Collected Fines',
  subtitle: 'What has been paid, user by user.',
  back: 'Back to Dashboard',
  addFine: 'Add New Fine',

  menu: { label: 'Account', profile: 'Profile', settings: 'Settings', logout: 'Logout' },

  total: {
    title: 'Total Collected Fines',
    totalFines: 'Total Fines',
    rate: 'Collection Rate',
    /** accessible name of the bar */
    share: 'Collected share of the total',
  },

  search: { label: 'Search users by name or ID', placeholder: 'Search users or ID...' },
  count_one: '{{count, number}} user',
  count_other: '{{count, number}} users',

  table: {
    label: 'Collected fines by user',
    user: 'User',
    total: 'Total Fine',
    pending: 'Pending',
    collected: 'Collected',
    paid: 'Paid Fines',
    actions: 'Actions',
    pages: 'Pages of users',
    id: 'ID: {{id}}',
  },

  actions: {
    paid: 'Paid fines',
    open: 'Open fines',
    /** accessible name of a row's button or link: the visible text and the user */
    of: '{{action}} of {{name}}, ID {{id}}',
  },

  paidFines: {
    label: 'Paid fines of {{name}}, ID {{id}}',
    reason: 'Reason',
    none: 'No fine has been paid yet',
    pages: 'Pages of the paid fines of {{name}}, ID {{id}}',
  },

  failed: 'Failed to load collected fines data',
  empty: {
    first: 'Add your first fine',
    none: 'No fines have been recorded yet',
    noMatch: 'No users match your search',
    clear: 'Clear search',
  },

  footer: { label: 'About Jurmana', help: 'Help', privacy: 'Privacy', terms: 'Terms' },
} as const;
