// Who may act here, for the texts: records name them by e-mail. Known from the session, which whatever shows a name depends on.
import type { Person } from '../../contract/shapes.ts';

let names: ReadonlyMap<string, string> = new Map();

export function namePeople(people: readonly Person[]): void {
  names = new Map(people.filter(({ name }) => name !== '').map(({ email, name }) => [email, name]));
}

/** The name of whoever a record names by e-mail; the same where they have none here, as somebody who was deleted. */
export const nameOfPerson = (email: string): string => names.get(email) ?? email;
