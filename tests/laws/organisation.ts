// The organisation under test: runs each step on the real server (in process, without a network) and on the model, and
// compares the results.
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { RULE_ID, RULES } from '../../src/core/fines/rules.ts';
import { expect } from 'vitest';
import { dayOf } from '../../src/core/calendar.ts';
import { isReminding } from '../../src/core/people/reminder-plan.ts';
import type { Reduction } from '../../src/contract/fines/fines.ts';
import type { TestApp } from '../helpers/app.ts';
import { Asking } from './asking.ts';
import { Joining } from './joining.ts';
import {
  type Charge,
  isWaived,
  Model,
  type ModelFine,
  type ModelPayment,
  type ModelUser,
  type ModelWaiver,
  openOf,
  paidOf,
  shownOf,
} from './model.ts';
import {
  asRupees,
  codeOf,
  emailOf,
  INVALID_REQUESTS,
  eventBody,
  userBody,
  pick,
  pickId,
  type Sent,
} from './requests.ts';
import type { Step } from './steps.ts';
import { Surcharging } from './surcharging.ts';

/** What the answer to a request names it by, to undo it. */
interface Batch {
  batch: number;
}

interface Done extends Sent {
  key: string;
  answer: string;
}

export class Organisation {
  readonly model = new Model(Object.fromEntries(RULES.map(({ name, isOnAtFirst }) => [name, isOnAtFirst])), () =>
    dayOf(this.#app.clock.now(), 'Asia/Karachi'),
  );
  readonly #app: TestApp;
  readonly #cookie: string;
  readonly #groups: ReadonlyMap<string, string>;
  readonly #asking: Asking;
  readonly #joining: Joining;
  readonly #surcharging: Surcharging;
  /** ids of all events, including deleted ones */
  readonly #eventIds: string[] = [];
  /** payments whose ids are not known yet, in order; null where none was needed */
  #received: (ModelPayment | null)[] = [];
  readonly #done: Done[] = [];
  #keys = 0;

  /** `groups`: their ids by name */
  constructor(app: TestApp, cookie: string, groups: ReadonlyMap<string, string>) {
    this.#groups = groups;
    this.#app = app;
    this.#cookie = cookie;
    this.#asking = new Asking({
      model: this.model,
      app,
      write: (sent, refused, by) => this.#write(sent, refused, by),
      read: async (path, by) => JSON.parse((await this.send({ method: 'GET', path }, undefined, by)).payload) as never,
      received: (payment) => void this.#received.push(payment),
      nameWaivers: () => this.#nameWaivers(),
    });
    this.#joining = new Joining({
      model: this.model,
      app,
      write: (sent, refused) => this.#write(sent, refused),
      read: async (path) => JSON.parse((await this.send({ method: 'GET', path })).payload) as never,
      userAt: (index) => this.#userAt(index),
    });
    this.#surcharging = new Surcharging({
      model: this.model,
      app,
      write: (sent, refused) => this.#write(sent, refused),
      read: async (path) => JSON.parse((await this.send({ method: 'GET', path })).payload) as never,
    });
  }

  /** Fails if server and model disagree. */
  async take(step: Step): Promise<void> {
    await this.#step(step);
    await this.#nameReceived();
  }

  async #step(step: Step): Promise<void> {
    const { model } = this;
    switch (step.kind) {
      case 'add user': {
        const email = emailOf(step.email);
        const refused = model.emailIsTaken(email, null) ? 'email-in-use' : null;
        const answer = await this.#write<{ id: string }>(
          { method: 'POST', path: '/users', body: userBody(email, step.active) },
          refused,
        );
        if (answer !== null) {
          model.users.push({ id: answer.id, email: email.toLowerCase(), active: step.active, group: null });
        }
        return;
      }
      case 'add several users': {
        const emails = step.emails.map(emailOf);
        const different = new Set(emails.map((email) => email.toLowerCase())).size === emails.length;
        const taken = emails.some((email) => model.emailIsTaken(email, null));
        const body = { users: emails.map((email) => userBody(email, true)) };
        const refused = different ? (taken ? 'emails-in-use' : null) : 'invalid-input';
        const answer = await this.#write<{ userIds: string[] }>(
          { method: 'POST', path: '/users/several', body },
          refused,
        );
        const added = (answer?.userIds ?? []).map((id, place) => ({
          id,
          email: emails[place]?.toLowerCase() ?? '',
          active: true,
          group: null,
        }));
        model.users.push(...added);
        return;
      }
      case 'update user': {
        const user = this.#userAt(step.user);
        const email = emailOf(step.email);
        const refused =
          user === undefined || user.email === null
            ? 'user-not-found'
            : model.emailIsTaken(email, user.id)
              ? 'email-in-use'
              : null;
        await this.#write(
          { method: 'PATCH', path: `/users/${user?.id ?? 'NOBODY22'}`, body: userBody(email, step.active) },
          refused,
        );
        if (user !== undefined && refused === null)
          Object.assign(user, { email: email.toLowerCase(), active: step.active });
        return;
      }
      case 'delete user': {
        const user = this.#userAt(step.user);
        const refused = user === undefined || user.email === null ? 'user-not-found' : null;
        await this.#write({ method: 'DELETE', path: `/users/${user?.id ?? 'NOBODY22'}` }, refused);
        if (user !== undefined) Object.assign(user, { email: null, group: null });
        return;
      }
      case 'put into a group': {
        const users = [...new Set(step.users.map((user) => this.#userAt(user)))].filter((user) => user !== undefined);
        const refused =
          users.length === 0 ? 'invalid-input' : users.some(({ email }) => email === null) ? 'user-not-found' : null;
        const groupId = (step.group === null ? undefined : this.#groups.get(step.group)) ?? null;
        const body = { userIds: users.map(({ id }) => id), groupId };
        await this.#write({ method: 'POST', path: '/users/group', body }, refused);
        if (refused === null) for (const user of users) user.group = step.group;
        return;
      }
      case 'join':
        return this.#joining.join(step);
      case 'undo join':
        return this.#joining.undoJoin(step);
      case 'add fines':
        return this.#addFines(step);
      case 'mark': {
        const id = pickId(model.fines, this.model.fineIds, step.fine) ?? 'NOFINE222222';
        const fine = model.fines.find((candidate) => candidate.id === id);
        const refused =
          fine === undefined
            ? 'fine-not-found'
            : fine.paid !== step.paid
              ? !step.paid && isWaived(fine)
                ? 'fine-waived'
                : null
              : step.paid
                ? 'already-paid'
                : 'already-pending';
        // Figures from before the model changes.
        const body = { status: step.paid ? 'Paid' : 'Pending', shown: shownOf(fine) };
        let payment: ModelPayment | null = null;
        if (fine !== undefined && refused === null) {
          if (!step.paid) model.unpay(fine);
          else {
            payment = model.pay(fine.userId, [fine], { credit: 0, payment: openOf(fine) });
            this.#received.push(payment);
          }
          fine.paid = step.paid;
        }
        const answer = await this.#write<Batch>({ method: 'PUT', path: `/fines/${id}/status`, body }, refused);
        if (fine === undefined || answer === null || !step.paid || !step.undone) return;
        if (payment !== null) model.takeBack(payment);
        fine.paid = false;
        await this.#undo(answer);
        return;
      }
      case 'pay': {
        // Mostly pending fines, so that it is not always refused.
        const pending = model.fines.filter(({ paid }) => !paid);
        const ids = [...new Set(step.fines.map((fine) => pickId(pending, this.model.fineIds, fine) ?? 'NOFINE222222'))];
        const chosen = ids.map((id) => pending.find((fine) => fine.id === id));
        const sums = Map.groupBy(
          chosen.filter((fine) => fine !== undefined),
          (fine) => fine.userId,
        );
        const tooLarge = [...sums.values()].some(
          (own) => own.reduce((sum, fine) => sum + openOf(fine), 0) > 99_999_999_999,
        );
        const refused = chosen.includes(undefined) ? 'fines-not-pending' : tooLarge ? 'payment-too-large' : null;
        const shown = ids.map((fineId, place) => {
          const fine = chosen[place];
          return { fineId, outstanding: Math.min(99_999_999_999, fine === undefined ? 0 : openOf(fine)) / 100 };
        });
        const fines = chosen.filter((fine) => fine !== undefined);
        const taken: (ModelPayment | null)[] = [];
        if (refused === null) {
          for (const userId of new Set(fines.map((fine) => fine.userId))) {
            const own = fines.filter((fine) => fine.userId === userId);
            const payment = own.reduce((sum, fine) => sum + openOf(fine), 0);
            taken.push(model.pay(userId, own, { credit: 0, payment }));
            for (const fine of own) fine.paid = true;
          }
          this.#received.push(...taken);
        }
        const answer = await this.#write<Batch>(
          { method: 'POST', path: '/fines/pay', body: { fines: shown } },
          refused,
        );
        if (answer === null || !step.undone) return;
        for (const payment of taken) if (payment !== null) model.takeBack(payment);
        for (const fine of fines) fine.paid = false;
        await this.#undo(answer);
        return;
      }
      case 'collect':
        return this.#collect(step);
      case 'collect from many':
        return this.#collectFromMany(step);
      case 'take back': {
        const payment = pick(model.payments, step.payment);
        const left = (payment?.left ?? 0) / 100;
        const refused = payment === undefined ? 'payment-not-found' : model.takeBack(payment);
        const path = `/payments/${payment?.id ?? 'NOPAYMENT222'}/reversal`;
        await this.#write({ method: 'POST', path, body: { amount: left, reason: 'by mistake' } }, refused);
        return;
      }
      case 'claim':
        return this.#asking.claim(step, this.#payerAt(step.user).user?.id);
      case 'appeal':
        return this.#asking.appeal(step, this.#payerAt(step.user).user?.id);
      case 'withdraw':
        return this.#asking.withdraw(step, this.#payerAt(step.user).user?.id);
      case 'decide':
        return this.#asking.decide(step);
      case 'due days': {
        const body = { dueDays: step.days };
        await this.#write({ method: 'PATCH', path: '/organisation', body }, step.days === 0 ? 'invalid-input' : null);
        if (step.days !== 0) model.dueDays = step.days;
        return;
      }
      case 'waive':
        return this.#waive(step);
      case 'waive several':
        return this.#waiveSeveral(step);
      case 'take back waiver': {
        const standing = model.fines.flatMap((fine) => fine.waivers.map((waiver) => ({ fine, waiver })));
        const { fine, waiver } = pick(standing, step.waiver) ?? {};
        const left = waiver?.left ?? 1;
        // Still a valid amount: neither 0 nor above the maximum.
        const shown = step.stale ? left + (left > 1 ? -1 : 1) : left;
        const refused =
          fine === undefined || waiver === undefined
            ? 'waiver-not-found'
            : shown !== waiver.left
              ? 'waiver-reversed'
              : fine.mistake && !waiver.mistake
                ? 'mistake-first'
                : null;
        if (fine !== undefined && waiver !== undefined && refused === null) model.reverseWaiver(fine, waiver);
        const body = { amount: shown / 100, reason: 'after all' };
        const path = `/waivers/${waiver?.id ?? 'NOWAIVER2222'}/reversal`;
        await this.#write({ method: 'POST', path, body }, refused);
        return;
      }
      case 'give back':
        return this.#giveBack(step);
      case 'take back refund': {
        const refund = pick(model.refunds, step.refund);
        const refused = refund === undefined ? 'refund-not-found' : refund.left === 0 ? 'refund-reversed' : null;
        if (refund !== undefined) {
          model.cash = (model.cash ?? 0) + refund.left;
          refund.left = 0;
        }
        const path = `/refunds/${refund?.id ?? 'NOREFUND2222'}/reversal`;
        await this.#write({ method: 'POST', path, body: { reason: 'by mistake' } }, refused);
        return;
      }
      case 'pay out': {
        const held = model.cash ?? 0;
        const amount = { half: Math.ceil(held / 2), all: held, more: held + 1 }[step.part];
        const body = { holderId: ADMINISTRATOR_ID, amount: amount / 100, note: 'tea' };
        const refused =
          amount <= 0 || amount > 99_999_999_999
            ? 'invalid-input'
            : model.cash === null
              ? 'cash-holder-not-found'
              : amount > held
                ? 'more-than-cash'
                : null;
        if (refused === null) model.cash = held - amount;
        const answer = await this.#write({ method: 'POST', path: '/cash/pay-outs', body }, refused);
        if (answer === null) return;
        const { payload } = await this.send({ method: 'GET', path: '/cash/pay-outs' });
        const { items } = JSON.parse(payload) as { items: { id: string }[] };
        model.payOuts.push({ id: items[0]?.id ?? '', amount, stands: true, after: model.handOvers.length });
        return;
      }
      case 'take back pay-out': {
        const payOut = pick(model.payOuts, step.payOut);
        const refused =
          payOut === undefined
            ? 'pay-out-not-found'
            : !payOut.stands
              ? 'pay-out-reversed'
              : model.handOvers.slice(payOut.after).some(({ stands }) => stands)
                ? 'handed-over-since'
                : null;
        if (payOut !== undefined && refused === null) {
          payOut.stands = false;
          model.cash = (model.cash ?? 0) + payOut.amount;
        }
        const path = `/cash/pay-outs/${payOut?.id ?? 'NOPAYOUT2222'}/reversal`;
        await this.#write({ method: 'POST', path, body: { reason: 'by mistake' } }, refused);
        return;
      }
      case 'hand over': {
        const held = model.cash ?? 0;
        const shown = held + (step.stale ? 1 : 0);
        const counted = Math.max(0, Math.min(held + step.difference, 99_999_999_999));
        const body = {
          holderId: ADMINISTRATOR_ID,
          held: shown / 100,
          counted: counted / 100,
          takenBy: 'The bank',
          note: 'Counted twice',
        };
        const refused = model.cash === null ? 'cash-holder-not-found' : step.stale ? 'cash-changed' : null;
        if (refused === null) model.cash = 0;
        const answer = await this.#write<{ handOver: { id: string; held: number; difference: number } }>(
          { method: 'POST', path: '/cash/hand-overs', body },
          refused,
        );
        if (answer === null) return;
        expect(answer.handOver).toMatchObject({ held: held / 100, difference: (counted - held) / 100 });
        model.handOvers.push({ id: answer.handOver.id, held, stands: true });
        return;
      }
      case 'take back hand-over': {
        const newest = model.handOvers.findLast(({ stands }) => stands);
        const handOver = step.newest ? newest : pick(model.handOvers, step.handOver);
        const refused =
          handOver === undefined
            ? 'hand-over-not-found'
            : !handOver.stands
              ? 'hand-over-reversed'
              : handOver === newest
                ? null
                : 'handed-over-since';
        if (handOver !== undefined && refused === null) {
          handOver.stands = false;
          model.cash = (model.cash ?? 0) + handOver.held;
        }
        const path = `/cash/hand-overs/${handOver?.id ?? 'NOHANDOVER22'}/reversal`;
        await this.#write({ method: 'POST', path, body: { reason: 'by mistake' } }, refused);
        return;
      }
      case 'correct':
        return this.#correct(step);
      case 'delete fine':
        return this.#deleteFine(this.#fineToDelete(step));
      case 'add event': {
        // Added to the model before the write, so that the totals in the answer can be compared.
        const event = { id: '', amount: step.amount };
        model.events.push(event);
        const answer = await this.#write<{ event: { id: string } }>(
          { method: 'POST', path: '/events', body: eventBody(step.amount) },
          null,
        );
        event.id = answer?.event.id ?? '';
        this.#eventIds.push(event.id);
        return;
      }
      case 'update event':
      case 'delete event': {
        const id = pickId(model.events, this.#eventIds, step.event) ?? 'NOEVENT22222';
        const event = model.events.find((candidate) => candidate.id === id);
        const refused = event === undefined ? 'event-not-found' : null;
        if (step.kind === 'delete event') {
          model.events = model.events.filter((candidate) => candidate !== event);
          await this.#write({ method: 'DELETE', path: `/events/${id}` }, refused);
        } else {
          if (event !== undefined) event.amount = step.amount;
          // Either all fields or only the amount.
          const all = eventBody(step.amount);
          const body = step.event % 2 === 0 ? all : { amount: all.amount };
          await this.#write({ method: 'PATCH', path: `/events/${id}`, body }, refused);
        }
        return;
      }
      case 'switch': {
        // The administrator of these tests has no passkey, so the server refuses a rule that would lock everybody out.
        const isTooEarly = step.rule === 'late-surcharge' && model.dueDays === null;
        const refused = !step.on
          ? null
          : step.rule === 'money-needs-passkey'
            ? 'passkey-first'
            : isTooEarly
              ? 'due-days-first'
              : null;
        if (refused === null) model.switch(step.rule, step.on);
        await this.#write(
          { method: 'PUT', path: `/rules/${RULE_ID[step.rule]}`, body: { allowDisallow: step.on } },
          refused,
        );
        return;
      }
      case 'surcharge terms':
        return this.#surcharging.setTerms(step);
      case 'surcharges':
        return this.#surcharging.round(step);
      case 'undo surcharges':
        return this.#surcharging.undo();
      case 'promise':
        return this.#surcharging.promise(step);
      case 'repeat': {
        const done = pick(this.#done, step.request);
        if (done === undefined) return;
        const answer = await this.send(done, done.key);
        expect({ status: answer.statusCode, text: answer.payload }).toEqual({ status: 200, text: done.answer });
        return;
      }
      case 'reuse key': {
        const done = pick(this.#done, step.request);
        if (done === undefined) return;
        const answer = await this.send({ method: 'POST', path: '/events', body: eventBody(77) }, done.key);
        expect(codeOf(answer.payload)).toBe('idempotency-key-reused');
        return;
      }
      case 'nonsense': {
        const user = model.users.find(({ email }) => email !== null);
        const [sent, code] = pick(INVALID_REQUESTS, step.which) ?? [];
        if (sent === undefined || user === undefined) return;
        const body =
          sent.body === undefined
            ? {}
            : { body: JSON.parse(JSON.stringify(sent.body).replaceAll('USER', user.id)) as object };
        await this.#write({ ...sent, ...body }, code ?? null);
        return;
      }
      case 'wait':
        this.#app.clock.advance(step.hours * 3_600_000);
        // By day the server would add surcharges by itself, between any two steps.
        while (isReminding(this.#app.clock.now(), 'Asia/Karachi')) this.#app.clock.advance(3_600_000);
        return;
    }
  }

  async #addFines(step: Extract<Step, { kind: 'add fines' }>): Promise<void> {
    const { model } = this;
    const userIds = [...new Set(step.users.map((user) => this.#userAt(user)?.id ?? 'NOBODY22'))];
    const charges = model.charges(userIds, step.amount, step.date);
    const body = { fineType: `Type ${step.amount % 3}`, amount: step.amount / 100, date: step.date, userIds };
    const assessed = await this.send({ method: 'POST', path: '/fines/assess', body });
    const isListed = model.mayUse(body.fineType);
    if (typeof charges === 'string') {
      expect(codeOf(assessed.payload)).toBe(charges);
      await this.#write({ method: 'POST', path: '/fines', body }, isListed ? charges : 'fine-type-not-listed');
      return;
    }
    const confirmed = asRupees(charges);
    const answered = JSON.parse(assessed.payload) as { ruleOn: boolean; charges: (Charge & { userName: string })[] };
    expect(answered.ruleOn).toBe(model.rules['repeat-offence']);
    expect(answered.charges).toMatchObject(confirmed);
    expect(answered.charges.length).toBe(confirmed.length);
    const normal = charges.every(({ doubled }) => !doubled);
    const given = {
      'as assessed': { confirmed, fits: true },
      'as normal': {
        confirmed: asRupees(charges.map((charge) => ({ ...charge, amount: step.amount, doubled: false }))),
        fits: normal,
      },
      'not at all': { confirmed: undefined, fits: model.rules['repeat-offence'] !== true },
    }[step.confirm];
    const { fineType } = body;
    const refused = !isListed ? 'fine-type-not-listed' : given.fits ? null : 'charges-changed';
    const added: ModelFine[] =
      refused === null
        ? charges.map(({ userId, amount }) => ({
            id: '',
            userId,
            amount,
            date: step.date,
            enteredOn: model.today(),
            dueOn: model.dueDayFor(step.date),
            paid: false,
            fineType,
            note: '',
            waived: 0,
            waivers: [],
            mistake: false,
            holds: [],
          }))
        : [];
    model.fines.push(...added);
    const sent = { method: 'POST', path: '/fines', body: { ...body, confirmed: given.confirmed } } as const;
    const answer = await this.#write<Batch & { fineIds: string[] }>(sent, refused);
    if (answer === null) return;
    expect(answer.fineIds).toHaveLength(confirmed.length);
    for (const [place, id] of answer.fineIds.entries()) {
      Object.assign(added[place] ?? {}, { id });
      this.model.fineIds.push(id);
    }
    if (!step.undone) return;
    // These are the newest fines, so they have doubled none: nothing else changes, whatever amounts it has.
    model.fines = model.fines.filter((fine) => !added.includes(fine));
    await this.#undo(answer);
  }

  async #collect(step: Extract<Step, { kind: 'collect' }>): Promise<void> {
    const { model } = this;
    const { asked, user } = this.#payerAt(step.user);
    const open = model.fines.filter((fine) => fine.userId === user?.id && !fine.paid && fine.amount > 0);
    const fines = [...new Set(step.fines.flatMap((index) => pick(open, index) ?? []))];
    const has = user === undefined ? 0 : model.credit(user.id);
    const credit = Math.min(
      { none: 0, half: Math.floor(has / 2), all: has, more: has + 1 }[step.credit],
      99_999_999_999,
    );
    const shown = fines.map((fine) => ({ fineId: fine.id, outstanding: openOf(fine) / 100 }));
    if (step.stale && shown[0] !== undefined) shown[0].outstanding = (openOf(fines[0] as never) - 1) / 100;
    const body = {
      userId: asked,
      fines: shown,
      credit: credit / 100,
      amount: step.amount / 100,
      receivedOn: model.today(),
    };
    const isInvalid = step.amount + credit === 0 || (credit > 0 && fines.length === 0);
    const isChanged = (step.stale && fines.length > 0) || credit > has;
    const refused = isInvalid
      ? 'invalid-input'
      : user === undefined
        ? 'user-not-found'
        : isChanged
          ? 'payment-changed'
          : null;
    if (refused === null && user !== undefined) {
      this.#received.push(model.pay(user.id, fines, { credit, payment: step.amount }));
    }
    await this.#write({ method: 'POST', path: '/payments', body }, refused);
  }

  async #collectFromMany(step: Extract<Step, { kind: 'collect from many' }>): Promise<void> {
    const { model } = this;
    const ids = [...new Set(step.users.map((user) => this.#userAt(user)?.id ?? 'NOBODY22'))];
    const debts = ids.map((userId) => {
      const open = model.fines.filter((fine) => fine.userId === userId && openOf(fine) > 0);
      const owed = open.reduce((sum, fine) => sum + openOf(fine), 0);
      return { userId, open, owed, payment: Math.min(owed, step.limit ?? Infinity) };
    });
    const debtors = debts.map(({ userId, owed }) => ({ userId, pendingFine: owed / 100 }));
    if (step.stale && debtors[0] !== undefined) debtors[0].pendingFine += 0.01;
    const body = {
      debtors,
      limit: step.limit === null ? null : step.limit / 100,
      method: 'Cash',
      receivedOn: model.today(),
    };
    const refused =
      step.limit === 0
        ? 'invalid-input'
        : ids.some((id) => !model.isPresent(id))
          ? 'user-not-found'
          : step.stale
            ? 'debts-changed'
            : debts.some(({ payment }) => payment > 99_999_999_999)
              ? 'payment-too-large'
              : null;
    const owing = debts.filter(({ owed }) => owed > 0);
    if (refused === null) {
      for (const { userId, open, payment } of owing) {
        this.#received.push(model.pay(userId, open, { credit: 0, payment }));
      }
    }
    const answer = await this.#write<{
      payments: { userId: string; amount: number; left: number }[];
      leftOut: { userId: string }[];
    }>({ method: 'POST', path: '/debtors/collect', body }, refused);
    if (answer === null) return;
    expect(answer.payments).toMatchObject(
      owing.map(({ userId, owed, payment }) => ({ userId, amount: payment / 100, left: (owed - payment) / 100 })),
    );
    expect(answer.leftOut).toHaveLength(debts.length - owing.length);
  }

  /** Gives the model's newest payments their ids. */
  async #nameReceived(): Promise<void> {
    const unnamed = this.#received.filter((payment) => payment !== null);
    this.#received = [];
    if (unnamed.length === 0) return;
    const newest = this.#app.db.read.selectFrom('payments').select('id').orderBy('sequence', 'desc');
    const rows = await newest.limit(unnamed.length).execute();
    for (const [place, payment] of unnamed.toReversed().entries()) payment.id = rows[place]?.id ?? '';
  }

  async #correct(step: Extract<Step, { kind: 'correct' }>): Promise<void> {
    const { model } = this;
    const id = pickId(model.fines, this.model.fineIds, step.fine) ?? 'NOFINE222222';
    const fine = model.fines.find((candidate) => candidate.id === id);
    const now = fine ?? { fineType: 'Type', note: '', amount: 100, date: '2026-11-18' };
    const to = {
      fineType: step.fineType === null ? now.fineType : `Type ${step.fineType}`,
      note: step.note === null ? now.note : `Note ${step.note}`,
      amount: step.amount ?? now.amount,
      date: step.date ?? now.date,
    };
    const shown = step.stale ? { ...now, note: `${now.note} before` } : now;
    const asSent = ({ fineType, note, amount, date }: typeof to) => ({
      fineType,
      description: note,
      amount: amount / 100,
      date,
    });
    const body = { ...asSent(to), shown: asSent(shown) };
    const different = JSON.stringify(asSent(to)) !== JSON.stringify(body.shown);
    const stale = fine !== undefined && step.stale;
    const refused = !different ? 'invalid-input' : stale ? 'fine-changed' : model.correctionRefused(fine, to);
    if (refused === null && fine !== undefined) {
      const { date, ...others } = to;
      Object.assign(fine, others);
      model.moveTo(fine, date);
      if (fine.amount > 0) fine.paid = openOf(fine) === 0;
    }
    await this.#write({ method: 'PUT', path: `/fines/${id}`, body }, refused);
  }

  #fineToDelete({ fine, half }: Pick<Extract<Step, { kind: 'delete fine' }>, 'fine' | 'half'>): string {
    const { fines } = this.model;
    const halves = half ? fines.filter((candidate) => this.model.doublesOf(candidate).length > 0) : [];
    const chosen = halves.length > 0 ? pick(halves, fine)?.id : pickId(fines, this.model.fineIds, fine);
    return chosen ?? 'NOFINE222222';
  }

  async #deleteFine(id: string): Promise<void> {
    const fine = this.model.fines.find((candidate) => candidate.id === id);
    const { amount, paidAmount, waivedAmount } = shownOf(fine);
    const shown = `amount=${amount}&paidAmount=${paidAmount}&waivedAmount=${waivedAmount}`;
    const borne = fine === undefined ? [] : this.model.surchargesOf(fine);
    const reduced = fine === undefined ? null : this.model.delete(fine);
    const foreseen = await this.send({ method: 'GET', path: `/fines/${id}/deletion` });
    const { reduction, surcharges } = JSON.parse(foreseen.payload) as {
      reduction?: Reduction | null;
      surcharges?: number;
    };
    const answer = await this.#write<{ reduction: Reduction | null }>(
      { method: 'DELETE', path: `/fines/${id}?${shown}&reduces=${reduction?.fineId ?? ''}` },
      fine === undefined ? 'fine-not-found' : null,
    );
    if (answer === null || fine === undefined) return;
    expect(surcharges).toBe(borne.reduce((sum, one) => sum + one.amount - one.waived, 0) / 100);
    expect(reduction).toEqual(answer.reduction && expect.objectContaining(answer.reduction));
    this.#expectReduction(answer.reduction, reduced, fine);
  }

  /** Checks the answered reduction. `reduced` is the fine as it was before this fine was gone. */
  #expectReduction(answered: Reduction | null, reduced: ModelFine | null, { amount }: ModelFine): void {
    const waived = Math.min(reduced?.waived ?? 0, amount);
    expect(answered).toEqual(
      reduced && {
        fineId: reduced.id,
        from: reduced.amount / 100,
        to: amount / 100,
        status: reduced.paid ? 'Paid' : 'Pending',
        toGiveBack: Math.max(0, paidOf(reduced) + waived - amount) / 100,
      },
    );
  }

  async #waive(step: Extract<Step, { kind: 'waive' }>): Promise<void> {
    const { model } = this;
    const id = this.#fineToDelete(step);
    const fine = model.fines.find((candidate) => candidate.id === id);
    const open = fine === undefined ? 0 : openOf(fine);
    const amount = { half: Math.ceil(open / 2), all: open, more: open + 1, mistake: open }[step.part];
    const mistake = step.part === 'mistake';
    const stale = step.stale && open > 0;
    const body = {
      outstanding: (open - (stale ? 1 : 0)) / 100,
      ...(mistake ? { mistake, paidAmount: shownOf(fine).paidAmount } : { amount: amount / 100 }),
      reason: 'was in hospital',
    };
    const isInvalid = !mistake && (amount === 0 || amount > 99_999_999_999);
    const refused = isInvalid
      ? 'invalid-input'
      : fine === undefined
        ? 'fine-not-found'
        : stale
          ? 'fine-changed'
          : fine.amount === fine.waived
            ? 'nothing-to-waive'
            : !mistake && amount > open
              ? 'waived-too-much'
              : null;
    const creditBefore = fine === undefined ? 0 : model.credit(fine.userId);
    let reduced: ModelFine | null = null;
    if (fine !== undefined && refused === null) {
      if (mistake) reduced = model.waiveAsMistake(fine);
      else model.waive(fine, amount);
    }
    const answer = await this.#write<{ reduction: Reduction | null; toCredit: number }>(
      { method: 'POST', path: `/fines/${id}/waivers`, body },
      refused,
    );
    if (answer === null || fine === undefined) return;
    await this.#nameWaivers();
    this.#expectReduction(answer.reduction, reduced, fine);
    expect(answer.toCredit).toBe((model.credit(fine.userId) - creditBefore) / 100);
  }

  /** Gives the model's newest waivers their ids. */
  async #nameWaivers(): Promise<void> {
    const unnamed = this.model.fines.filter(({ waivers }) => waivers.at(-1)?.id === '');
    const made = this.#app.db.read.selectFrom('waivers').select(['id', 'fine_id']).orderBy('sequence', 'desc');
    for (const { id, fine_id: fineId } of await made.limit(unnamed.length).execute()) {
      Object.assign(unnamed.find((fine) => fine.id === fineId)?.waivers.at(-1) ?? {}, { id });
    }
  }

  async #waiveSeveral(step: Extract<Step, { kind: 'waive several' }>): Promise<void> {
    const { model } = this;
    const open = model.fines.filter((fine) => openOf(fine) > 0);
    const ids = [...new Set(step.fines.map((fine) => pickId(open, this.model.fineIds, fine) ?? 'NOFINE222222'))];
    const chosen = ids.map((id) => model.fines.find((fine) => fine.id === id));
    const fines = chosen.filter((fine) => fine !== undefined);
    const shown = ids.map((fineId, place) => {
      const fine = chosen[place];
      return { fineId, outstanding: (fine === undefined ? 0 : openOf(fine)) / 100 };
    });
    const [first] = chosen;
    const stale = step.stale && first !== undefined && openOf(first) > 0;
    if (stale && shown[0] !== undefined) shown[0].outstanding = (openOf(first) - 1) / 100;
    const refused =
      fines.length < ids.length || stale
        ? 'fines-changed'
        : fines.some((fine) => openOf(fine) === 0)
          ? 'nothing-to-waive'
          : null;
    if (refused === null) for (const fine of fines) model.waive(fine, openOf(fine));
    const body = { fines: shown, reason: 'was in hospital' };
    const answer = await this.#write<Batch>({ method: 'POST', path: '/fines/waive', body }, refused);
    if (answer === null) return;
    await this.#nameWaivers();
    if (!step.undone) return;
    for (const fine of fines) model.reverseWaiver(fine, fine.waivers.at(-1) as ModelWaiver);
    await this.#undo(answer);
  }

  /** Undoes everything a request did; the model has already gone back. */
  async #undo({ batch }: Batch): Promise<void> {
    await this.#write({ method: 'POST', path: '/undo', body: { batch } }, null);
    // It cannot be undone again.
    await this.#write({ method: 'POST', path: '/undo', body: { batch } }, 'fines-changed');
  }

  async #giveBack(step: Extract<Step, { kind: 'give back' }>): Promise<void> {
    const { model } = this;
    const { asked, user } = this.#payerAt(step.user);
    const has = user === undefined ? 0 : model.credit(user.id);
    const amount = { half: Math.ceil(has / 2), all: has, more: has + 1 }[step.part];
    const body = {
      userId: asked,
      credit: (has + (step.stale ? 1 : 0)) / 100,
      amount: amount / 100,
      givenOn: model.today(),
    };
    const refused =
      amount === 0 || amount > 99_999_999_999
        ? 'invalid-input'
        : user === undefined
          ? 'user-not-found'
          : step.stale
            ? 'credit-changed'
            : amount > has
              ? 'more-than-credit'
              : null;
    const refund = { id: '', userId: user?.id ?? asked, left: amount };
    // Before the write, so that the totals in the answer can be compared.
    if (refused === null) {
      model.refunds.push(refund);
      model.cash = (model.cash ?? 0) - amount;
    }
    const answer = await this.#write<{ refund: { id: string } }>({ method: 'POST', path: '/refunds', body }, refused);
    if (answer !== null) refund.id = answer.refund.id;
  }

  /** Whoever pays or asks for this user: the record that remained, if theirs was joined with it. */
  #payerAt(index: number): { asked: string; user: ModelUser | undefined } {
    const asked = this.#userAt(index)?.id ?? 'NOBODY22';
    return { asked, user: this.model.users.find(({ id }) => id === this.model.ownerOf(asked)) };
  }

  #userAt(index: number): ModelUser | undefined {
    const { users } = this.model;
    const present = users.filter(({ email }) => email !== null);
    const ever = users.map(({ id }) => id);
    const chosen = pickId(present, ever, index);
    return users.find(({ id }) => id === chosen);
  }

  /** Sends a write under a new key, as the administrator or with this cookie; null if it was refused as expected. */
  async #write<T>(sent: Sent, refused: string | null, cookie?: string): Promise<T | null> {
    this.#keys += 1;
    const key = `step-number-${this.#keys}`;
    const { statusCode, payload } = await this.send(sent, key, cookie);
    if (refused !== null) {
      expect(codeOf(payload), payload).toBe(refused);
      return null;
    }
    expect(statusCode, payload).toBe(200);
    // Only the administrator's writes are repeated later, because other sessions may have ended by then.
    if (cookie === undefined) this.#done.push({ ...sent, key, answer: payload });
    const answer = JSON.parse(payload) as T & { totals?: object };
    if (answer.totals !== undefined) expect(answer.totals).toEqual(this.model.totals());
    return answer;
  }

  send({ method, path, body }: Sent, key?: string, cookie = this.#cookie) {
    return this.#app.server.inject({
      method,
      url: `/api${path}`,
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        cookie,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
  }
}
