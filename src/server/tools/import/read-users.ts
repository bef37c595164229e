// Users of an export: documents of `users`.
import { emailKey, isEmail } from '../../../core/people/email.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { displayName, UNKNOWN_USER } from '../../../core/people/person-name.ts';
import type { UserStatus } from '../../../core/people/user-line.ts';
import type { ExportDocument, ExportEntry } from './export-file.ts';
import type { ImportedUser } from './import-data.ts';
import { listUnknown, type ReadContext, takeInstant, takeText, usableDocuments } from './reading.ts';
import { formatValue, isEmpty, textOf } from './values.ts';

const FIELDS = [
  'id',
  'userName',
  'FullName',
  'userEmail',
  'email',
  'userRole',
  'phone',
  'status',
  'createdAt',
  'updatedAt',
];

/** A user whose creation time may still have to be derived from their fines. */
export type ParsedUser = Omit<ImportedUser, 'created_at' | 'summary_updated_at'> & { created_at: number | null };

/** The users by id. Of several with the same e-mail, the first in the file keeps it. */
export function readUsers(context: ReadContext, entries: readonly ExportEntry[] | undefined): Map<string, ParsedUser> {
  const users = new Map<string, ParsedUser>();
  const emails = new Map<string, string>();
  for (const document of usableDocuments(context, entries)) {
    listUnknown(context, document, { fields: FIELDS });
    users.set(document.id, {
      id: document.id,
      user_name: takeName(context, document),
      user_email: takeEmail(context, document, emails),
      user_role: takeText(context, document, 'userRole', MAX_LENGTH.role),
      phone: takeText(context, document, 'phone', MAX_LENGTH.phone),
      status: takeStatus(context, document),
      created_at: takeInstant(context, document, 'createdAt'),
      updated_at: takeInstant(context, document, 'updatedAt'),
      present: true,
    });
  }
  return users;
}

function takeName(context: ReadContext, document: ExportDocument): string {
  const field = textOf(document.fields.get('userName')) === '' ? 'FullName' : 'userName';
  const raw = document.fields.get(field);
  const name = takeText(context, document, field, MAX_LENGTH.userName);
  if (displayName(name) === UNKNOWN_USER) {
    context.irregularities.add('name-missing', document.path, 'neither userName nor FullName holds a name');
    return '';
  }
  if (field === 'FullName')
    context.irregularities.add('name-elsewhere', document.path, `FullName is ${formatValue(name)}`);
  if (typeof raw === 'string' && raw !== raw.trim()) {
    context.irregularities.add('name-spaces', document.path, `${field} is ${formatValue(raw)}`);
  }
  return name;
}

/** `emails` maps the e-mail keys seen so far to the paths of their users. */
function takeEmail(context: ReadContext, document: ExportDocument, emails: Map<string, string>): string | null {
  const field = textOf(document.fields.get('userEmail')) === '' ? 'email' : 'userEmail';
  const email = textOf(document.fields.get(field));
  if (email === '') return null;
  if (field === 'email') context.irregularities.add('email-elsewhere', document.path, `email is ${formatValue(email)}`);
  if (!isEmail(email)) {
    context.irregularities.add('email-invalid', document.path, `${field} is ${formatValue(email)}`);
    return null;
  }
  const holder = emails.get(emailKey(email));
  if (holder !== undefined) {
    context.irregularities.add('email-taken', document.path, `${field} is ${formatValue(email)}, which ${holder} has`);
    return null;
  }
  emails.set(emailKey(email), document.path);
  return email;
}

function takeStatus(context: ReadContext, document: ExportDocument): UserStatus {
  const value = document.fields.get('status');
  if (value === 'Active' || value === 'Inactive') return value;
  if (isEmpty(value)) {
    context.irregularities.add('user-status-missing', document.path, 'there is no status');
    return 'Active';
  }
  // A user who was meant to be locked out stays locked out.
  const status = textOf(value).toLowerCase() === 'inactive' ? 'Inactive' : 'Active';
  context.irregularities.add('user-status-odd', document.path, `status is ${formatValue(value)}, taken as ${status}`);
  return status;
}
