// English texts of what a member opens of an own fine.
export const own = {
  fine: {
    title: 'Your fine',
    failed: 'The fine could not be loaded.',
    dueOn: 'Due',
    paid: 'Paid by',
    history: 'What happened',
    change: {
      added: 'Fined: {{amount}}',
      corrected: 'Corrected: {{amount}}',
      reduced: 'Reduced to {{amount}}: no longer doubled',
      paid: 'Paid: {{amount}}',
      unpaid: 'No longer paid: {{amount}}',
      waived: 'Waived: {{amount}}',
      unwaived: 'Waiver taken back: {{amount}}',
    },
  },
} as const;
