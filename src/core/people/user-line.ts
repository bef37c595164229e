/** A user as a line of a list or file gives it, in the order in which it is checked (USER-5). */
import { isEmail, tidyEmail } from './email.ts';
import { isFormulaError } from '../files/csv.ts';
import { isBlank } from '../text/letters.ts';
import { isSpoiledNumber } from './phone.ts';

export type UserStatus = 'Active' | 'Inactive';

export interface UserLine {
  userName: string;
  userEmail: string;
  userRole: string;
  phone: string;
  status: UserStatus;
}

export type UserLineProblem =
  | 'name-required'
  | 'email-required'
  | 'email-invalid'
  | 'role-required'
  | 'phone-required'
  /** a spreadsheet kept only the beginning of the number */
  | 'phone-spoiled'
  /** a spreadsheet could not compute one of the texts: #N/A */
  | 'formula-error';

/**
 * The problems, at most one for each field, and one for failed formulas. White space and invisible characters alone
 * count as empty.
 */
export function lineProblems(line: UserLine): UserLineProblem[] {
  const problems: UserLineProblem[] = [];
  if (isBlank(line.userName)) problems.push('name-required');
  const email = tidyEmail(line.userEmail);
  if (isBlank(email)) problems.push('email-required');
  else if (!isEmail(email)) problems.push('email-invalid');
  if (isBlank(line.userRole)) problems.push('role-required');
  if (isBlank(line.phone)) problems.push('phone-required');
  else if (isSpoiledNumber(line.phone)) problems.push('phone-spoiled');
  if ([line.userName, line.userRole, line.phone].some(isFormulaError)) problems.push('formula-error');
  return problems;
}
