// The "Add New Fine" dialog: one fine for one or several users at once.
import { Alert, Box, Button } from '@mantine/core';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { CallError } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { areaTexts, useTexts } from '../../../messages/index.ts';
import { isolated } from '../../../messages/translate.ts';
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { DayInput } from '../../../ui/forms/fields/DayInput.tsx';
import { RestoredNotice } from '../../../ui/forms/FormSheet.tsx';
import type { RecordForm } from '../../../ui/forms/record-form.ts';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useUndo } from '../../../ui/feedback/undo.ts';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import { ChargesConfirmation } from './ChargesConfirmation.tsx';
import { type FineDraft, type PickedUser, dateOf, isEmpty, isIncomplete, problemOf } from './draft.ts';
import { FineTextInputs, FineTypeInput } from './FineTypeInput.tsx';
import classes from '../fines.module.css';
import { NAME, useAddFine } from './useAddFine.ts';
import { UserChecklist } from './UserChecklist.tsx';

const pictures = lazyPart(() => import('../../../ui/forms/picture/FinePictures.tsx'), areaTexts('requests'));

interface AddFineProps {
  opened: boolean;
  /** already chosen in a new form */
  forUser: PickedUser | null;
  /** the user whose fines alone the list shows, null for everybody's: first in the checklist */
  shownUser: PickedUser | null;
  onAdded(): void;
  /** Hides fines that are being undone, until the returned function is called. */
  hide(fineIds: readonly string[]): () => void;
  onClose(): void;
}

export default function AddFineDialog(props: AddFineProps): ReactNode {
  const { t } = useTexts();
  const { today } = useSession().organisation;
  const formId = useId();
  const showAdded = useAddedToast(props.hide);
  const failed = (error: CallError, gone: readonly PickedUser[]): string => {
    const known = { count: gone.length, names: namesOf(gone) };
    const own = gone.length === 0 ? {} : { 'user-not-found': t('fines.failed.usersGone', known) };
    return t('fines.failed.add', { reason: reasonOf(error, t, own) });
  };
  const add = useAddFine({
    today,
    onAdded: (users, { fineIds, batch }) => {
      const unseen = props.shownUser === null ? [] : users.filter(({ id }) => id !== props.shownUser?.id);
      const text = unseen.length === 0 ? t('fines.done.added') : t('fines.done.addedFor', { names: namesOf(unseen) });
      showAdded(text, fineIds, batch);
      props.onAdded();
    },
    onWaits: () => {
      toast.info(t('fines.add.waits'));
      props.onAdded();
    },
    onFailed: (error, gone) => toast.error(failed(error, gone), { id: NAME }),
    onClose: props.onClose,
  });
  const { form } = add;
  const { values: draft, busy, problems, change } = form;
  const restored = useRestored(props, form);
  // While it is being saved as it was, a change would be lost with the form.
  const edit = useCallback<typeof change>(
    (field, value) => {
      if (!busy) change(field, value);
    },
    [busy, change],
  );
  const toggle = useCallback(
    (user: PickedUser) =>
      edit('users', (users) =>
        users.some(({ id }) => id === user.id) ? users.filter(({ id }) => id !== user.id) : [...users, user],
      ),
    [edit],
  );

  const pick = useCallback(
    (picked: readonly PickedUser[]) =>
      edit('users', (users) => {
        const chosen = new Set(users.map(({ id }) => id));
        return [...users, ...picked.filter(({ id }) => !chosen.has(id))];
      }),
    [edit],
  );

  const amountField = useRef<HTMLInputElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  /** A chosen type leads to what is still missing. */
  const chooseType = (fineType: string, lastAmount: number | null): void => {
    const amount = draft.amountTyped || lastAmount === null ? draft.amount : typedAmount(lastAmount);
    edit('fineType', fineType);
    edit('amount', amount);
    if (amount === '') amountField.current?.focus();
    else if (draft.users.length === 0) searchBox.current?.focus();
  };

  const attempt = (event?: FormEvent): void => {
    event?.preventDefault();
    if (busy) return;
    const problem = problemOf(draft, today);
    if (problem === null) {
      void add.submit();
      return;
    }
    const sentence = t(...problem.problem);
    form.showProblems({ [problem.field]: sentence });
    toast.error(sentence, { id: NAME });
  };
  // A disabled button swallows Enter; the form says what is missing instead.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    // As an event, because a picture that is not ready yet holds it up.
    event.currentTarget.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  };
  const problemIn = (field: keyof FineDraft): string | null => problems[field] ?? null;

  return (
    <>
      <Sheet
        opened={props.opened}
        onClose={props.onClose}
        title={t('fines.add.title')}
        needsServer={false}
        size={560}
        busy={busy}
        described={false}
        footer={
          <>
            <Button variant="default" disabled={busy} onClick={form.giveUp}>
              {t('fines.add.cancel')}
            </Button>
            <Button type="submit" form={formId} disabled={isIncomplete(draft)} {...busyButton(busy)}>
              {busy ? t('fines.add.saving') : t('fines.add.submit')}
            </Button>
          </>
        }
      >
        <form
          ref={form.ref}
          id={formId}
          noValidate
          className={classes['form']}
          aria-busy={busy}
          onSubmit={attempt}
          onKeyDown={onKeyDown}
        >
          {restored && !isEmpty(draft) && add.unanswered === null && (
            <RestoredNotice text={t('fines.add.draftKept')} busy={busy} onDiscard={form.discard} />
          )}
          {add.unanswered !== null && (
            <Alert color="yellow" role="alert">
              {add.unanswered === 'same' ? t('fines.add.perhapsSaved') : t('fines.add.perhapsSavedChanged')}
            </Alert>
          )}
          {form.error !== null && add.unanswered === null && Object.keys(problems).length === 0 && (
            <Alert color="red" role="alert">
              <div>{failed(form.error, add.gone)}</div>
              <div>{t('fines.add.nothingSaved')}</div>
            </Alert>
          )}
          <FineTypeInput
            eager
            value={draft.fineType}
            error={problemIn('fineType')}
            onChange={(fineType) => edit('fineType', fineType)}
            onChoose={chooseType}
          />
          <div className={classes['pair']}>
            <AmountInput
              ref={amountField}
              label={t('fines.add.amount')}
              required
              value={draft.amount}
              error={problemIn('amount')}
              onChange={(amount) => {
                edit('amount', amount);
                edit('amountTyped', amount !== '');
              }}
            />
            <DayInput
              label={t('fines.add.date')}
              required
              today={today}
              value={dateOf(draft, today)}
              error={problemIn('date')}
              onChange={(date) => {
                edit('date', date);
                edit('dateChanged', true);
              }}
            />
          </div>
          <FineTextInputs values={draft} problemOf={problemIn} onChange={edit} />
          <Suspense fallback={<Box h={84} />}>
            <pictures.Screen
              isNew
              shown={draft.pictures.map((picture) => ({ picture }))}
              disabled={busy}
              onAdd={(picture) => edit('pictures', (now) => [...new Set([...now, picture])])}
              onRemove={(place) => edit('pictures', (now) => now.filter((_, at) => at !== place))}
            />
          </Suspense>
          <UserChecklist
            searchBox={searchBox}
            picked={draft.users}
            suggested={props.shownUser}
            onToggle={toggle}
            onPick={pick}
            error={problemIn('users')}
          />
        </form>
      </Sheet>
      <ChargesConfirmation
        confirmation={add.confirmation}
        people={draft.users}
        today={today}
        busy={busy}
        onConfirm={() => void add.confirm()}
        onBack={add.back}
      />
    </>
  );
}

