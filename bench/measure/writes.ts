// The write operations. They delete what they add, so that the size of the database stays the same.
import { addFines, assessFines, deleteFine, setFineStatus } from '../../src/contract/fines/fines.ts';
import type { Random } from '../../organisation/random.ts';
import type { MeasuringClient } from './client.ts';
import { figuresOf, type Measured } from './figures.ts';
import type { Sample } from './sample.ts';

export async function measureWrites(
  client: MeasuringClient,
  sample: Sample,
  random: Random,
  rounds: number,
): Promise<Measured[]> {
  const times = { one: [] as number[], three: [] as number[], pay: [] as number[], remove: [] as number[] };
  const add = async (count: number) => {
    const userIds = new Set<string>();
    while (userIds.size < Math.min(count, sample.users.length)) userIds.add(random.pick(sample.users));
    const body = { amount: 100, date: sample.today, userIds: [...userIds] };
    const { charges } = (await client.call(assessFines, { body })).value();
    const confirmed = charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled }));
    const { ms, value } = await client.call(addFines, { body: { ...body, fineType: 'Late arrival', confirmed } });
    // The ids are in the order of the members.
    return { ms, fines: value().fineIds.map((id, place) => ({ id, amount: charges[place]?.amount ?? 0 })) };
  };
  for (let round = 0; round < rounds; round++) {
    const one = await add(1);
    const three = await add(3);
    times.one.push(one.ms);
    times.three.push(three.ms);
    for (const { id: fineId, amount } of [...one.fines, ...three.fines].toReversed()) {
      const body = { status: 'Paid' as const, shown: { amount, paidAmount: 0, waivedAmount: 0 } };
      const paid = await client.call(setFineStatus, { params: { fineId }, body });
      times.pay.push(paid.ms);
      times.remove.push((await client.call(deleteFine, { params: { fineId } })).ms);
    }
  }
  const measured = (name: string, of: number[]): Measured => ({ name, figures: figuresOf(of), read: false });
  return [
    measured('Add a fine for 1 user', times.one),
    measured('Add a fine for 3 users', times.three),
    measured('Mark paid', times.pay),
    measured('Delete', times.remove),
  ];
}
