// English texts of the App Settings screen. Card, states and toasts are fixed (RULE-1, RULE-3).
export const settings = {
  title: 'App Settings',
  subtitle: 'Rules that apply to the whole organisation. A change is saved at once.',
  card: 'App Rules',
  enabled: 'Enabled',
  disabled: 'Disabled',
  savedTitle: 'Updated',
  saved: 'Setting updated',
  failedTitle: 'Error',
  failed: 'Failed to update',
  none: 'There are no rules to switch.',
  reload: 'Load the rules again',
} as const;