/** Says what was added, with "Undo" for all of it. */
function useAddedToast(hide: AddFineProps['hide']): (text: string, fineIds: readonly string[], batch?: number) => void {
  const undo = useUndo();
  const undoable = useRef<string | null>(null);
  // It undoes through this screen.
  useEffect(() => () => void (undoable.current !== null && toast.hide(undoable.current)), []);
  return (text, fineIds, batch) => {
    undoable.current = toast.success(
      text,
      undo(batch, () => hide(fineIds)),
    );
  };
}

/** Isolated, since a name of the other script would mix up the sentence. */
const namesOf = (users: readonly PickedUser[]): string => users.map(({ userName }) => isolated(userName)).join(', ');

/** Whether the form shows what was typed before it was opened; a new form gets the user it was opened for. */
function useRestored({ opened, forUser }: AddFineProps, form: RecordForm<FineDraft>): boolean {
  const { values: draft, change, discard } = form;
  const [restored, setRestored] = useState(false);
  const before = useRef(false);
  /** If a link opened the form, it is there before the user of the link is known. */
  const awaitsUser = useRef(false);
  useEffect(() => {
    const isOpening = opened && !before.current;
    before.current = opened;
    const isNew = isOpening && isEmpty(draft);
    if (isOpening) {
      setRestored(!isNew);
      awaitsUser.current = isNew;
    }
    // The user of an earlier opening.
    if (isNew) discard();
    if (!opened || !awaitsUser.current || forUser === null) return;
    awaitsUser.current = false;
    if (!isNew && draft.users.length > 0) return;
    change('users', [forUser]);
    change('givenUserId', forUser.id);
  }, [opened, forUser, draft, change, discard]);
  return restored;
}
