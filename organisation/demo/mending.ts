// What is put right in the demonstration: corrections, deletions, waivers, payments taken back, credit given back.
import { correctFine, readFine } from '../../src/contract/fines/fine-details.ts';
import { deleteFine, type Fine, setFineStatus } from '../../src/contract/fines/fines.ts';
import { readOwed, reversePayment } from '../../src/contract/money/payments.ts';
import { giveRefund, reverseRefund } from '../../src/contract/money/refunds.ts';
import { reverseWaiver, waiveFine } from '../../src/contract/money/waivers.ts';
import type { Person } from './cast.ts';
import { heldByManager } from './fund.ts';
import { rupees, type Story, takeNewest } from './story.ts';
import { BOUNCED, MISTAKEN_BECAUSE, RENAMED_NOTES, TAKEN_BACK_BECAUSE, WAIVED_BECAUSE } from './texts.ts';

/** After this many days, nobody remembers. */
const REMEMBERED_DAYS = 8;

export async function mendOfTheDay(story: Story): Promise<void> {
  const { office, random, day } = story;
  office.clock.turnTo(day.ago, 0.75);
  // Anything not corrected by then stays.
  story.fines = story.fines.filter(({ ago }) => ago - day.ago <= REMEMBERED_DAYS);
  story.payments = story.payments.filter(({ ago }) => ago - day.ago <= 2);
  const all = day.ago === 0;
  if (all || random.chance(0.09)) await correct(story);
  if (all || random.chance(0.05)) await remove(story);
  if (all || random.chance(0.09)) await waive(story);
  if (all || random.chance(0.02)) await letGoAsMistake(story);
  if (all || random.chance(0.03)) await takePaymentBack(story);
  if (random.chance(0.008)) await markUnpaid(story);
  const [person] = story.inCredit;
  if (person !== undefined && story.inCredit.size > 2 && (all || random.chance(0.04))) await giveBack(story, person);
}

/** A recent fine of which nothing is paid or waived. */
async function untouched(story: Story) {
  const found = takeNewest(story.fines, () => story.random.chance(0.5));
  if (found === undefined) return null;
  const { fine } = await story.manager(readFine, { params: { fineId: found.id } });
  return fine.paidAmount === 0 && fine.waivedAmount === 0 && fine.status === 'Pending' ? fine : null;
}

async function correct(story: Story): Promise<void> {
  const fine = await untouched(story);
  if (fine === null) return;
  const { fineType, description, amount, date } = fine;
  const shown = { fineType, description, amount, date };
  const note = story.random.pick(RENAMED_NOTES);
  const body = story.random.chance(0.3) ? { ...shown, amount: rupees(amount / 2) } : { ...shown, description: note };
  await story.manager(correctFine, { params: { fineId: fine.id }, body: { ...body, shown } });
}

async function remove(story: Story): Promise<void> {
  const fine = await untouched(story);
  if (fine !== null) await story.manager(deleteFine, { params: { fineId: fine.id }, query: {} });
}

/** Waives all or half of the newest fine of somebody who owes something; returns the fine. */
async function waive({ random, manager, owing }: Story): Promise<Fine | null> {
  const from = random.below(Math.max(1, owing.size - 4));
  for (const { id: userId } of [...owing].slice(from, from + 4)) {
    const fine = (await manager(readOwed, { params: { userId } })).fines.at(-1);
    if (fine === undefined) continue;
    const { outstanding } = fine;
    const amount = random.chance(0.5) || outstanding < 100 ? outstanding : rupees(outstanding / 2);
    const body = { outstanding, amount, reason: random.pick(WAIVED_BECAUSE) };
    return (await manager(waiveFine, { params: { fineId: fine.id }, body })).fine;
  }
  return null;
}

/** Waives a fine, and takes that back. */
export async function waiveAndUndo(story: Story): Promise<void> {
  const fine = await waive(story);
  if (fine === null) return;
  const { waived } = await story.manager(readFine, { params: { fineId: fine.id } });
  const last = waived.at(-1);
  if (last === undefined) return;
  const body = { amount: last.amount, reason: 'Told after all that it was not so' };
  await story.manager(reverseWaiver, { params: { waiverId: last.id }, body });
}

async function letGoAsMistake(story: Story): Promise<void> {
  const fine = await untouched(story);
  if (fine === null) return;
  const body = { outstanding: fine.outstanding, mistake: true, reason: story.random.pick(MISTAKEN_BECAUSE) };
  await story.manager(waiveFine, { params: { fineId: fine.id }, body });
}

/** Takes back a payment that never reached the bank; cash was counted. */
async function takePaymentBack({ payments, manager, random }: Story): Promise<void> {
  const payment = takeNewest(payments, ({ amount, method }) => amount > 0 && method !== 'Cash');
  if (payment === undefined) return;
  const reason = payment.method === 'Cheque' ? BOUNCED : random.pick(TAKEN_BACK_BECAUSE);
  const body = { amount: payment.amount, reason };
  await manager(reversePayment, { params: { paymentId: payment.id }, body });
}

/** Marks a fine unpaid because somebody marked the wrong row. */
async function markUnpaid(story: Story): Promise<void> {
  const fine = await untouched(story);
  if (fine === null || fine.amount === 0) return;
  const { amount } = fine;
  const mark = (status: 'Paid' | 'Pending', paidAmount: number) =>
    story.manager(setFineStatus, {
      params: { fineId: fine.id },
      body: { status, shown: { amount, paidAmount, waivedAmount: 0 } },
    });
  await mark('Paid', 0);
  await mark('Pending', amount);
}

export async function giveBack(story: Story, person: Person): Promise<void> {
  const { manager, day } = story;
  story.inCredit.delete(person);
  const { credit } = await manager(readOwed, { params: { userId: person.id } });
  if (credit === 0) return;
  const method = (await heldByManager(story)) >= credit ? 'Cash' : 'Bank Transfer';
  const body = { userId: person.id, credit, amount: credit, method, givenOn: day.date } as const;
  const { refund } = await manager(giveRefund, { body: { ...body, note: 'Asked for it.' } });
  // One in ten.
  if (!refund.voucher.endsWith('3')) return;
  await manager(reverseRefund, { params: { refundId: refund.id }, body: { reason: 'Did not come for it' } });
  story.inCredit.add(person);
}
