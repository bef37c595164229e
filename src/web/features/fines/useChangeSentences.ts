// What a change of a fine says: a sentence for it, and one for each field that was corrected.
import type { FineChange } from '../../../contract/fine-details.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { moneyText } from '../../ui/Money.tsx';

export function useChangeSentences(): (change: FineChange) => string[] {
  const { t } = useTexts();
  const rs = (rupees: number): string => moneyText(rupees, 'rs');
  return ({ kind, by, before, after }) => {
    const who = by ?? '';
    const { fineType, description, amount, date } = after;
    const entered = { fineType, amount: rs(amount), date: dayText(date) };
    if (kind === 'imported') return [t('fines.change.imported', entered)];
    if (kind === 'added' || before === null) return [t('fines.change.added', { who, ...entered })];
    if (kind === 'paid') return [t('fines.change.paid', { who })];
    if (kind === 'unpaid') return [t('fines.change.unpaid', { who })];
    if (kind === 'reduced') return [t('fines.change.reduced', { who, from: rs(before.amount), to: rs(amount) })];
    const note = before.description === '' ? 'noteAdded' : description === '' ? 'noteRemoved' : 'note';
    return [
      t('fines.change.corrected', { who }),
      ...(before.fineType === fineType ? [] : [t('fines.change.fineType', { from: before.fineType, to: fineType })]),
      ...(before.amount === amount ? [] : [t('fines.change.amount', { from: rs(before.amount), to: rs(amount) })]),
      ...(before.date === date ? [] : [t('fines.change.date', { from: dayText(before.date), to: dayText(date) })]),
      ...(before.description === description
        ? []
        : [t(`fines.change.${note}`, { from: before.description, to: description })]),
    ];
  };
}
