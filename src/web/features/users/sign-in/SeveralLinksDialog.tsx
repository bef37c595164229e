// Sign-in links for many users at once (LINK-15 to LINK-19): first who gets one, then the links, as a list to copy, by
// WhatsApp one after the other, and as cards to print.
import { Alert, Box, Button, Checkbox, Text, Textarea } from '@mantine/core';
import { type JSX, type ReactNode, useState, useRef } from 'react';
import {
  createSignInLinks,
  listWithoutSignIn,
  type WithoutSignIn,
} from '../../../../contract/sign-in/sign-in-links.ts';
import { ApiError, type CallError } from '../../../api/call.ts';
import { useRead, useWrite } from '../../../api/hooks.ts';
import { recordedText, dayTextOf } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { DialogLoading } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import { reasonOf } from '../../../ui/feedback/failure.ts';
import { useTellIfLeft } from '../../../ui/feedback/toast.tsx';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { addedLast } from '../several/new-users.ts';
import classes from '../users.module.css';
import { IconAlertTriangle, IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import type { CallInput } from '../../../../contract/operation.ts';
import { useSession } from '../../../api/session.ts';
import { copyFrom, WhatsAppButton } from '../../../ui/controls/sharing.tsx';
import { isLocalAddress } from '../../../ui/controls/message-links.ts';
import { linkAddress, type MadeLinks, MessageText, useGreeting } from './sign-in-link.tsx';

/** Those who were just added, or else those who were never sent a link. */
function chosenAtFirst(people: readonly WithoutSignIn[], found: Found): ReadonlySet<string> {
  const added = isLimited(found) ? [] : people.filter(({ id, invited }) => addedLast().has(id) && !invited);
  const chosen = added.length > 0 ? added : people.filter(({ invited }) => !invited);
  return new Set(chosen.map(({ id }) => id));
}

/** What the list of users is filtered by. */
export type Found = NonNullable<CallInput<typeof listWithoutSignIn>['query']>;
const isLimited = (found: Found): boolean => Object.values(found).some((value) => value !== undefined);

interface SeveralLinksDialogProps {
  opened: boolean;
  onClose: () => void;
  found: Found;
  onPrint: (made: MadeLinks) => void;
}

export default function SeveralLinksDialog(props: SeveralLinksDialogProps): JSX.Element {
  const { opened, onClose, found, onPrint } = props;
  const { t } = useTexts();
  const reading = useRead(listWithoutSignIn, { query: found }, { enabled: opened, keepPrevious: false });
  const problemOf = (error: CallError): string =>
    error instanceof ApiError
      ? t('users.links.notMade', { reason: reasonOf(error, t) })
      : t('users.link.problem.noAnswer');
  const making = useWrite(createSignInLinks, { onError: useTellIfLeft(problemOf) });
  const people = reading.data?.items ?? [];
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  const chosen = ticked ?? chosenAtFirst(people, found);
  const userIds = people.flatMap(({ id }) => (chosen.has(id) ? id : []));
  /** as they were when the links were created, because the list is read again then */
  const [asked, setAsked] = useState<readonly WithoutSignIn[]>([]);
  const made = making.data && {
    ...making.data,
    links: making.data.links.flatMap(({ userId, token }) => {
      const person = asked.find(({ id }) => id === userId);
      const origin = making.data.baseUrl ?? window.location.origin;
      return person === undefined ? [] : { ...person, address: linkAddress(origin, token) };
    }),
  };
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
          {made !== undefined && made.links.length > 0 && (
            <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => onPrint(made)}>
              {t('users.links.print')}
            </Button>
          )}
          {canCreate && (
            <Button disabled={userIds.length === 0} loading={making.isPending} onClick={make}>
              {userIds.length === 0 ? t('users.links.makeNone') : t('users.links.make', { count: userIds.length })}
            </Button>
          )}
        </>
      }
    >
      {made !== undefined ? (
        <SeveralLinks made={made} leftOut={asked.length - made.links.length} />
      ) : reading.data === undefined ? (
        <DialogLoading
          failed={reading.isError}
          message={t('users.links.failed')}
          onTryAgain={() => void reading.refetch()}
        />
      ) : people.length === 0 ? (
        <>
          <Text mb={8}>{t(isLimited(found) ? 'users.links.nobodyFound' : 'users.links.nobody')}</Text>
          <Limits found={found} staff={reading.data.staff} />
        </>
      ) : (
        <Choice people={people} total={reading.data.totalItems} chosen={chosen} onChoose={setTicked}>
          <Limits found={found} staff={reading.data.staff} />
        </Choice>
      )}
      <FormProblem problem={making.error === null ? null : problemOf(making.error)} />
    </Sheet>
  );
}

