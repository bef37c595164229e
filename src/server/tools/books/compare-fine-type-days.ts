// What is kept of the fines of each day and type, against the fines themselves.
import type { Handle } from '../../db/types.ts';
import { FINE_TYPE_DAY_FIGURES, fineTypeDays } from '../../fines/fine-type-days.ts';
import type { Problems } from './problems.ts';

export async function compareFineTypeDays(db: Handle, problems: Problems): Promise<void> {
  const rows = await db.selectFrom('fine_type_days').selectAll().execute();
  const nameOf = ({ date, type_key: key }: { date: string; type_key: string }) => `${date} of the type "${key}"`;
  const kept = new Map(rows.map((row) => [nameOf(row), row]));
  const compare = (name: string, is: (typeof rows)[number] | undefined, right: (typeof rows)[number] | undefined) => {
    for (const figure of FINE_TYPE_DAY_FIGURES) {
      const [said, summed] = [is?.[figure] ?? 0, right?.[figure] ?? 0];
      if (said !== summed) {
        problems.add(`Of the fines of ${name} ${said} are kept as ${figure.replace('_', ' ')}, they say ${summed}.`);
      }
    }
  };
  for await (const summed of fineTypeDays(db)) {
    for (const row of summed) {
      compare(nameOf(row), kept.get(nameOf(row)), row);
      kept.delete(nameOf(row));
    }
  }
  for (const [name, row] of kept) compare(name, row, undefined);
}
