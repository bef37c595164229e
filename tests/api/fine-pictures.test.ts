// The pictures of fines: who adds, sees and removes them, what is kept of them, and for how long (SEEN-1 to SEEN-6).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addPicture,
  type FineDetails,
  readFine,
  readFinePicture,
  readOwnPicture,
  removePicture,
} from '../../src/contract/fines/fine-details.ts';
import { addFines, deleteFine, readDeletion } from '../../src/contract/fines/fines.ts';
import { listHistory } from '../../src/contract/history.ts';
import { readOwnFine } from '../../src/contract/money/own.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { sendClaim, withdrawRequest } from '../../src/contract/money/requests.ts';
import { readToday } from '../../src/contract/overview.ts';
import { undo } from '../../src/contract/money/undo.ts';
import { MAX_PICTURE_SIZE } from '../../src/core/limits.ts';
import { todayAt } from '../../src/server/base/clock.ts';
import { deleteOldPictures } from '../../src/server/shared/pictures/kept-pictures.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';
import { clientWithKey } from '../helpers/api-keys.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { addUser, fineOne, mark, refusal, setRule, submission } from '../helpers/ledger.ts';
import { signedInMember, signedInWithAccess } from '../helpers/members.ts';
import { jpegOf, jpegOfSize, ONE_PIXEL, PLACE, pngOf, webpOf } from '../helpers/pictures.ts';

const ZONE = 'Asia/Karachi';
const DAY_MS = 24 * 60 * 60 * 1000;
let app: TestApp;
let administrator: Client;

beforeEach(async () => {
  app = await startApp();
  administrator = await app.administrator();
  await setRule(administrator, false);
});
afterEach(async () => {
  await expectBooksRight(app.db);
  await app.stop();
});

const base64 = (picture: Buffer): string => picture.toString('base64');
const fined = async (userIds: string[], pictures: readonly Buffer[], by = administrator) =>
  by.must(addFines, { body: { ...submission({ userIds }), pictures: pictures.map(base64) } });
const someone = async (): Promise<string> => (await addUser(administrator)).id;
const detailsOf = (fineId: string, by = administrator): Promise<FineDetails> =>
  by.must(readFine, { params: { fineId } });
const add = (fineId: string, picture: Buffer, by = administrator) =>
  by.call(addPicture, { params: { fineId }, body: { picture: base64(picture) } });
const remove = (fineId: string, picture: string, by = administrator) =>
  by.call(removePicture, { params: { fineId, picture } });
const seenBy = (by: Client, fineId: string, picture: string) => by.fetch(`/api/fines/${fineId}/pictures/${picture}`);
const ownSeenBy = (by: Client, fineId: string, picture: string) =>
  by.fetch(`/api/own/fines/${fineId}/pictures/${picture}`);
const stored = async () =>
  (await app.db.read.selectFrom('pictures').select('picture').execute()).map((row) => row.picture);
const links = () => app.db.read.selectFrom('kept_pictures').selectAll().execute();
const journal = async () => JSON.stringify(await app.db.read.selectFrom('journal').selectAll().execute());

