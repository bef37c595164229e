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
  openToMembers: {
    title: "Show everyone's fines to members?",
    seen: 'Every member who signs in will see the name and ID of every user, what they owe, and all their fines: what for, how much, when, and whether they are paid.',
    hidden: 'E-mail addresses, phone numbers and roles stay hidden. Members can change nothing.',
    confirm: 'Show to members',
  },
  organisation: {
    title: 'Organisation',
    name: 'Name of the organisation',
    hint: 'Leave it empty for no name.',
    save: 'Save name',
    saved: 'Name saved',
    failed: 'The name was not saved. {{reason}}',
    reload: 'Load the name again',
  },
  none: 'There are no rules to switch.',
  reload: 'Load the rules again',
} as const;
