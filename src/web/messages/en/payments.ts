// English texts of the Payments screen and of receipts.
export const payments = {
  receipt: {
    title: 'Receipt {{number}}',
    toPayments: 'Payments',
    print: 'Print',
    share: 'Share on WhatsApp',
    /** to the member, `owed` after it */
    message:
      'Receipt {{number}}\n{{amount}} received from {{name}} on {{day}} ({{method}}).\nStill owed after this payment: {{owed}}.',
    messageOf:
      '{{organisation}}\nReceipt {{number}}\n{{amount}} received from {{name}} on {{day}} ({{method}}).\nStill owed after this payment: {{owed}}.',
    unknown: 'There is no receipt {{number}}.',
    unknownHint: 'Please check the number: it looks like R-2026-000123.',
    failed: 'The receipt could not be loaded.',
    logo: 'Logo',
    from: 'Received from',
    memberId: 'ID {{id}}',
    amount: 'Amount',
    inWords: 'In words',
    day: 'Date received',
    method: 'Method',
    reference: 'Reference',
    receivedBy: 'Received by',
    note: 'Note',
    fines: 'What was paid',
    fine: 'Fine',
    date: 'Date',
    paid: 'Paid',
    toCredit: 'To credit',
    total: 'Total',
    owed: 'Still owed after this payment',
    takenBack: 'Taken back since',
    reversal: '{{amount}} on {{day}} by {{who}}',
  },
} as const;
