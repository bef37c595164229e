// "Join with …": finds another record of the same person and shows both, of which one remains (JOIN-1, JOIN-7).
import { Alert, Box, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type JSX, useState } from 'react';
import { joinUsers } from '../../../../contract/money/joining.ts';
import { readUser } from '../../../../contract/users.ts';
import { addPaisa } from '../../../../core/money/money.ts';
import { isStaff } from '../../../../core/people/permission.ts';
import { useRead, useWrite } from '../../../api/hooks.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import UserSelect from '../../../ui/people/UserSelect.tsx';
import { Detail, SignInState } from '../UserParts.tsx';
import type { Person } from './person-tabs.ts';
import { useUndoJoin } from './useUndoJoin.ts';

const RANK = { none: 0, invited: 1, active: 2 };
const rankOf = ({ user }: Person): number => (isStaff(user.access) ? 3 : RANK[user.signIn]);

interface JoinDialogProps {
  person: Person;
  opened: boolean;
  onClose: () => void;
}

/** To be keyed by the number of the opening. */
export default function JoinDialog({ person, opened, onClose }: JoinDialogProps): JSX.Element {
  const { t } = useTexts();
  const [otherId, setOtherId] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const { data: found, error } = useRead(
    readUser,
    { params: { userId: otherId ?? '' } },
    { enabled: otherId !== undefined, keepPrevious: false },
  );
  const undo = useUndoJoin();
  const joining = useWrite(joinUsers, {
    onSuccess: ({ userName }, { input: { body } }) => {
      onClose();
      toast.success(t('users.join.done', { name: userName }), undo(body.joinedId));
    },
  });
  const other = found?.user.id === person.user.id ? undefined : found;
  // Whoever has access or can sign in, otherwise the one on the screen.
  const first = other !== undefined && rankOf(other) > rankOf(person) ? other : person;
  const remains = other !== undefined && chosen === other.user.id ? other : chosen === undefined ? first : person;
  const joined = remains === person ? other : person;
  const isForbidden = other !== undefined && person.user.signIn === 'active' && other.user.signIn === 'active';
  const problem =
    otherId === person.user.id
      ? t('users.join.same')
      : isForbidden
        ? t('users.join.bothSignIn')
        : (joining.error ?? error) === null
          ? null
          : reasonOf(joining.error ?? error, t, { 'user-not-found': t('users.person.gone') });
  const save = (): void => {
    if (joined === undefined) return;
    const sum = (of: 'pendingFine' | 'credit') => addPaisa(remains.summary[of], joined.summary[of]);
    const body = { joinedId: joined.user.id, pendingFine: sum('pendingFine'), credit: sum('credit') };
    joining.mutate({ input: { params: { userId: remains.user.id }, body } });
  };
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('users.join.title')}
      needsServer
      size="lg"
      busy={joining.isPending}
      described={false}
      footer={
        <>
          <Button variant="default" disabled={joining.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={joined === undefined || isForbidden} loading={joining.isPending} onClick={save}>
            {t('users.join.save')}
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <UserSelect
          first
          label={t('users.join.other')}
          userId={otherId}
          userName={other?.user.userName}
          onChange={(id) => {
            joining.reset();
            setChosen(undefined);
            setOtherId(id);
          }}
        />
        {other !== undefined && joined !== undefined && (
          <>
            <Radio.Group label={t('users.join.which')} value={remains.user.id} onChange={setChosen}>
              <Group align="start" gap={16} mt={8}>
                {[person, other].map((one) => (
                  <Box key={one.user.id} flex="1 1 14rem" miw={0}>
                    <Radio value={one.user.id} label={<Record person={one} />} />
                  </Box>
                ))}
              </Group>
            </Radio.Group>
            <Alert color="blue" role="status">
              {t('users.join.what', {
                name: recordedText(remains.user.userName),
                amount: moneyText(addPaisa(remains.summary.pendingFine, joined.summary.pendingFine), 'rs'),
              })}{' '}
              {rankOf(joined) > rankOf(remains) && t('users.join.email', { email: joined.user.userEmail ?? '' })}
            </Alert>
          </>
        )}
        <FormProblem problem={problem} />
      </Stack>
    </Sheet>
  );
}

/** One of the two. */
function Record({ person: { user, summary } }: { person: Person }): JSX.Element {
  const { t } = useTexts();
  return (
    <Stack component="span" gap={2}>
      <Text span inherit fw={600}>
        <bdi>{recordedText(user.userName)}</bdi>
      </Text>
      <Detail user={user} field="email" />
      <span>
        {t('users.person.owes')} <Money paisa={summary.pendingFine} format="rs" />
      </span>
      <span>{t('users.join.fines', { count: summary.fineCount })}</span>
      {summary.credit > 0 && (
        <span>
          {t('common.fine.credit')} <Money paisa={summary.credit} format="rs" />
        </span>
      )}
      <span>
        <SignInState user={user} />
      </span>
    </Stack>
  );
}