describe('a new fine', () => {
  test('has its pictures, in their order, without their place; the journal has their digests alone [SEEN-1, SEEN-3]', async () => {
    const { fineIds } = await fined(
      [await someone()],
      [jpegOf({ exif: PLACE, behind: '<script>' }), pngOf(), webpOf()],
    );
    const { pictures, history } = await detailsOf(fineIds[0] ?? '');
    expect(history.map(({ kind }) => kind)).toEqual(['added']);
    const answers = await Promise.all(pictures.map((picture) => seenBy(administrator, fineIds[0] ?? '', picture)));
    const bytes = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    expect(bytes).toEqual([jpegOf(), pngOf(), webpOf()]);
    expect(Object.fromEntries(answers[0]?.headers ?? [])).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/) as string,
      'cache-control': 'no-store',
    });
    const entries = await journal();
    for (const picture of pictures) expect(entries).toContain(picture);
    for (const picture of await stored()) expect(entries).not.toContain(picture.slice(0, 40));
  });

  test('of several people keeps a picture once, and each of them sees it [SEEN-1]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const { fineIds } = await fined([user.id, await someone(), await someone()], [jpegOf(), jpegOf()]);
    expect(await stored()).toHaveLength(1);
    expect(await links()).toHaveLength(3);
    const [own = '', second = ''] = fineIds;
    const { pictures } = await client.must(readOwnFine, { params: { fineId: own } });
    expect((await ownSeenBy(client, own, pictures[0] ?? '')).status).toBe(200);
    // It stays for the others.
    expect(await administrator.must(deleteFine, { params: { fineId: second } })).toMatchObject({ pictures: 1 });
    expect([(await stored()).length, (await links()).length]).toEqual([1, 2]);
    expect((await seenBy(administrator, second, pictures[0] ?? '')).status).toBe(404);
  });

  test('is refused with four pictures, one too large, or what is no picture, and nothing is saved [SEEN-1]', async () => {
    const userIds = [await someone()];
    const tried = (pictures: string[]) =>
      administrator.call(addFines, { body: { ...submission({ userIds }), pictures } });
    const four = [jpegOf(), pngOf(), webpOf(), jpegOfSize(900)].map(base64);
    expect(refusal(await tried(four))).toMatchObject({ code: 'invalid-input' });
    expect(refusal(await tried([base64(jpegOfSize(MAX_PICTURE_SIZE + 1))]))).toMatchObject({
      code: 'picture-too-large',
    });
    expect(refusal(await tried([base64(Buffer.from('<svg/>'))]))).toMatchObject({ code: 'picture-kind' });
    expect(refusal(await tried(['no base64']))).toMatchObject({ code: 'invalid-input' });
    expect(await stored()).toEqual([]);
    expect(await app.db.read.selectFrom('fines').select('id').execute()).toEqual([]);
    // The largest that are allowed fit into a request.
    await fined(
      userIds,
      [0, 1, 2].map((n) => jpegOfSize(MAX_PICTURE_SIZE - n)),
    );
    expect(await stored()).toHaveLength(3);
  });

  test('sent twice under one key is there once, with its pictures [SEEN-5]', async () => {
    const body = { ...submission({ userIds: [await someone()] }), pictures: [ONE_PIXEL] };
    const [first, second] = [0, 1].map(() => administrator.must(addFines, { body }, { key: 'sent-twice-at-once' }));
    expect(await first).toEqual(await second);
    expect(await links()).toHaveLength(1);
  });

  test('that is undone takes its pictures with it [SEEN-4]', async () => {
    const { batch } = await fined([await someone(), await someone()], [jpegOf()]);
    expect((await administrator.must(readToday, {})).entered.last).toMatchObject({ fines: 2, pictures: 1 });
    expect(await administrator.must(undo, { body: { batch } })).toMatchObject({ fines: 2, pictures: 1 });
    expect([await stored(), await links()]).toEqual([[], []]);
  });
});

describe('later', () => {
  test('a picture is added and removed by whoever may correct the fine, up to three, and its history says so [SEEN-1, SEEN-6]', async () => {
    const { id } = await fineOne(administrator, await someone());
    const [first = ''] = (
      await administrator.must(addPicture, { params: { fineId: id }, body: { picture: ONE_PIXEL } })
    ).pictures;
    for (const picture of [jpegOf(), webpOf()]) expect((await add(id, picture)).ok).toBe(true);
    // The same one again changes nothing.
    expect((await add(id, jpegOf())).ok).toBe(true);
    expect(refusal(await add(id, pngOf())).code).toBe('too-many-pictures');
    expect((await remove(id, first)).ok).toBe(true);
    expect(refusal(await remove(id, first))).toMatchObject({ code: 'not-found' });
    expect(refusal(await remove('NOBODY22', first))).toMatchObject({ code: 'fine-not-found' });
    const { pictures, history } = await detailsOf(id);
    expect(pictures).toHaveLength(2);
    const kinds = ['pictureRemoved', 'pictureAdded', 'pictureAdded', 'pictureAdded', 'added'];
    expect(history.map(({ kind }) => kind)).toEqual(kinds);
    const { items } = await administrator.must(listHistory, { query: { fineId: id } });
    expect(items.map(({ action }) => action)).toEqual([
      'fines.removePicture',
      'fines.addPicture',
      'fines.addPicture',
      'fines.addPicture',
      'fines.add',
    ]);
  });

  test('a collector may do so only for what they entered themselves today, a viewer not at all [SEEN-1, ACCESS-17]', async () => {
    const { client: collector } = await signedInWithAccess(app, administrator, 'collector');
    const { client: viewer } = await signedInWithAccess(app, administrator, 'viewer');
    const userId = await someone();
    const other = await fined([userId], [jpegOf()]);
    const own = await fined([userId], [pngOf()], collector);
    const [otherId = '', ownId = ''] = [...other.fineIds, ...own.fineIds];
    const [picture = ''] = (await detailsOf(otherId)).pictures;
    for (const answer of [await add(otherId, webpOf(), collector), await remove(otherId, picture, collector)]) {
      expect(refusal(answer)).toMatchObject({ code: 'not-own-entry' });
    }
    expect((await add(ownId, webpOf(), collector)).ok).toBe(true);
    expect(refusal(await add(ownId, jpegOf(), viewer))).toMatchObject({ code: 'not-allowed' });
  });

  test('a fine that got a picture since it was entered is not undone with the rest [SEEN-6, FINE-20]', async () => {
    const { batch, fineIds } = await fined([await someone()], []);
    await add(fineIds[0] ?? '', jpegOf());
    expect(refusal(await administrator.call(undo, { body: { batch } }))).toMatchObject({ code: 'fines-changed' });
  });
});

