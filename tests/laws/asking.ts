// Members' requests in the random sequences: "I have paid" and "Appeal" are sent and withdrawn by members and decided
// by the administrator, while the fines they are about keep changing.
import { expect } from 'vitest';
import { setPassword } from '../helpers/auth.ts';
import type { TestApp } from '../helpers/app.ts';
import { addDays } from '../../src/core/calendar.ts';
import { MEMBER_PASSWORD } from '../helpers/members.ts';
import { type Model, type ModelFine, type ModelPayment, type ModelRequest, openOf, paidOf } from './model.ts';
import { pick, pickId, type Sent } from './requests.ts';
import type { Step } from './steps.ts';

/** What the organisation under test provides. */
interface Office {
  model: Model;
  app: TestApp;
  /** Sends a write as the administrator or with this cookie; null if it was refused as expected. */
  write: <T>(sent: Sent, refused: string | null, cookie?: string) => Promise<T | null>;
  read: <T>(path: string, cookie: string) => Promise<T>;
  /** remembers a payment that was taken, whose id is not known yet */
  received: (payment: ModelPayment | null) => void;
  /** Gives the newest waivers their ids. */
  nameWaivers: () => Promise<void>;
}

type Answer = { request: { id: string } };
type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;

export class Asking {
  readonly #office: Office;
  /** the last session of each member, which may have ended */
  readonly #cookies = new Map<string, string>();

  constructor(office: Office) {
    this.#office = office;
  }

