// The kinds of irregularities in an export and how each is handled: the rows of the report.

/** `refused`: not imported. `look`: imported with a guess that a person should review. `taken`: unambiguous. */
export type Group = 'refused' | 'look' | 'taken';

interface KindOfIrregularity {
  group: Group;
  title: string;
}

/** Every kind, in the order of the report. */
export const KINDS = {
  'amount-refused': { group: 'refused', title: 'fines whose amount is not valid' },
  'id-refused': { group: 'refused', title: 'records whose id is not valid' },
  'not-a-document': { group: 'refused', title: 'entries that are not documents' },

  'email-taken': { group: 'look', title: 'users with the e-mail of another user: imported without an e-mail' },
  'email-invalid': { group: 'look', title: 'users whose e-mail is not valid: imported without an e-mail' },
  'name-missing': { group: 'look', title: 'users without any name: shown as "Unknown User"' },
  'user-missing': { group: 'look', title: 'fined users without a user document: shown as "Unknown User"' },
  'date-unreadable': { group: 'look', title: 'fines whose date cannot be read: the day of createdAt is used' },
  'date-too-far': {
    group: 'look',
    title: 'fines dated more than a year ahead: the day of createdAt is used',
  },
  'summary-disagrees': { group: 'look', title: 'summaries that disagree with their fines: recomputed' },
  'summary-missing': { group: 'look', title: 'fined users without a summary: it is computed' },
  'status-odd': { group: 'look', title: 'fines whose status is neither Paid nor Pending: imported as Pending' },
  'fine-type-missing': { group: 'look', title: 'fines without a fine type' },
  'fine-id-repeated': { group: 'look', title: 'fines with the id of another fine: given a new id' },
  'instant-unreadable': { group: 'look', title: 'times that cannot be read: the nearest known time is used' },
  'user-status-odd': { group: 'look', title: 'users whose status is neither Active nor Inactive' },
  'event-amount-unreadable': { group: 'look', title: 'events whose amount cannot be read: imported as 0' },
  'event-date-unreadable': {
    group: 'look',
    title: 'events whose date cannot be read: the day of createdAt, or of the import, is used',
  },
  'event-title-missing': { group: 'look', title: 'events without a title' },
  'setting-odd': { group: 'look', title: 'settings imported differently from the export' },
  'text-cut': { group: 'look', title: 'texts too long for their field: cut' },
  'collection-unknown': { group: 'look', title: 'collections that Jurmana does not have: left out' },
  'field-unknown': { group: 'look', title: 'fields that Jurmana does not have: left out' },

  'amount-text': { group: 'taken', title: 'fine amounts written as text' },
  'amount-zero': { group: 'taken', title: 'fines of amount 0' },
  'date-timestamp': {
    group: 'taken',
    title: "dates stored as timestamps: the day in the organisation's time zone is used",
  },
  'date-slashes': { group: 'taken', title: 'dates written with slashes' },
  'date-other-form': { group: 'taken', title: 'dates written in other ways' },
  'status-missing': { group: 'taken', title: 'fines without a status: imported as Pending' },
  'description-kept': { group: 'taken', title: 'fines with a description: kept' },
  'paid-on-dropped': { group: 'taken', title: 'fines that are not Paid but have a paidOn: the paidOn is left out' },
  'email-elsewhere': { group: 'taken', title: 'users whose e-mail is in the field email' },
  'name-elsewhere': { group: 'taken', title: 'users whose name is in the field FullName' },
  'name-spaces': { group: 'taken', title: 'users whose name has spaces around it' },
  'user-status-missing': { group: 'taken', title: 'users without a status: imported as Active' },
  'event-amount-text': { group: 'taken', title: 'event amounts written as text' },
  'event-location-missing': { group: 'taken', title: 'events without a location' },
  'latest-recomputed': { group: 'taken', title: 'fineAmountHistory/latest: recomputed' },
  'setting-kept': { group: 'taken', title: 'settings kept as toggles without an effect' },
} as const satisfies Record<string, KindOfIrregularity>;

export type Kind = keyof typeof KINDS;

interface Irregularity {
  /** the document's path in the export, e.g. `Fines/U1/fines/F1` */
  path: string;
  reason: string;
}

/** Collects irregularities while an export is read. */
export class Irregularities {
  readonly #byKind = new Map<Kind, Irregularity[]>();

  add(kind: Kind, path: string, reason: string): void {
    const list = this.#byKind.get(kind);
    if (list === undefined) this.#byKind.set(kind, [{ path, reason }]);
    else list.push({ path, reason });
  }

  of(kind: Kind): readonly Irregularity[] {
    return this.#byKind.get(kind) ?? [];
  }

  /** The kinds of a group that occurred, in the order of the report. */
  kinds(group: Group): Kind[] {
    return (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind].group === group && this.of(kind).length > 0);
  }

  count(group: Group): number {
    return this.kinds(group).reduce((sum, kind) => sum + this.of(kind).length, 0);
  }
}
