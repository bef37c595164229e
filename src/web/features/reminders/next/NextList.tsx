// The members who are reminded next automatically, each with "Skip" (REMIND-17).
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import { readNextReminders, skipReminder } from '../../../../contract/money/reminder-plan.ts';
import { useRead } from '../../../api/hooks.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { Allowed } from '../../../ui/controls/Allowed.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { LoadFailureState } from '../../../ui/feedback/LoadFailure.tsx';
import { Pager } from '../../../ui/lists/paging/Pager.tsx';
import { useShownPage } from '../../../ui/lists/paging/useListPage.ts';
import { Money, moneyText } from '../../../ui/money/Money.tsx';
import { PersonLink } from '../../../ui/people/PersonLink.tsx';
import classes from './next.module.css';
import type { SteppingIn } from './useSteppingIn.ts';

interface NextListProps {
  opened: boolean;
  when: string;
  steppingIn: SteppingIn;
  onClose: () => void;
}

export function NextList({ opened, when, steppingIn, onClose }: NextListProps): JSX.Element {
  const { t } = useTexts();
  const [page, setPage] = useState(1);
  const { list, pages, failure } = useShownPage(
    { page, setPage },
    useRead(readNextReminders, { query: { page } }, { enabled: opened }),
  );
  return (
    <Sheet opened={opened} onClose={onClose} title={t('reminders.auto.list')} needsServer={false}>
      <p role="status" className={classes['status']}>
        {list === undefined ? '' : list.day === null ? t('reminders.auto.nobody') : t('reminders.auto.next', { when })}
      </p>
      {failure.nothing && <LoadFailureState failure={failure} message={t('reminders.auto.failed')} />}
      <ul className={classes['people']}>
        {list?.items.map((member) => (
          <li key={member.userId}>
            <div className={classes['person']}>
              <PersonLink userId={member.userId} userName={member.userName} />
              <p className={classes['aside']}>
                <Money rupees={member.pendingFine} format="rs" />
                {member.credit > 0 && ` · ${t('reminders.credit', { amount: moneyText(member.credit, 'rs') })}`}
                {member.earliestDue !== null && ` · ${t('reminders.auto.due', { day: dayText(member.earliestDue) })}`}
              </p>
            </div>
            <Allowed to={skipReminder}>
              <Button
                variant="default"
                aria-label={t('reminders.auto.skipNamed', { name: recordedText(member.userName) })}
                onClick={() => steppingIn.skip(member, list.day)}
              >
                {t('reminders.auto.skip')}
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} onChange={setPage} label={t('reminders.auto.pages')} />
    </Sheet>
  );
}
