// What is wrong with each line of a pasted list: what the server would refuse, or what is not understood (USER-18).
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { repeatedEmails } from '../../../../core/people/email.ts';
import type { UserLine, UserLineProblem } from '../../../../core/people/user-line.ts';
import { lineProblems } from '../../../../core/people/user-line.ts';
import type { PastedUser } from './pasted-users.ts';

/** The maximum length of each text of a line, in characters. */
export const LINE_LENGTH = {
  userName: MAX_LENGTH.userName,
  userEmail: MAX_LENGTH.email,
  userRole: MAX_LENGTH.role,
  phone: MAX_LENGTH.phone,
} as const satisfies Record<Exclude<keyof UserLine, 'status'>, number>;

export type TextField = keyof typeof LINE_LENGTH;

export type LineProblem =
  | { kind: UserLineProblem }
  /** `line`: the number of the one further up */
  | { kind: 'repeated'; line: number }
  | { kind: 'too-long'; field: TextField }
  | { kind: 'left'; cells: readonly string[] }
  /** in the words of the server's answer */
  | { kind: 'refused'; text: string };

export interface CheckedUser extends PastedUser {
  problems: LineProblem[];
}

export const isWrong = ({ problems }: CheckedUser): boolean => problems.length > 0;

/** The server's sentences by the user they are about: they apply until the line is changed. */
export type Refused = ReadonlyMap<string, readonly string[]>;

export const refusedKey = (user: UserLine): string => JSON.stringify(user);

const TEXT_FIELDS = Object.keys(LINE_LENGTH) as TextField[];

export function checkUsers(users: readonly PastedUser[], refused: Refused): CheckedUser[] {
  const repeated = repeatedEmails(users.map(({ user }) => user.userEmail));
  return users.map((pasted, place) => {
    const { user, left } = pasted;
    const first = users[repeated.get(place) ?? -1];
    const tooLong = TEXT_FIELDS.filter((field) => user[field].length > LINE_LENGTH[field]);
    const problems: LineProblem[] = [
      ...lineProblems(user)
        .filter((kind) => !(kind === 'email-invalid' && tooLong.includes('userEmail')))
        .map((kind) => ({ kind })),
      ...tooLong.map((field) => ({ kind: 'too-long' as const, field })),
      ...(first === undefined ? [] : [{ kind: 'repeated' as const, line: first.line.number }]),
      ...(left.length > 0 ? [{ kind: 'left' as const, cells: left }] : []),
      ...(refused.get(refusedKey(user)) ?? []).map((text) => ({ kind: 'refused' as const, text })),
    ];
    return { ...pasted, problems };
  });
}