  async claim(step: Of<'claim'>, userId: string | undefined): Promise<void> {
    const { model } = this.#office;
    const own = model.fines.filter((fine) => fine.userId === userId && openOf(fine) > 0);
    const fineIds = [...new Set(step.fines.flatMap((fine) => pickId(own, model.fineIds, fine) ?? []))];
    const fines = fineIds.map((id) => model.fines.find((fine) => fine.id === id));
    const receivedOn = addDays(model.today(), step.day);
    const refused = (): string | null =>
      step.amount === 0
        ? 'invalid-input'
        : (model.askingRefused('claim', userId, fines) ??
          (fines.some((fine) => fine !== undefined && openOf(fine) === 0)
            ? 'nothing-owed'
            : step.day > 0
              ? 'received-in-future'
              : null));
    const body = { fineIds, amount: step.amount / 100, method: 'Cash', receivedOn };
    await this.#send({ method: 'POST', path: '/claims', body }, userId, refused, {
      kind: 'claim',
      fineIds: fineIds.length > 0 ? fineIds : this.#withoutRequest(own),
      amount: step.amount,
      receivedOn,
    });
  }

  /** The ids of those of a member's fines, the oldest first, that have no open request. */
  #withoutRequest(own: readonly ModelFine[]): string[] {
    const open = this.#office.model.requests.filter(({ state }) => state === 'open').flatMap(({ fineIds }) => fineIds);
    const free = own.filter(({ id }) => !open.includes(id)).map(({ id, date }) => ({ id, date }));
    return free.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)).map(({ id }) => id);
  }

  async appeal(step: Of<'appeal'>, userId: string | undefined): Promise<void> {
    const { model } = this.#office;
    const own = model.fines.filter((fine) => fine.userId === userId);
    const fineId = pickId(own, model.fineIds, step.fine) ?? 'NOFINE222222';
    const fine = model.fines.find(({ id }) => id === fineId);
    const refused = (): string | null =>
      model.askingRefused('appeal', userId, [fine]) ?? (fine?.amount === fine?.waived ? 'nothing-to-waive' : null);
    const body = { fineId, reason: 'was in hospital' };
    await this.#send({ method: 'POST', path: '/appeals', body }, userId, refused, {
      kind: 'appeal',
      fineIds: [fineId],
      amount: null,
      receivedOn: null,
    });
  }

  /** `refused` says why a signed-in member may not. */
  async #send(
    sent: Sent,
    userId: string | undefined,
    refused: () => string | null,
    asked: Pick<ModelRequest, 'kind' | 'fineIds' | 'amount' | 'receivedOn'>,
  ): Promise<void> {
    const { model, write } = this.#office;
    const { cookie, isIn } = await this.#sessionOf(userId);
    const answer = await write<Answer>(sent, isIn ? refused() : 'not-signed-in', cookie);
    if (answer === null || userId === undefined) return;
    model.requests.push({
      ...asked,
      id: answer.request.id,
      userId,
      sentOn: model.today(),
      state: 'open',
      payment: null,
    });
    await this.#expectOwn(userId, cookie);
  }

  async withdraw(step: Of<'withdraw'>, anybody: string | undefined): Promise<void> {
    const { write } = this.#office;
    const request = this.#choose(step.request);
    const userId = step.own ? (request?.userId ?? anybody) : anybody;
    const { cookie, isIn } = await this.#sessionOf(userId);
    const isOwn = request !== undefined && request.userId === userId;
    const refused = !isIn
      ? 'not-signed-in'
      : !isOwn
        ? 'request-not-found'
        : request.state === 'open'
          ? null
          : 'request-decided';
    const path = `/requests/${request?.id ?? 'NOREQUEST222'}/withdrawal`;
    await write({ method: 'POST', path, body: {} }, refused, cookie);
    if (refused !== null || request === undefined || userId === undefined) return;
    request.state = 'withdrawn';
    await this.#expectOwn(userId, cookie);
    await write({ method: 'POST', path, body: {} }, 'request-decided', cookie);
  }

  async decide(step: Of<'decide'>): Promise<void> {
    const { model, write } = this.#office;
    const request = this.#choose(step.request) ?? pick(model.requests, step.request);
    const at = `/${request?.kind === 'appeal' ? 'appeals' : 'claims'}/${request?.id ?? 'NOREQUEST222'}`;
    const not = request === undefined ? 'request-not-found' : request.state === 'open' ? null : 'request-decided';
    if (!step.accept) {
      const refusal: Sent = { method: 'POST', path: `${at}/refusal`, body: { answer: 'nothing came' } };
      await write(refusal, not);
      if (not === null && request !== undefined) request.state = 'refused';
      return;
    }
    const acceptance = { method: 'POST', path: `${at}/acceptance` } as const;
    const done =
      request?.kind === 'appeal'
        ? await this.#acceptAppeal(acceptance, request, not, step.stale)
        : await this.#acceptClaim(acceptance, request, not, step.stale);
    // A decided request cannot be decided again, whatever is sent.
    if (done !== null) await write(done, 'request-decided');
  }

  async #acceptClaim(
    sent: Sent,
    request: ModelRequest | undefined,
    not: string | null,
    stale: boolean,
  ): Promise<Sent | null> {
    const { model, write, received } = this.#office;
    const owed = model.fines.filter((fine) => fine.userId === request?.userId && openOf(fine) > 0);
    const named = request?.fineIds ?? [];
    const fines = named.length === 0 ? owed : owed.filter(({ id }) => named.includes(id));
    const shown = fines.map((fine) => ({ fineId: fine.id, outstanding: openOf(fine) / 100 }));
    const [first] = fines;
    if (stale && first !== undefined && shown[0] !== undefined) shown[0].outstanding = (openOf(first) - 1) / 100;
    const refused = not ?? (stale && fines.length > 0 ? 'payment-changed' : null);
    if (refused === null && request !== undefined) {
      const money = { credit: 0, payment: request.amount ?? 0 };
      request.payment = model.pay(request.userId, fines, money, request.receivedOn ?? undefined);
      request.state = 'accepted';
      received(request.payment);
    }
    const acceptance = { ...sent, body: { fines: shown } };
    return (await write(acceptance, refused)) === null ? null : acceptance;
  }

  async #acceptAppeal(sent: Sent, request: ModelRequest, not: string | null, stale: boolean): Promise<Sent | null> {
    const { model, write, nameWaivers } = this.#office;
    const fine = model.fines.find(({ id }) => request.fineIds.includes(id));
    const isLeft = fine !== undefined && fine.amount > fine.waived;
    const figures = isLeft
      ? { outstanding: openOf(fine) / 100, paidAmount: paidOf(fine) / 100, reduces: model.reducedBy(fine)?.id ?? '' }
      : null;
    const before = { outstanding: 1, paidAmount: 0, reduces: '' };
    const refused = not ?? (!stale ? null : isLeft ? 'fine-changed' : 'appealed-fine-gone');
    if (refused === null) {
      request.state = 'accepted';
      if (isLeft) model.waiveAsMistake(fine);
    }
    // As shown before everything was gone, or before there was something again.
    const shown = stale ? (isLeft ? null : before) : figures;
    const acceptance = { ...sent, body: { fine: shown } };
    if ((await write(acceptance, refused)) === null) return null;
    if (isLeft) await nameWaivers();
    return acceptance;
  }

  /** Mostly an open request. */
  #choose(index: number): ModelRequest | undefined {
    const { requests } = this.#office.model;
    const open = requests.filter(({ state }) => state === 'open');
    const ever = requests.map(({ id }) => id);
    const chosen = pickId(open, ever, index);
    return requests.find(({ id }) => id === chosen);
  }

  /** A new session for those who may sign in; for others their last one. */
  async #sessionOf(userId: string | undefined): Promise<{ cookie: string; isIn: boolean }> {
    const { model, app } = this.#office;
    const user = model.users.find(({ id }) => id === userId);
    if (user === undefined || user.email === null || !user.active)
      return { cookie: this.#cookies.get(userId ?? '') ?? '', isIn: false };
    await setPassword(app.db, app.clock.now(), { email: user.email, password: MEMBER_PASSWORD });
    const { cookie } = await app.enter(user.email);
    this.#cookies.set(user.id, cookie);
    return { cookie, isIn: true };
  }

  /** A member's own list has exactly their requests. */
  async #expectOwn(userId: string, cookie: string): Promise<void> {
    const { model, read } = this.#office;
    const own = await read<{ totalItems: number; open: string[] }>('/requests/own', cookie);
    const asked = model.requests.filter((request) => request.userId === userId);
    expect(own.totalItems).toBe(asked.length);
    const open = asked.filter(({ state }) => state === 'open').flatMap(({ fineIds }) => fineIds);
    expect(own.open.toSorted()).toEqual(open.toSorted());
  }
}
