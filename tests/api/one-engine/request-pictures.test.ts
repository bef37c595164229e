// The pictures of requests: which are accepted, who receives them, and when they are deleted (REQ-9, REQ-10).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../src/contract/errors.ts';
import { listRequests, refuseClaim, sendClaim, withdrawRequest } from '../../../src/contract/money/requests.ts';
import { MAX_PICTURE_SIZE } from '../../../src/core/limits.ts';
import { todayAt } from '../../../src/server/base/clock.ts';
import { deleteOldPictures } from '../../../src/server/shared/pictures/kept-pictures.ts';
import { clientWithKey } from '../../helpers/api-keys.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { expectBooksRight } from '../../helpers/books.ts';
import type { Client } from '../../helpers/client.ts';
import { refusal } from '../../helpers/ledger.ts';
import { signedInMember, signedInWithAccess } from '../../helpers/members.ts';
import { jpegOf, jpegOfSize, PLACE, pngOf, webpOf } from '../../helpers/pictures.ts';

const ZONE = 'Asia/Karachi';
const DAY_MS = 24 * 60 * 60 * 1000;
let app: TestApp;
let administrator: Client;
let member: Client;
let userId: string;

beforeEach(async () => {
  app = await startApp();
  administrator = await app.administrator();
  const signedIn = await signedInMember(app, administrator);
  member = signedIn.client;
  userId = signedIn.user.id;
});
afterEach(async () => {
  await expectBooksRight(app.db);
  await app.stop();
});

const claim = { amount: 100, method: 'Raast', receivedOn: '2026-11-18' } as const;
const send = (picture: Buffer | string) => {
  const base64 = typeof picture === 'string' ? picture : picture.toString('base64');
  return member.call(sendClaim, { body: { ...claim, picture: base64 } });
};
const sent = async (picture: Buffer) => {
  const answer = await send(picture);
  if (!answer.ok) throw new Error(answer.message);
  return answer.value.request;
};
const addressOf = (requestId: string) => `/api/requests/${requestId}/picture`;
const stored = () =>
  app.db.read
    .selectFrom('kept_pictures')
    .innerJoin('pictures', 'pictures.hash', 'kept_pictures.hash')
    .select(['record_id', 'picture'])
    .execute();

