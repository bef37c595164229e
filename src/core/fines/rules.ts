// The organisation's rules: the single list used by the database, the import, the live feed and the tests.

/** In display order. The next start adds a new rule to the database. */
export const RULES = [
  {
    name: 'repeat-offence',
    /** The id in the database and in the API; this first one is prescribed (RULE-2). */
    id: '1',
    description: 'Double the fine for a repeated mistake in the same week',
    isOnAtFirst: true,
  },
  {
    name: 'members-see-everyone',
    id: 'members-see-everyone',
    description: "Members can see everyone's fines",
    isOnAtFirst: false,
  },
  {
    name: 'money-needs-passkey',
    id: 'money-needs-passkey',
    description: 'Whoever handles money needs a passkey',
    isOnAtFirst: false,
  },
  {
    name: 'only-listed-fine-types',
    id: 'only-listed-fine-types',
    description: 'Only fine types from the list',
    isOnAtFirst: false,
  },
  {
    name: 'members-claim',
    id: 'members-claim',
    description: 'Members can say that they have paid',
    isOnAtFirst: true,
  },
  {
    name: 'members-appeal',
    id: 'members-appeal',
    description: 'Members can appeal against a fine',
    isOnAtFirst: true,
  },
  {
    name: 'tell-members',
    id: 'tell-members',
    description: 'Members are told at once',
    isOnAtFirst: false,
  },
  {
    name: 'late-surcharge',
    id: 'late-surcharge',
    description: 'Late surcharge',
    isOnAtFirst: false,
  },
] as const;

export type RuleName = (typeof RULES)[number]['name'];

/** The id of each rule. */
export const RULE_ID = Object.fromEntries(RULES.map(({ name, id }) => [name, id])) as Record<RuleName, string>;
