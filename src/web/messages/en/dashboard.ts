// English texts of the dashboard. Titles, buttons, filters and messages are fixed (DASH).
export const dashboard = {
  title: 'Fines Management Dashboard',
  subtitle: 'Who was fined, and what is still due.',
  live: 'Live',
  notLive: 'Not up to date at the moment',
  addFirst: 'Add your first fine',
  addFine: 'Add New Fine',
  refresh: 'Refresh',
  refreshed: 'Data refreshed',

  logout: {
    button: 'Logout',
    title: 'Confirm Logout',
    question: 'Are you sure you want to logout?',
  },

  firstSteps: {
    title: 'First steps',
    putAway: 'Hide',
    done: 'Done',
    ownName: 'Enter your own name',
    name: 'Name your organisation',
    types: 'List your fine types',
    users: 'Add your first users',
    pasted: 'Paste a list',
    invite: 'Invite somebody',
    fine: 'Add your first fine',
    doubling: 'Choose whether repeats are doubled',
  },
  cards: {
    label: 'Totals',
    total: 'Total Fines',
    average: '{{amount}} per user on average',
    pending: 'Pending Fines',
    pendingCount_one: '{{count, number}} fine yet to be paid',
    pendingCount_other: '{{count, number}} fines yet to be paid',
    collected: 'Collected',
    collectedRate: '{{percent}}% collected',
    activeUsers: 'Active Users',
    recent: '{{count, number}} with a fine in the last 7 days',
  },

  search: { label: 'Search users or ID', placeholder: 'Search users or ID...' },
  status: {
    label: 'Status',
    all: 'All Status',
    'has-pending': 'Has Pending',
    'has-paid': 'Has Paid',
  },
  period: {
    label: 'Period of the newest fine',
    all: 'All Time',
    week: 'Last Week',
    month: 'Last Month',
    quarter: 'Last 3 Months',
  },
  sortAndFilters: 'Sort and filters',
  clear: 'Clear',
  clearAll: 'Clear All Filters',

  sort: {
    name: 'Name',
    total: 'Total',
    count: 'Count',
    recent: 'Recent',
    'oldest-unpaid': 'Oldest Unpaid',
    sorted: 'Sorted by {{field}}, {{direction}}.',
  },

  list: {
    label: 'Users with fines',
    count_one: '{{count, number}} user with fines',
    count_other: '{{count, number}} users with fines',
    printed:
      '{{shown, number}} of {{total, number}} users are printed here. “{{button}}” on the overview saves all of them.',
    found_one: '{{count, number}} user found',
    found_other: '{{count, number}} users found',
    loading: 'Loading users...',
    none: 'No users with fines found in the system.',
    noMatch: 'No users found matching your current filters.',
  },

  user: {
    id: 'ID: {{id}}',
    total: 'Total',
    pending: 'Pending',
    paid: 'Paid',
    count: 'Fines',
    fines: 'Fines of {{name}}',
    showAll: 'Show All {{count, number}} Fines',
    /** to a screen reader: there is one in each card */
    showAllNamed: 'Show All {{count, number}} Fines of {{name}}',
    showLess: 'Show Less',
    showLessNamed: 'Show Less: fines of {{name}}',
    open: 'Open fines',
    openNamed: 'Open fines of {{name}}',
    pages: 'Pages of the fines of {{name}}',
    failedName: 'Error Loading User',
    failed: 'Error loading',
  },

  problem: {
    processing: 'Failed to process fines data',
    database: 'Failed to connect to database',
    connection: 'Connection lost. Attempting to reconnect...',
    dismiss: 'Dismiss this message',
  },
} as const;
