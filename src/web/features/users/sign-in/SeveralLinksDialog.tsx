// Sign-in links for many users at once (LINK-15 to LINK-18): first who gets one, then the links, as a list to copy and
// by WhatsApp one after the other.
import { Button, Checkbox } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import {
  createSignInLinks,
  listWithoutSignIn,
  type WithoutSignIn,
} from '../../../../contract/sign-in/sign-in-links.ts';
import { ApiError, type CallError } from '../../../api/errors.ts';
import { useRead, useWrite } from '../../../api/hooks.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { DialogLoading } from '../../../ui/dialogs/DialogLoading.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { useTellIfLeft } from '../../../ui/feedback/toast.tsx';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { addedLast } from '../several/new-users.ts';
import classes from '../users.module.css';
import { SeveralLinks } from './SeveralLinks.tsx';

/** Those who were just added, or else those who were never sent a link. */
function chosenAtFirst(people: readonly WithoutSignIn[]): ReadonlySet<string> {
  const added = people.filter(({ id, invited }) => addedLast().has(id) && !invited);
  const chosen = added.length > 0 ? added : people.filter(({ invited }) => !invited);
  return new Set(chosen.map(({ id }) => id));
}

export default function SeveralLinksDialog(props: { opened: boolean; onClose: () => void }): JSX.Element {
  const { opened, onClose } = props;
  const { t } = useTexts();
  const reading = useRead(listWithoutSignIn, {}, { enabled: opened, keepPrevious: false });
  const problemOf = (error: CallError): string =>
    error instanceof ApiError
      ? t('users.links.notMade', { reason: reasonOf(error, t) })
      : t('users.link.problem.noAnswer');
  const making = useWrite(createSignInLinks, { onError: useTellIfLeft(problemOf) });
  const people = reading.data?.items ?? [];
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  const chosen = ticked ?? chosenAtFirst(people);
  const userIds = people.flatMap(({ id }) => (chosen.has(id) ? id : []));
  /** as they were when the links were created, because the list is read again then */
  const [asked, setAsked] = useState<readonly WithoutSignIn[]>([]);
  const made = making.data;
  const make = (): void => {
    setAsked(people.filter(({ id }) => chosen.has(id)));
    making.mutate({ input: { body: { userIds } } });
  };
  const canCreate = made === undefined && people.length > 0;
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('users.links.title')}
      needsServer
      size="lg"
      busy={making.isPending}
      step={made === undefined ? 'ask' : 'made'}
      footer={
        <>
          <Button variant="default" disabled={making.isPending} onClick={onClose}>
            {t(canCreate ? 'common.cancel' : 'common.close')}
          </Button>
          {canCreate && (
            <Button disabled={userIds.length === 0} loading={making.isPending} onClick={make}>
              {userIds.length === 0 ? t('users.links.makeNone') : t('users.links.make', { count: userIds.length })}
            </Button>
          )}
        </>
      }
    >
      {made !== undefined ? (
        <SeveralLinks people={asked} made={made} leftOut={asked.length - made.links.length} />
      ) : reading.data === undefined ? (
        <DialogLoading
          failed={reading.isError}
          message={t('users.links.failed')}
          onTryAgain={() => void reading.refetch()}
        />
      ) : people.length === 0 ? (
        <p className={classes['question']}>{t('users.links.nobody')}</p>
      ) : (
        <Choice people={people} total={reading.data.totalItems} chosen={chosen} onChoose={setTicked} />
      )}
      <FormProblem problem={making.error === null ? null : problemOf(making.error)} />
    </Sheet>
  );
}

interface ChoiceProps {
  people: readonly WithoutSignIn[];
  /** how many have no way to sign in */
  total: number;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

function Choice({ people, total, chosen, onChoose }: ChoiceProps): JSX.Element {
  const { t } = useTexts();
  const count = people.filter(({ id }) => chosen.has(id)).length;
  const toggle = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <>
      <p className={classes['question']}>{t('users.links.purpose', { count: total })}</p>
      {total > people.length && <p className={classes['small']}>{t('users.links.first', { count: people.length })}</p>}
      <Checkbox
        mt="sm"
        size="md"
        label={t('users.links.all')}
        checked={count === people.length}
        indeterminate={count > 0 && count < people.length}
        onChange={({ currentTarget: { checked } }) => onChoose(new Set(checked ? people.map(({ id }) => id) : []))}
      />
      <ul className={classes['people']}>
        {people.map(({ id, userName, phone, invited }) => (
          <li key={id}>
            <Checkbox
              size="md"
              label={<bdi>{recordedText(userName)}</bdi>}
              description={
                <>
                  <bdi>{phone}</bdi>
                  {phone !== '' && invited && ' · '}
                  {invited && t('users.links.invited')}
                </>
              }
              checked={chosen.has(id)}
              onChange={({ currentTarget: { checked } }) => toggle(id, checked)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
