// What the organisation tells about itself: the one row of `organisation`.
import { pauseReminders } from '../../../contract/money/reminder-plan.ts';
import * as contract from '../../../contract/settings/organisation.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import { MAX_LOGO_SIZE } from '../../../core/limits.ts';
import { methodsExcept, PAYMENT_METHODS } from '../../../core/money/payment.ts';
import { stepsIn } from '../../../core/people/reminder-plan.ts';
import { isLogoKind } from '../../../core/people/picture.ts';
import type { Database, Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { forgetProgress } from '../../mail/reminding.ts';
import { definedFields, requireFieldsAsShown } from '../../shared/defined-fields.ts';
import { sendPicture } from '../../http/pictures.ts';
import { storedPicture } from '../../shared/pictures/clean-picture.ts';

/** The row without the pictures themselves, as in the journal. */
const readRow = (db: Handle) =>
  db
    .selectFrom('organisation')
    .select([
      'id',
      'name',
      'address',
      'phone',
      'receipt_foot',
      'logo_hash',
      'logo_size',
      'methods_withheld',
      'due_days',
      'language',
      'reminder_en',
      'reminder_ur',
      'how_to_pay',
      'how_to_pay_ur',
      'pay_picture_hash',
      'pay_picture_size',
      'remind_steps',
      'remind_minimum',
      'reminders_paused',
      'updated_at',
    ])
    .executeTakeFirstOrThrow();

type Row = Awaited<ReturnType<typeof readRow>>;

const onTheWire = (row: Row): Output<typeof contract.readOrganisation> => ({
  name: row.name,
  address: row.address ?? '',
  phone: row.phone ?? '',
  receiptFoot: row.receipt_foot ?? '',
  logoVersion: row.logo_hash,
  methods: methodsExcept(row.methods_withheld),
  dueDays: row.due_days,
  language: row.language ?? 'en',
  reminderEn: row.reminder_en ?? '',
  reminderUr: row.reminder_ur ?? '',
  howToPayEn: row.how_to_pay ?? '',
  howToPayUr: row.how_to_pay_ur ?? '',
  payPictureVersion: row.pay_picture_hash,
  remindSteps: stepsIn(row.remind_steps),
  remindMinimum: row.remind_minimum ?? 0,
  remindersPaused: row.reminders_paused === 1,
});

export function serveOrganisation(server: Server, db: Database): void {
  server.query(contract.readOrganisation, async () => onTheWire(await readRow(db.read)));
  server.query(contract.readLetterhead, async () => onTheWire(await readRow(db.read)));

  for (const [operation, column] of [
    [contract.readLogo, 'logo'],
    [contract.readPayPicture, 'pay_picture'],
  ] as const) {
    server.query(operation, async ({ input, reply }) => {
      const row = await db.read
        .selectFrom('organisation')
        .select(`${column} as picture`)
        .where(`${column}_hash`, '=', input.params.version)
        .executeTakeFirst();
      // The address changes with the picture, so it may be cached for good.
      const cacheControl = 'private, max-age=31536000, immutable';
      return sendPicture(reply, row?.picture, { name: column.replace('_', '-'), cacheControl });
    });
  }

  server.command(contract.updateOrganisation, async (context, { body }) => {
    const { tx } = context;
    const logo = pictureColumns(body.logo, 'logo');
    const payPicture = pictureColumns(body.payPicture, 'pay_picture');
    const changes = {
      ...textColumns(body),
      ...logo.recorded,
      ...payPicture.recorded,
      ...methodColumn(body.methods),
      ...definedFields<Pick<Row, 'due_days' | 'language'>>({ due_days: body.dueDays, language: body.language }),
      ...remindingColumns(body),
    };
    const before = await readRow(tx);
    const { logoVersion: isLogo, payPictureVersion: isPayPicture, ...is } = onTheWire(before);
    requireFieldsAsShown({ ...is, logo: isLogo, payPicture: isPayPicture }, body.shown);
    const after = await change(context, before, changes, { ...logo.picture, ...payPicture.picture });
    // Reminders due before they were switched on are not sent.
    if (before.remind_steps === null && after.remind_steps !== null) await forgetProgress(tx);
    return onTheWire(after);
  });

  server.command(pauseReminders, async (context, { body: { paused } }) => {
    const before = await readRow(context.tx);
    if (before.remind_steps === null) throw new AppError('reminders-off');
    if ((before.reminders_paused === 1) !== paused) await change(context, before, { reminders_paused: paused ? 1 : 0 });
    return { paused };
  });
}

/** Writes and records the changes, unless everything is already so. `pictures` are not in the journal. */
async function change(
  { tx, now, record }: CommandContext,
  before: Row,
  changes: Partial<Row>,
  pictures: Partial<Record<'logo' | 'pay_picture', string | null>> = {},
): Promise<Row> {
  if (Object.entries(changes).every(([column, value]) => before[column as keyof Row] === value)) return before;
  const after = { ...before, ...changes, updated_at: now };
  await tx
    .updateTable('organisation')
    .set({ ...changes, ...pictures, updated_at: now })
    .where('id', '=', before.id)
    .execute();
  record({ subject: 'organisation', subjectId: String(before.id), userId: null, before, after });
  return after;
}

type Changes = ParsedInput<typeof contract.updateOrganisation>['body'];

const textColumns = ({ name, address, phone, receiptFoot, reminderEn, reminderUr, howToPayEn, howToPayUr }: Changes) =>
  definedFields<
    Pick<
      Row,
      'name' | 'address' | 'phone' | 'receipt_foot' | 'reminder_en' | 'reminder_ur' | 'how_to_pay' | 'how_to_pay_ur'
    >
  >({
    name,
    address: orNull(address),
    phone: orNull(phone),
    receipt_foot: orNull(receiptFoot),
    reminder_en: orNull(reminderEn),
    reminder_ur: orNull(reminderUr),
    how_to_pay: orNull(howToPayEn),
    how_to_pay_ur: orNull(howToPayUr),
  });

const remindingColumns = ({ remindSteps, remindMinimum }: Changes) =>
  definedFields<Pick<Row, 'remind_steps' | 'remind_minimum'>>({
    remind_steps: remindSteps === null || remindSteps === undefined ? remindSteps : JSON.stringify(remindSteps),
    remind_minimum: remindMinimum === undefined ? undefined : remindMinimum || null,
  });

/** Stores the methods not on offer, so that a method added by a later version is offered. */
function methodColumn(offered: Changes['methods']): Partial<Pick<Row, 'methods_withheld'>> {
  if (offered === undefined) return {};
  const withheld = PAYMENT_METHODS.filter((method) => !offered.includes(method));
  return { methods_withheld: withheld.length === 0 ? null : JSON.stringify(withheld) };
}

const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

/**
 * The recorded columns of a picture that was sent, and what draws it. Throws AppError logo-kind, logo-too-large,
 * logo-too-wide.
 */
function pictureColumns<C extends 'logo' | 'pay_picture'>(sent: string | null | undefined, column: C) {
  type Recorded = Partial<Pick<Row, `${C}_hash` | `${C}_size`>>;
  type Picture = Partial<Record<C, string | null>>;
  const columns = (picture: string | null, hash: string | null, size: number | null) => ({
    recorded: { [`${column}_hash`]: hash, [`${column}_size`]: size } as Recorded,
    picture: { [column]: picture } as Picture,
  });
  if (sent === undefined) return { recorded: {} as Recorded, picture: {} as Picture };
  if (sent === null) return columns(null, null, null);
  const { picture, hash, size } = storedPicture(sent, { for: 'logo', maxSize: MAX_LOGO_SIZE, isKind: isLogoKind });
  return columns(picture, hash, size);
}
