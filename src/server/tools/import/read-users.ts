// Users of an export: documents of `users`.
import { emailKey, isEmail } from '../../../core/email.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { displayName, UNKNOWN_USER } from '../../../core/person-name.ts';
import type { UserStatus } from '../../../core/user-form.ts';
import type { ExportDocument, ExportEntry } from './export-file.ts';
import type { ImportedUser } from './import-data.ts';
import { listUnknown, type Reading, takeInstant, takeText, usableDocuments } from './reading.ts';
import { isNothing, show, textOf } from './values.ts';

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

/** A user before it is known when the fines say the user was first seen. */
export type ReadUser = Omit<ImportedUser, 'created_at' | 'summary_updated_at'> & { created_at: number | null };

/** The users by id. Of several with one e-mail the first in the file keeps it. */
export function readUsers(reading: Reading, entries: readonly ExportEntry[] | undefined): Map<string, ReadUser> {
  const users = new Map<string, ReadUser>();
  const emails = new Map<string, string>();
  for (const document of usableDocuments(reading, entries)) {
    listUnknown(reading, document, { fields: FIELDS });
    users.set(document.id, {
      id: document.id,
      user_name: takeName(reading, document),
      user_email: takeEmail(reading, document, emails),
      user_role: takeText(reading, document, 'userRole', MAX_LENGTH.role),
      phone: takeText(reading, document, 'phone', MAX_LENGTH.phone),
      status: takeStatus(reading, document),
      created_at: takeInstant(reading, document, 'createdAt'),
      updated_at: takeInstant(reading, document, 'updatedAt'),
      present: true,
    });
  }
  return users;
}

function takeName(reading: Reading, document: ExportDocument): string {
  const field = textOf(document.fields.get('userName')) === '' ? 'FullName' : 'userName';
  const raw = document.fields.get(field);
  const name = takeText(reading, document, field, MAX_LENGTH.userName);
  if (displayName(name) === UNKNOWN_USER) {
    reading.irregularities.add('name-missing', document.path, 'neither userName nor FullName holds a name');
    return '';
  }
  if (field === 'FullName') reading.irregularities.add('name-elsewhere', document.path, `FullName is ${show(name)}`);
  if (typeof raw === 'string' && raw !== raw.trim()) {
    reading.irregularities.add('name-spaces', document.path, `${field} is ${show(raw)}`);
  }
  return name;
}

/** `emails` maps the keys given so far to the paths of their users. */
function takeEmail(reading: Reading, document: ExportDocument, emails: Map<string, string>): string | null {
  const field = textOf(document.fields.get('userEmail')) === '' ? 'email' : 'userEmail';
  const email = textOf(document.fields.get(field));
  if (email === '') return null;
  if (field === 'email') reading.irregularities.add('email-elsewhere', document.path, `email is ${show(email)}`);
  if (!isEmail(email)) {
    reading.irregularities.add('email-invalid', document.path, `${field} is ${show(email)}`);
    return null;
  }
  const holder = emails.get(emailKey(email));
  if (holder !== undefined) {
    reading.irregularities.add('email-taken', document.path, `${field} is ${show(email)}, which ${holder} has`);
    return null;
  }
  emails.set(emailKey(email), document.path);
  return email;
}

function takeStatus(reading: Reading, document: ExportDocument): UserStatus {
  const value = document.fields.get('status');
  if (value === 'Active' || value === 'Inactive') return value;
  if (isNothing(value)) {
    reading.irregularities.add('user-status-missing', document.path, 'there is no status');
    return 'Active';
  }
  // Whoever was meant to be locked out stays locked out.
  const status = textOf(value).toLowerCase() === 'inactive' ? 'Inactive' : 'Active';
  reading.irregularities.add('user-status-odd', document.path, `status is ${show(value)}, taken as ${status}`);
  return status;
}
