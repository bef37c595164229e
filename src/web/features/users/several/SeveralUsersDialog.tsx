// "Paste a list": several people at once, from a spreadsheet or typed, checked line by line before anybody is added
// (USER-17 to USER-20).
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import {
  type ClipboardEvent,
  type FormEvent,
  type JSX,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { addUsers } from '../../../../contract/users.ts';
import { MAX_PASTED, MAX_USERS_PER_LIST } from '../../../../core/limits.ts';
import { numbersIsolatedIn } from '../../../../core/text/isolation.ts';
import { ApiError } from '../../../api/call.ts';
import { useSubmission } from '../../../api/sending/submissions.ts';
import { useTexts } from '../../../messages/index.ts';
import { currentLanguage } from '../../../messages/language.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { FormNotices } from '../../../ui/forms/FormSheet.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { itemProblems } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { formDraft } from '../../../ui/dialogs/dialog-state.ts';
import { useRecordForm } from '../../../ui/forms/record-form.ts';
import { type CheckedUser, type Refused, checkUsers, isWrong, refusedKey, readPastedUsers } from './pasted-users.ts';
import { UnderstoodUsers } from './UnderstoodUsers.tsx';
import { askForLink } from '../sign-in/sign-in-link.tsx';
import { useUserFailure } from '../useUserFailure.ts';
import classes from './several.module.css';

interface SeveralUsersDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: (userIds: readonly string[]) => void;
}

const EMPTY = { text: '' };
const DRAFT = formDraft('users.several', null);
const NOTHING_REFUSED: Refused = new Map();

export default function SeveralUsersDialog({ opened, onClose, onAdded }: SeveralUsersDialogProps): JSX.Element {
  const { t } = useTexts();
  const onFailed = useUserFailure();
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const submission = useSubmission(addUsers, {
    name: DRAFT,
    onSuccess: ({ userIds }) => {
      const links = { label: t('users.links.send'), run: () => askForLink('several') };
      toast.success(t('users.several.done', { count: userIds.length }), { action: links });
      onAdded(userIds);
    },
    complain: (error) => onFailed('addSeveral', error, DRAFT),
  });
  const form = useRecordForm({ base: EMPTY, draftName: DRAFT, submission, onClose });
  const { busy } = form;
  const { text } = form.values;
  const [refused, setRefused] = useState(NOTHING_REFUSED);
  const [isTooLong, setTooLong] = useState(false);
  // Typing stays fluent while a long list is checked.
  const checkedText = useDeferredValue(text);
  const { unread, users } = useMemo(() => readAndCheck(checkedText, refused), [checkedText, refused]);
  const wrong = users.filter(isWrong);
  const [firstWrong] = wrong;
  const tooMany = users.length > MAX_USERS_PER_LIST;

  const goTo = ({ line }: CheckedUser): void => {
    const { current } = field;
    if (current === null) return;
    current.focus();
    current.setSelectionRange(line.from, line.to);
    // A selection alone is not scrolled into view.
    const lineHeight = current.scrollHeight / current.value.split('\n').length;
    current.scrollTop = (line.number - 2) * lineHeight;
    current.scrollLeft = 0;
  };
  const goToFirstWrong = (list: readonly CheckedUser[]): boolean => {
    const first = list.find(isWrong);
    if (first !== undefined) goTo(first);
    return first !== undefined;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const list = readAndCheck(text, refused).users;
    if (goToFirstWrong(list) || list.length === 0 || list.length > MAX_USERS_PER_LIST) return;
    void form.save(() => send(list));
  };
  const send = async (list: readonly CheckedUser[]): Promise<void> => {
    try {
      await submission.send({ body: { users: list.map(({ user }) => user) } });
    } catch (error) {
      if (error instanceof ApiError) {
        const lines = refusedLines(error, list, t('users.problem.email-in-use'));
        setRefused(lines);
        goToFirstWrong(checkUsers(list, lines));
      }
      throw error;
    }
  };

  const buttons = (
    <>
      <Button variant="default" onClick={form.giveUp} disabled={busy}>
        {t('common.cancel')}
      </Button>
      <Button
        type="submit"
        form={formId}
        disabled={users.length === 0 || wrong.length > 0 || tooMany}
        {...busyButton(busy)}
      >
        {busy
          ? t('common.wait')
          : users.length === 0
            ? t('users.several.saveNone')
            : t('users.several.save', { count: users.length })}
      </Button>
    </>
  );
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('users.several.title')}
      needsServer
      size={1080}
      busy={busy}
      footer={buttons}
      described={false}
    >
      <form ref={form.ref} id={formId} noValidate onSubmit={submit} aria-busy={busy}>
        <Stack gap="md">
          <FormNotices form={form} />
          <Textarea
            ref={field}
            data-autofocus
            label={t('users.several.label')}
            description={t('users.several.hint')}
            placeholder={numbersIsolatedIn(t('users.several.placeholder'), currentLanguage())}
            rows={7}
            wrap="off"
            autoComplete="off"
            spellCheck={false}
            readOnly={busy}
            value={text}
            error={isTooLong ? t('common.pastedTooLong', { max: MAX_PASTED }) : undefined}
            onChange={({ currentTarget: { value } }) => {
              setTooLong(value.length > MAX_PASTED);
              if (value.length <= MAX_PASTED) form.change('text', value);
            }}
            onPaste={showBeginnings}
            classNames={{ input: classes['text'] ?? '' }}
          />
          <Group justify="space-between" gap={8}>
            <p role="status" className={classes['count']}>
              {users.length === 0 ? null : <span>{t('users.several.people', { count: users.length })}</span>}
              {wrong.length === 0 ? null : (
                <Text span c="var(--mantine-color-error)">
                  {t('users.several.toMend', { count: wrong.length })}
                </Text>
              )}
            </p>
            {firstWrong === undefined ? null : (
              <Button variant="default" onClick={() => goTo(firstWrong)}>
                {t('users.several.goToLine', { line: firstWrong.line.number })}
              </Button>
            )}
          </Group>
          {tooMany ? (
            <Alert color="yellow" role="alert">
              {t('users.several.tooMany', { max: MAX_USERS_PER_LIST })}
            </Alert>
          ) : null}
          {unread.length === 0 ? null : (
            <p className={classes['unread']}>{t('users.several.unread', { columns: unread.join(' · ') })}</p>
          )}
          <UnderstoodUsers users={users} />
        </Stack>
      </form>
    </Sheet>
  );
}

/** After pasting, the cursor is at the end of the last line, possibly far from where the lines begin. */
function showBeginnings({ currentTarget: field }: ClipboardEvent<HTMLTextAreaElement>): void {
  requestAnimationFrame(() => {
    field.scrollLeft = 0;
  });
}

function readAndCheck(text: string, refused: Refused): { users: CheckedUser[]; unread: string[] } {
  const { users, unread } = readPastedUsers(text);
  return { users: checkUsers(users, refused), unread };
}

/** The server's sentences for each line. */
function refusedLines(error: ApiError, list: readonly CheckedUser[], emailInUse: string): Refused {
  const refused = new Map<string, string[]>();
  for (const { place, message } of itemProblems(error, 'users')) {
    const user = list[place]?.user;
    const sentence = error.code === 'emails-in-use' ? emailInUse : message;
    if (user !== undefined) refused.set(refusedKey(user), [...(refused.get(refusedKey(user)) ?? []), sentence]);
  }
  return refused;
}
