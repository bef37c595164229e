// Who may act here, for the texts: records name them by e-mail. Known from the session, which whatever shows a name depends on.
import type { Person } from '../../contract/shapes.ts';

let byEmail: ReadonlyMap<string, string> = new Map();
let byId: ReadonlyMap<string, string> = new Map();
let ids: ReadonlyMap<string, string> = new Map();

export function namePeople(people: readonly Person[]): void {
  const named = people.filter(({ name }) => name !== '');
  byEmail = new Map(named.map(({ email, name }) => [email, name]));
  byId = new Map(named.map(({ id, name }) => [id, name]));
  ids = new Map(people.map(({ email, id }) => [email, id]));
}

/**
 * The name of whoever a record names by e-mail, and by their id where that is known; the e-mail where they have none here, as somebody
 * who was deleted.
 */
export const nameOfPerson = (email: string, id: string | null): string =>
  (id === null ? byEmail.get(email) : byId.get(id)) ?? email;

/** The id of whoever a record names by e-mail alone; null for those who have none here. */
export const idOfPerson = (email: string): string | null => ids.get(email) ?? null;