/** Who is left out. */
function Limits({ found, staff }: { found: Found; staff: number }): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      {isLimited(found) && <p className={classes['small']}>{t('users.links.found')}</p>}
      {staff > 0 && <p className={classes['small']}>{t('users.links.staff', { count: staff })}</p>}
    </>
  );
}

interface ChoiceProps {
  people: readonly WithoutSignIn[];
  /** how many have no way to sign in */
  total: number;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  children: ReactNode;
}

function Choice({ people, total, chosen, onChoose, children }: ChoiceProps): JSX.Element {
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
      <Text mb={8}>{t('users.links.purpose', { count: total })}</Text>
      {total > people.length && <p className={classes['small']}>{t('users.links.first', { count: people.length })}</p>}
      {children}
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

// Links that were just created for many users: a list to copy, and WhatsApp one after the other.

/** `leftOut`: how many of those chosen got no link. */
function SeveralLinks({ made, leftOut }: { made: MadeLinks; leftOut: number }): JSX.Element {
  const { t } = useTexts();
  const { organisation } = useSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const until = dayTextOf(made.expiresAt, organisation.timeZone);
  const { links } = made;
  const [first] = links;
  // Separated by tabs, so that a spreadsheet makes columns of it.
  const list = links.map(({ userName, address }) => [recordedText(userName), address, until].join('\t')).join('\n');
  const copy = (): void => {
    if (field.current !== null) void copyFrom(field.current).then((done) => setCopied(done ? 'yes' : 'refused'));
  };
  return (
    <>
      <Text mb={8}>{t('users.links.made', { count: links.length, until })}</Text>
      {leftOut > 0 && <p className={classes['small']}>{t('users.links.leftOut', { count: leftOut })}</p>}
      {first !== undefined && isLocalAddress(first.address) && (
        <Alert color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />}>
          {t('users.link.local', { host: new URL(first.address).host })}
        </Alert>
      )}
      {first !== undefined && (
        <>
          <OneAfterTheOther links={links} until={until} />
          <Box mt={20}>
            <Textarea
              ref={field}
              label={t('users.links.list')}
              description={t('users.links.listHint')}
              rows={6}
              wrap="off"
              readOnly
              dir="ltr"
              value={list}
              onFocus={(event) => event.currentTarget.select()}
            />
            <div className={classes['buttons']}>
              <Button
                variant="default"
                leftSection={
                  copied === 'yes' ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                }
                onClick={copy}
              >
                {t('users.links.copy')}
              </Button>
            </div>
            <p role="status" className={classes['small']}>
              {copied === 'no' ? '' : t(`users.link.copied.${copied}`)}
            </p>
          </Box>
          <p className={classes['small']}>{t('users.links.secret')}</p>
        </>
      )}
    </>
  );
}

// Messages with a link each, sent by WhatsApp one by one: the next person is offered after one was opened or skipped.

function OneAfterTheOther({ links, until }: { links: MadeLinks['links']; until: string }): JSX.Element {
  const { t } = useTexts();
  const [place, setPlace] = useState(0);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const link = links[place];
  const greeting = useGreeting(link ?? { userName: '' });
  const text = `${greeting} ${t('users.link.text', { address: link?.address ?? '', until })}`;
  const next = (): void => setPlace((now) => now + 1);
  const onOpened = (id: string): void => {
    setOpened(new Set([...opened, id]));
    next();
  };
  return (
    <Box component="section" mt={20} aria-label={t('users.links.oneByOne')}>
      <Box component="h3" mb={8} fz="md">
        {t('users.links.oneByOne')}
      </Box>
      <p role="status" className={classes['small']}>
        {link === undefined
          ? t('users.links.done', { opened: opened.size, skipped: links.length - opened.size })
          : t('users.links.place', { place: place + 1, count: links.length, name: recordedText(link.userName) })}
      </p>
      {link !== undefined && <MessageText text={text} />}
      <div className={classes['buttons']}>
        {link !== undefined && (
          <>
            <WhatsAppButton
              number={link.number}
              text={text}
              label={t('users.link.whatsApp')}
              onOpened={() => onOpened(link.id)}
            />
            <Button variant="subtle" onClick={next}>
              {t('users.links.skip')}
            </Button>
          </>
        )}
        {place > 0 && (
          <Button variant="subtle" onClick={() => setPlace(place - 1)}>
            {t('users.links.back')}
          </Button>
        )}
      </div>
    </Box>
  );
}
