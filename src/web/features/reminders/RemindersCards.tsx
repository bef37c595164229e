// The figures above the list, regardless of its filter: what is owed, how much of it is overdue, and who is left alone.
import type { JSX } from 'react';
import type { Reminders } from '../../../contract/money/reminders.ts';
import { formatCount } from '../../../core/text/count.ts';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { TextLink } from '../../ui/controls/TextLink.tsx';
import { FigureCards } from '../../ui/layout/FigureCards.tsx';
import { moneyText } from '../../ui/money/Money.tsx';

export function RemindersCards({ list, failed }: { list: Reminders | undefined; failed: boolean }): JSX.Element {
  const { t } = useTexts();
  const members = (count: number | undefined): string =>
    count === undefined ? '' : t('reminders.cards.members', { count });
  return (
    <FigureCards
      label={t('reminders.cards.label')}
      failed={failed}
      noteLines={2}
      cards={[
        {
          key: 'owed',
          title: t('reminders.cards.owed'),
          figure: list && moneyText(list.owed, 'rs'),
          note: (
            <>
              {members(list?.counts.owing)}
              {list !== undefined && list.others.count > 0 && (
                <>
                  {'; '}
                  <TextLink inText to={`${PATHS.dashboard}?status=has-pending`}>
                    {t('reminders.cards.others', {
                      count: list.others.count,
                      amount: moneyText(list.others.owed, 'rs'),
                    })}
                  </TextLink>
                </>
              )}
            </>
          ),
        },
        {
          key: 'overdue',
          title: t('reminders.cards.overdue'),
          figure: list && moneyText(list.overdue, 'rs'),
          note: members(list?.counts.overdue),
        },
        {
          key: 'promised',
          title: t('reminders.cards.promised'),
          figure: list && formatCount(list.counts.promised),
          note: t('reminders.cards.promisedNote'),
        },
      ]}
    />
  );
}