describe('a picture', () => {
  test.each([
    ['image/jpeg', jpegOf()],
    ['image/png', pngOf()],
    ['image/webp', webpOf()],
  ])('of the kind %s is served only as such, and runs nothing [REQ-10]', async (kind, picture) => {
    const { id } = await sent(picture);
    const answer = await administrator.fetch(addressOf(id));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': kind,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/) as string,
      'content-disposition': `inline; filename="request-${id}.${kind.slice(6)}"`,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  test('is stored without its location and other metadata [REQ-9]', async () => {
    const { id } = await sent(jpegOf({ exif: PLACE, behind: '<script>alert(1)</script>' }));
    const answer = await member.fetch(addressOf(id));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(jpegOf());
    expect(await stored()).toEqual([{ record_id: id, picture: jpegOf().toString('base64') }]);
    const journal = await app.db.read.selectFrom('journal').selectAll().execute();
    expect(JSON.stringify(journal)).not.toContain(jpegOf().toString('base64').slice(0, 40));
  });

  test('of 300 kB is accepted [REQ-9]', async () => {
    expect((await sent(jpegOfSize(MAX_PICTURE_SIZE))).picture).not.toBeNull();
  });

  test.each<[string, () => Buffer | string, ErrorCode, RegExp]>([
    ['of 300 kB and a byte', () => jpegOfSize(MAX_PICTURE_SIZE + 1), 'picture-too-large', /at most 300 kB/],
    ['of 30 MB', () => jpegOfSize(30 * 1024 * 1024), 'body-too-large', /larger than this server accepts/],
    ['50,000 pixels wide and high', () => pngOf({ width: 50_000, height: 50_000 }), 'picture-too-wide', /4,096/],
    ['one pixel too high', () => jpegOf({ width: 1, height: 4097 }), 'picture-too-wide', /4,096/],
    ['that is a drawing with a script', () => Buffer.from('<svg onload="alert(1)"/>'), 'picture-kind', /JPEG, PNG/],
    ['that is a page', () => Buffer.from('<html><script>alert(1)</script>'), 'picture-kind', /complete JPEG/],
    ['that is a GIF', () => Buffer.from('GIF89a'), 'picture-kind', /JPEG, PNG or WebP/],
    ['of which the end is missing', () => jpegOf().subarray(0, -2), 'picture-kind', /complete/],
    ['that is empty', () => '', 'picture-kind', /complete/],
    ['that is no base64', () => 'data:image/png;base64,AAAA', 'invalid-input', /^picture must be base64$/],
  ])('%s is refused, and nothing is saved [REQ-9]', async (_, picture, code, sentence) => {
    const answer = refusal(await send(picture()));
    expect(answer.code).toBe(code);
    expect(answer.message).toMatch(sentence);
    expect(await stored()).toEqual([]);
    expect(await app.db.read.selectFrom('requests').selectAll().execute()).toEqual([]);
  });
});

test('it is served to its member and to collectors and above, and does not exist for anybody else [REQ-10]', async () => {
  const { id } = await sent(jpegOf());
  const { client: other } = await signedInMember(app, administrator);
  const of = async (access: 'viewer' | 'collector' | 'manager') =>
    (await signedInWithAccess(app, administrator, access)).client;
  const viewer = await of('viewer');
  const status = async (client: Client) => (await client.fetch(addressOf(id))).status;
  for (const client of [member, await of('collector'), await of('manager'), administrator]) {
    expect(await status(client)).toBe(200);
  }
  for (const client of [other, viewer]) expect(await status(client)).toBe(404);
  expect(await status(app.nobody)).toBe(401);
  expect(await status(await clientWithKey(app, administrator, 'manager'))).toBe(403);
  // Nor is the viewer told that there is one.
  expect((await viewer.must(listRequests, {})).items).toMatchObject([{ id, picture: null }]);
  expect((await administrator.fetch(addressOf('NOBODY22'))).status).toBe(404);
});

test('it is deleted when the request is withdrawn [REQ-10]', async () => {
  const { id } = await sent(jpegOf());
  await member.must(withdrawRequest, { params: { requestId: id } });
  expect(await stored()).toEqual([]);
  expect((await member.fetch(addressOf(id))).status).toBe(404);
});

test('it is deleted 90 days after the decision, and not before; that of an open request stays [REQ-10]', async () => {
  const [decided, open] = [await sent(jpegOf()), await sent(pngOf())];
  const clean = () =>
    deleteOldPictures(app.db, { today: todayAt(app.clock.now(), ZONE), timeZone: ZONE, ofFinesDays: 730 });
  // Signs in again, because an unused session ends sooner.
  const status = async (id: string) => (await (await app.administrator()).fetch(addressOf(id))).status;
  app.clock.advance(10 * DAY_MS);
  await (
    await app.administrator()
  ).must(refuseClaim, {
    params: { requestId: decided.id },
    body: { answer: 'nothing came' },
  });
  app.clock.advance(90 * DAY_MS);
  await clean();
  expect([await status(decided.id), await status(open.id)]).toEqual([200, 200]);
  app.clock.advance(DAY_MS);
  // Whether or not it has been deleted yet.
  expect([await status(decided.id), await status(open.id)]).toEqual([404, 200]);
  await clean();
  expect((await stored()).map(({ record_id }) => record_id)).toEqual([open.id]);
  const { items } = await (await app.administrator()).must(listRequests, { query: { userId } });
  expect(items.map(({ id, picture }) => [id, picture !== null])).toEqual([
    [open.id, true],
    [decided.id, false],
  ]);
});
