// The dialogs of the events screen: which one is open, and about which event.
import type { JSX } from 'react';
import { useRef } from 'react';
import type { Event } from '../../../contract/events.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import type { RecordDialog } from '../../ui/dialogs/useRecordDialog.ts';
import { balanceAfter } from './event-list.ts';
import { Summary } from './EventFormDialog.tsx';
import { AddEventDialog, EditEventDialog } from './EventForms.tsx';
import classes from './events.module.css';

interface EventDialogsProps {
  dialog: RecordDialog<Event, 'delete'>;
  /** The page on screen, so that an open form shows what other windows save. */
  events: readonly Event[];
  /** rupees not spent yet; null until they are known */
  balance: number | null;
  onAdded: (position: number) => void;
  onDelete: (event: Event) => void;
}

/** To be keyed by the number of the opening. */
export function EventDialogs({ dialog, events, balance, onAdded, onDelete }: EventDialogsProps): JSX.Element | null {
  const { t } = useTexts();
  const { subject } = dialog;
  const frame = { opened: dialog.opened, onClose: dialog.close };

  const record = subject === null || subject.kind === 'add' ? null : subject.record;
  // As last seen: another window may have moved it to a page that is not on screen.
  const lastSeen = useRef(record);
  lastSeen.current = events.find(({ id }) => id === record?.id) ?? lastSeen.current;
  const event = lastSeen.current;

  if (subject === null) return null;
  if (subject.kind === 'add' || event === null)
    return <AddEventDialog {...frame} available={balance} onAdded={onAdded} />;
  if (subject.kind === 'edit') {
    const available = balance === null ? null : balanceAfter(balance, 0 - event.amount);
    return <EditEventDialog {...frame} available={available} event={event} />;
  }
  return (
    <ConfirmDialog
      {...frame}
      title={t('events.ask.deleteTitle')}
      message={
        <>
          <p className={classes['question']}>{t('events.ask.deleteFinal')}</p>
          <Summary body={event} />
        </>
      }
      confirmLabel={t('events.ask.delete')}
      danger
      onConfirm={() => {
        dialog.close();
        onDelete(event);
      }}
    />
  );
}