test('staff and the member fined see it, nobody else: a foreign fine and an unknown one get the same answer [SEEN-2]', async () => {
  const { user, client: member } = await signedInMember(app, administrator);
  const { client: other } = await signedInMember(app, administrator);
  const { fineIds } = await fined([user.id], [jpegOf()]);
  const [fineId = ''] = fineIds;
  const [picture = ''] = (await detailsOf(fineId)).pictures;
  const staff = await Promise.all(
    (['viewer', 'collector', 'manager'] as const).map(async (access) => [
      (await signedInWithAccess(app, administrator, access)).client,
      await clientWithKey(app, administrator, access),
    ]),
  );
  for (const client of [administrator, ...staff.flat()])
    expect((await seenBy(client, fineId, picture)).status).toBe(200);
  for (const client of [member, other]) expect((await seenBy(client, fineId, picture)).status).toBe(403);
  expect((await seenBy(app.nobody, fineId, picture)).status).toBe(401);

  expect((await ownSeenBy(member, fineId, picture)).status).toBe(200);
  expect((await ownSeenBy(app.nobody, fineId, picture)).status).toBe(401);
  const told = async (client: Client, id: string) => {
    const answer = await ownSeenBy(client, id, picture);
    return [answer.status, await answer.text()];
  };
  const unknown = await told(other, 'NOBODY22');
  expect(unknown[0]).toBe(404);
  expect(await told(other, fineId)).toEqual(unknown);
  expect(await told(administrator, fineId)).toEqual(unknown);
  // A picture is found only through a fine that has it.
  const { fineIds: others } = await fined([user.id], [pngOf()]);
  expect((await seenBy(administrator, others[0] ?? '', picture)).status).toBe(404);
  for (const operation of [readFinePicture, readOwnPicture]) expect(operation.errors).toContain('fine-not-found');
});

