// English texts of the list of fines that wait on the device.
export const waiting = {
  title: 'Waiting to Be Sent',
  intro: 'These fines are on this device only. They are sent in this order when there is a connection.',
  nothing: 'Nothing waits any more.',
  entered: 'entered {{when}}',
  waits: 'Waits to be sent',
  tried: 'Was sent without an answer, and is sent again: it is saved once.',
  refused: 'Not saved: {{reason}}',
  doubles: 'A repeated mistake in the same week is charged double:',
  changed: 'The amounts have changed meanwhile:',
  charge: '{{userName}}: {{amount}}',
  doubledCharge: '{{userName}}: {{amount}}, doubled after “{{fineType}}” of {{day}}',
  total: 'Total:',
  forgotten:
    'It was sent days ago without an answer, so it may be saved already. Look at the list of fines: withdraw it if it is there.',
  perhaps: 'An earlier attempt got no answer, so it may be saved: look at the list of fines.',
  again: 'Send Again',
  confirm: 'Confirm and Send',
  confirmOf: 'Confirm and send: {{names}}',
  withdraw: 'Withdraw',
  withdrawOf: 'Withdraw: {{names}}',
  withdrawTitle: 'Withdraw This Fine?',
  withdrawText: 'It is not saved, and will not be sent.',
  withdrawTried:
    'It was sent without an answer, so it may be saved already. It will not be sent again; please look at the list of fines.',
  withdrawn: 'Withdrawn.',
  tooLate: 'It had been sent meanwhile.',
} as const;
