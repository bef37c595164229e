// Which dialog of the events screen is open, and about which event.
import type { JSX } from 'react';
import { useRef, useState } from 'react';
import type { Event } from '../../../contract/events.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { hasDraft, useDraft } from '../../ui/useDraft.ts';
import { useOpened } from '../../ui/useOpened.ts';
import { Summary } from './EventFormDialog.tsx';
import { ADD_DRAFT, AddEventDialog, EditEventDialog, editDraft } from './EventForms.tsx';
import classes from './events.module.css';

type Form = { kind: 'add' } | { kind: 'edit'; event: Event };
type Subject = Form | { kind: 'delete'; event: Event };

export interface EventDialog {
  /** The last one opened; it stays while it moves out of sight. */
  subject: Subject | null;
  opened: boolean;
  /** Grows with each opening, so that every opening starts anew. */
  opening: number;
  add: () => void;
  edit: (event: Event) => void;
  askDelete: (event: Event) => void;
  close: () => void;
}

/** A form that was open and changed when the page was left, reloaded or the session ended opens again by itself. */
export function useEventDialog(): EventDialog {
  const [openForm, setOpenForm, clearOpenForm] = useDraft<Form | null>('events.open', null);
  const [state, setState] = useState<{ subject: Subject | null; opened: boolean; opening: number }>(() => {
    const kept = openForm !== null && hasDraft(openForm.kind === 'add' ? ADD_DRAFT : editDraft(openForm.event.id));
    return { subject: kept ? openForm : null, opened: kept, opening: 0 };
  });

  const open = (subject: Subject): void => {
    setState(({ opening }) => ({ subject, opened: true, opening: opening + 1 }));
    if (subject.kind !== 'delete') setOpenForm(subject);
  };
  return {
    ...state,
    add: () => open({ kind: 'add' }),
    edit: (event) => open({ kind: 'edit', event }),
    askDelete: (event) => open({ kind: 'delete', event }),
    close: () => {
      setState((current) => ({ ...current, opened: false }));
      clearOpenForm();
    },
  };
}

interface EventDialogsProps {
  dialog: EventDialog;
  /** The page on screen: an open form follows what other windows save. */
  events: readonly Event[];
  onAdded: () => void;
  onDelete: (event: Event) => void;
}

export function EventDialogs(props: EventDialogsProps): JSX.Element | null {
  const { subject, opening } = props.dialog;
  return subject === null ? null : <Opening key={opening} {...props} subject={subject} />;
}

function Opening({
  dialog,
  subject,
  events,
  onAdded,
  onDelete,
}: EventDialogsProps & { subject: Subject }): JSX.Element {
  const { t } = useTexts();
  const frame = { opened: useOpened(dialog.opened), onClose: dialog.close };

  const eventId = subject.kind === 'add' ? null : subject.event.id;
  const found = events.find(({ id }) => id === eventId);
  // As it was last seen: another window may have moved it to a page that is not on screen.
  const lastSeen = useRef(subject.kind === 'add' ? null : subject.event);
  if (found !== undefined) lastSeen.current = found;

  if (subject.kind === 'add') return <AddEventDialog {...frame} onAdded={onAdded} />;
  const event = lastSeen.current ?? subject.event;
  if (subject.kind === 'edit') return <EditEventDialog {...frame} event={event} />;
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