describe('in time', () => {
  const clean = () =>
    deleteOldPictures(app.db, { today: todayAt(app.clock.now(), ZONE), timeZone: ZONE, ofFinesDays: 730 });
  const days = (count: number) => app.clock.advance(count * DAY_MS);
  // Signs in again, because an unused session ends sooner.
  const status = async (fineId: string, picture: string) =>
    (await seenBy(await app.administrator(), fineId, picture)).status;

  test('it is deleted two years after the fine was settled, and not before; that of an open fine stays [SEEN-4]', async () => {
    const userId = await someone();
    const { fineIds } = await fined([userId], [jpegOf()]);
    const { fineIds: openIds } = await fined([userId], [pngOf()]);
    const [settled = '', open = ''] = [...fineIds, ...openIds];
    const [picture = ''] = (await detailsOf(settled)).pictures;
    const [kept = ''] = (await detailsOf(open)).pictures;
    days(10);
    const pay = { userId, fines: [{ fineId: settled, outstanding: 100 }], amount: 100, receivedOn: '2026-11-28' };
    await (await app.administrator()).must(takePayment, { body: pay });
    days(730);
    await clean();
    expect([await status(settled, picture), await status(open, kept)]).toEqual([200, 200]);
    days(1);
    // Whether or not it has been deleted yet.
    expect([await status(settled, picture), await status(open, kept)]).toEqual([404, 200]);
    await clean();
    expect(await stored()).toEqual([base64(pngOf())]);
    administrator = await app.administrator();
    expect(await detailsOf(settled)).toMatchObject({ pictures: [] });
    expect(refusal(await add(settled, webpOf())).code).toBe('pictures-not-kept');
  });

  test('a picture that a request and a fine have stays until neither has it [SEEN-4, REQ-10]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const { fineIds } = await fined([user.id], [jpegOf()]);
    const claim = { amount: 100, method: 'Raast', receivedOn: '2026-11-18', picture: base64(jpegOf()) } as const;
    const { request } = await client.must(sendClaim, { body: claim });
    expect(await stored()).toHaveLength(1);
    await client.must(withdrawRequest, { params: { requestId: request.id } });
    expect(await stored()).toHaveLength(1);
    await administrator.must(deleteFine, { params: { fineId: fineIds[0] ?? '' } });
    expect(await stored()).toEqual([]);
  });

  test('a fine that is owed again after its pictures are gone leaves the books right [SEEN-3]', async () => {
    const userId = await someone();
    const { fineIds } = await fined([userId], [jpegOf()]);
    const [fineId = ''] = fineIds;
    const pay = { userId, fines: [{ fineId, outstanding: 100 }], amount: 100, receivedOn: '2026-11-18' };
    const { payment } = await administrator.must(takePayment, { body: pay });
    days(731);
    await clean();
    expect(await links()).toEqual([]);
    const back = { amount: 100, reason: 'the cheque bounced' };
    const params = { paymentId: payment?.id ?? '' };
    administrator = await app.administrator();
    await administrator.must(reversePayment, { params, body: back });
    expect((await checkBooks(app.db)).agrees).toBe(true);
  });

  test('one that is gone counts no more: another takes its place, it may come again, and no question names it [SEEN-1, SEEN-4]', async () => {
    const userId = await someone();
    const { fineIds } = await fined([userId], [jpegOf(), pngOf(), webpOf()]);
    const [fineId = ''] = fineIds;
    await mark(administrator, fineId, 'Paid');
    days(731);
    await clean();
    administrator = await app.administrator();
    await mark(administrator, fineId, 'Pending');
    expect((await detailsOf(fineId)).pictures).toEqual([]);
    expect(await administrator.must(readDeletion, { params: { fineId } })).toMatchObject({ pictures: 0 });
    const added = await administrator.must(addPicture, { params: { fineId }, body: { picture: base64(jpegOf()) } });
    expect((await detailsOf(fineId)).pictures).toEqual(added.pictures);
    expect(added.pictures).toHaveLength(1);
    expect((await seenBy(administrator, fineId, added.pictures[0] ?? '')).status).toBe(200);
    expect((await checkBooks(app.db)).agrees).toBe(true);
    expect(await administrator.must(deleteFine, { params: { fineId } })).toMatchObject({ pictures: 1 });
  });
});

test('check-books says which picture was changed, is missing, or came with nothing [SEEN-3, CHECK-3]', async () => {
  const { fineIds } = await fined([await someone()], [jpegOf(), pngOf()]);
  const [fineId = ''] = fineIds;
  const [first = '', second = ''] = (await detailsOf(fineId)).pictures;
  const { write } = app.db;
  const problems = async () => (await checkBooks(app.db)).problems;
  await write.updateTable('pictures').set({ picture: ONE_PIXEL }).where('hash', '=', first).execute();
  expect(await problems()).toEqual([`The picture ${first} does not match its digest.`]);
  await write
    .updateTable('pictures')
    .set({ picture: base64(jpegOf()) })
    .where('hash', '=', first)
    .execute();
  await write.deleteFrom('kept_pictures').where('hash', '=', second).execute();
  expect(await problems()).toEqual([
    `A picture of the fine ${fineId} is missing.`,
    `The picture ${second} is kept for nothing.`,
  ]);
  await write.insertInto('kept_pictures').values({ record_id: 'SOMEBODY', hash: second }).execute();
  expect(await problems()).toEqual([
    `A picture is kept for SOMEBODY, which did not come with it.`,
    `A picture of the fine ${fineId} is missing.`,
  ]);
  await write.updateTable('kept_pictures').set({ record_id: fineId }).where('record_id', '=', 'SOMEBODY').execute();
  expect(await problems()).toEqual([]);
});

test('twenty pictures at once are all kept, and other requests are answered between them [SEEN-7]', async () => {
  const userIds = await Promise.all(Array.from({ length: 20 }, someone));
  let underWay = userIds.length;
  const adding = userIds.map(async (userId, n) => {
    const answer = await fined([userId], [jpegOfSize(MAX_PICTURE_SIZE - n)]);
    underWay -= 1;
    return answer;
  });
  // A small one that comes after them all does not wait for the last of them.
  const plain = fineOne(administrator, await someone()).then(() => underWay);
  expect(await plain).toBeGreaterThan(0);
  expect((await Promise.all(adding)).flatMap(({ fineIds }) => fineIds)).toHaveLength(20);
  expect(await stored()).toHaveLength(20);
});
