// The sentences for a change of a fine: one for the change, and one for each field that was corrected.
import type { FineChange } from '../../../../contract/fines/fine-details.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, personText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { rs } from '../../../ui/money/money-text.ts';
import { less } from '../../../ui/money/rupees.ts';

export function useChangeSentences(): (change: FineChange) => string[] {
  const { t } = useTexts();
  return ({ kind, by, before, after }) => {
    const who = personText(by ?? '');
    const { fineType, description, amount, date } = after;
    const entered = { fineType: typeText(fineType), amount: rs(amount), date: dayText(date) };
    if (kind === 'imported') return [t('fines.change.imported', entered)];
    if (kind === 'added' || before === null) return [t('fines.change.added', { who, ...entered })];
    const moved = rs(Math.abs(less(after.paidAmount, [before.paidAmount])));
    if (kind === 'paid') {
      return [
        after.status === 'Paid'
          ? t('fines.change.paid', { who })
          : t('fines.change.partlyPaid', { who, amount: moved }),
      ];
    }
    if (kind === 'unpaid') {
      return [
        before.status === 'Paid' && after.paidAmount === 0
          ? t('fines.change.unpaid', { who })
          : t('fines.change.freed', { who, amount: moved }),
      ];
    }
    const waived = rs(Math.abs(less(after.waivedAmount, [before.waivedAmount])));
    if (kind === 'waived') return [t('fines.change.waived', { who, amount: waived })];
    if (kind === 'unwaived') return [t('fines.change.unwaived', { who, amount: waived })];
    if (kind === 'reduced') return [t('fines.change.reduced', { who, from: rs(before.amount), to: rs(amount) })];
    const note = before.description === '' ? 'noteAdded' : description === '' ? 'noteRemoved' : 'note';
    return [
      t('fines.change.corrected', { who }),
      ...(before.fineType === fineType
        ? []
        : [t('fines.change.fineType', { from: typeText(before.fineType), to: typeText(fineType) })]),
      ...(before.amount === amount ? [] : [t('fines.change.amount', { from: rs(before.amount), to: rs(amount) })]),
      ...(before.date === date ? [] : [t('fines.change.date', { from: dayText(before.date), to: dayText(date) })]),
      ...(before.description === description
        ? []
        : [t(`fines.change.${note}`, { from: before.description, to: description })]),
    ];
  };
}
