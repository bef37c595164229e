// Joining two records in the random sequences, and undoing it then or later.
import { expect } from 'vitest';
import type { TestApp } from '../helpers/app.ts';
import type { Model, ModelUser } from './model.ts';
import { pick, type Sent } from './requests.ts';
import type { Step } from './steps.ts';

/** What the organisation under test provides. */
interface Office {
  model: Model;
  app: TestApp;
  write: <T>(sent: Sent, refused: string | null) => Promise<T | null>;
  read: <T>(path: string) => Promise<T>;
  userAt: (index: number) => ModelUser | undefined;
}

interface Join {
  joined: ModelUser;
  remains: ModelUser;
  /** of both, before */
  emails: (string | null)[];
  day: string;
  /** of its last entry */
  sequence: number;
  stands: boolean;
  undo: () => void;
}

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;

export class Joining {
  readonly #office: Office;
  readonly #joins: Join[] = [];

  constructor(office: Office) {
    this.#office = office;
  }

  async join(step: Of<'join'>): Promise<void> {
    const { model, app, write, read, userAt } = this.#office;
    const [remains, joined] = [userAt(step.remains), userAt(step.joined)];
    const states = await Promise.all(
      [remains, joined].map(async (user) => {
        if (user === undefined || user.email === null) return 'none';
        return (await read<{ user: { signIn: string } }>(`/users/${user.id}`)).user.signIn;
      }),
    );
    const isPresent = (user: ModelUser | undefined) => user !== undefined && user.email !== null;
    const refused =
      remains?.id === joined?.id
        ? 'join-self'
        : !isPresent(remains) || !isPresent(joined)
          ? 'user-not-found'
          : states.every((state) => state === 'active')
            ? 'join-both-sign-in'
            : step.stale
              ? 'join-changed'
              : null;
    const both = [remains, joined].map((user) => model.figures(user?.id ?? 'NOBODY22'));
    const sum = (of: 'pending' | 'credit') => both.reduce((total, figures) => total + figures[of], 0) / 100;
    const body = {
      joinedId: joined?.id ?? 'NOBODY22',
      pendingFine: sum('pending') + (step.stale ? 1 : 0),
      credit: sum('credit'),
    };
    await write({ method: 'POST', path: `/users/${remains?.id ?? 'NOBODY22'}/join`, body }, refused);
    if (refused !== null || remains === undefined || joined === undefined) return;
    const emails = [remains.email, joined.email];
    const undo = model.join(remains, joined, { takesEmail: states[1] === 'active' });
    const { last_sequence: sequence } = await app.db.read
      .selectFrom('books')
      .select('last_sequence')
      .executeTakeFirstOrThrow();
    this.#joins.push({ joined, remains, emails, day: model.today(), sequence, stands: true, undo });
    expect((await read<{ user: { id: string } }>(`/users/${joined.id}`)).user.id).toBe(remains.id);
    if (step.undone) await this.#undo(this.#joins.length - 1);
  }

  undoJoin({ join }: Of<'undo join'>): Promise<void> {
    return this.#undo(join);
  }

  async #undo(index: number): Promise<void> {
    const { model, write, app } = this.#office;
    const join = pick(this.#joins, index);
    const own = this.#joins.findLast(({ joined, stands }) => stands && joined === join?.joined);
    const path = `/users/${join?.joined.id ?? 'NOBODY22'}/join/undo`;
    if (own === undefined) return void (await write({ method: 'POST', path }, 'user-not-found'));
    const ids = model.users.flatMap(({ id }) => (model.ownerOf(id) === model.ownerOf(own.joined.id) ? id : []));
    const later = await app.db.read
      .selectFrom('journal')
      .select('sequence')
      .where('sequence', '>', own.sequence)
      .where('user_id', 'in', ids)
      .execute();
    const isTaken = own.emails.some((email) => email !== null && model.emailIsTaken(email, own.remains.id));
    const refused =
      model.ownerOf(own.joined.id) !== own.remains.id || own.day !== model.today() || later.length > 0
        ? 'join-stands'
        : isTaken
          ? 'email-in-use'
          : null;
    await write({ method: 'POST', path }, refused);
    if (refused !== null) return;
    own.stands = false;
    own.undo();
  }
}
