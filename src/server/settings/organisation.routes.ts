// What the organisation says of itself: the one row of `organisation`.
import * as contract from '../../contract/settings/organisation.ts';
import type { Output, ParsedInput } from '../../contract/operation.ts';
import { MAX_LOGO_SIZE } from '../../core/limits.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../core/money/payment.ts';
import { pictureKind } from '../../core/people/picture.ts';
import type { Database, Handle } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../http/serve.ts';
import { definedFields } from '../shared/defined-fields.ts';
import { pictureHash } from './picture-hash.ts';

/** The row without the picture itself, as the journal has it. */
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
  methods: PAYMENT_METHODS.filter((method) => !withheldIn(row).includes(method)),
  dueDays: row.due_days,
});

export function serveOrganisation(server: Server, db: Database): void {
  server.query(contract.readOrganisation, async () => onTheWire(await readRow(db.read)));

  server.query(contract.readLogo, async ({ input, reply }) => {
    const { version } = input.params;
    const row = await db.read
      .selectFrom('organisation')
      .select('logo')
      .where('logo_hash', '=', version)
      .executeTakeFirst();
    const picture = Buffer.from(row?.logo ?? '', 'base64');
    const kind = pictureKind(picture);
    if (kind === null) throw new AppError('not-found', { message: 'Logo not found' });
    // Another picture has another address.
    return reply.header('cache-control', 'private, max-age=31536000, immutable').type(kind).send(picture);
  });

  server.command(contract.updateOrganisation, async (context, { body }) => {
    const { tx, now } = context;
    const { logo, ...picture } = logoColumns(body.logo);
    const changes = { ...textColumns(body), ...picture, ...methodColumn(body.methods), ...dueColumn(body.dueDays) };
    const before = await readRow(tx);
    // What it says already is not a change and is not journalled.
    if (Object.entries(changes).every(([column, value]) => before[column as keyof Row] === value)) {
      return onTheWire(before);
    }
    const after = { ...before, ...changes, updated_at: now };
    await tx
      .updateTable('organisation')
      .set({ ...changes, ...(logo === undefined ? {} : { logo }), updated_at: now })
      .where('id', '=', before.id)
      .execute();
    context.record({ subject: 'organisation', subjectId: String(before.id), userId: null, before, after });
    return onTheWire(after);
  });
}

type Changes = ParsedInput<typeof contract.updateOrganisation>['body'];

const textColumns = ({ name, address, phone, receiptFoot }: Changes) =>
  definedFields<Pick<Row, 'name' | 'address' | 'phone' | 'receipt_foot'>>({
    name,
    address: orNull(address),
    phone: orNull(phone),
    receipt_foot: orNull(receiptFoot),
  });

const withheldIn = ({ methods_withheld: list }: Row) => (list === null ? [] : (JSON.parse(list) as PaymentMethod[]));

/** What is not offered, so that a method of a later version is. */
function methodColumn(offered: Changes['methods']): Partial<Pick<Row, 'methods_withheld'>> {
  if (offered === undefined) return {};
  const withheld = PAYMENT_METHODS.filter((method) => !offered.includes(method));
  return { methods_withheld: withheld.length === 0 ? null : JSON.stringify(withheld) };
}

const dueColumn = (days: Changes['dueDays']): Partial<Pick<Row, 'due_days'>> =>
  days === undefined ? {} : { due_days: days };

const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

/** Throws AppError `logo-kind` or `logo-too-large`. */
function logoColumns(logo: Changes['logo']): Partial<Pick<Row, 'logo_hash' | 'logo_size'>> & { logo?: string | null } {
  if (logo === undefined) return {};
  if (logo === null) return { logo, logo_hash: null, logo_size: null };
  const picture = Buffer.from(logo, 'base64');
  if (pictureKind(picture) === null) throw new AppError('logo-kind');
  if (picture.length > MAX_LOGO_SIZE) throw new AppError('logo-too-large');
  return { logo, logo_hash: pictureHash(logo), logo_size: picture.length };
}
