// The dialogs about a user, on the users screen and on a person's screen: which one is open, and about whom.
import { type JSX, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readUser, type User, createSignInLink } from '../../../contract/users.ts';
import { isStaff } from '../../../core/people/permission.ts';
import { useRead, useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { moneyText } from '../../ui/money/money.tsx';
import type { RecordDialog } from '../../ui/dialogs/dialog-state.ts';
import { AddUserDialog, EditUserDialog } from './UserForms.tsx';
import type { UserAction } from './UserParts.tsx';
import classes from './users.module.css';
import { Alert, Box, Button, Text, TextInput } from '@mantine/core';
import { ApiError, type CallError } from '../../api/call.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { useTellIfLeft } from '../../ui/feedback/toast.tsx';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { hindrance, linkAddress, MessageText, useGreeting } from './sign-in/sign-in-link.tsx';
import { isNameless } from './user-list.ts';
import { IconAlertTriangle, IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useSession } from '../../api/session.ts';
import { dayTextOf } from '../../messages/formats.ts';
import { copyFrom, WhatsAppButton } from '../../ui/controls/sharing.tsx';
import { isLocalAddress } from '../../ui/controls/message-links.ts';

interface UserDialogsProps {
  dialog: RecordDialog<User, UserAction>;
  /** absent if nobody can be added */
  adding?: { onAdded: (user: User) => void; onSeveral: () => void };
  onDelete: (user: User) => void;
}

/** To be keyed by the number of the opening. */
export function UserDialogs({ dialog, adding, onDelete }: UserDialogsProps): JSX.Element | null {
  const { t } = useTexts();
  const { subject } = dialog;
  const frame = { opened: dialog.opened, onClose: dialog.close };

  if (subject === null) return null;
  if (subject.kind === 'add') return adding === undefined ? null : <AddUserDialog {...frame} {...adding} />;
  const { kind, record: user } = subject;
  if (kind === 'edit') return <EditUserDialog {...frame} user={user} />;
  if (kind !== 'delete') return <SignInLinkDialog {...frame} user={user} atOnce={kind === 'first-link'} />;
  return (
    <ConfirmDialog
      {...frame}
      title={t('users.delete.title')}
      message={
        <>
          <Text mb={8}>
            <bdi>{t('users.delete.question', { name: user.userName })}</bdi> {t('users.delete.final')}
          </Text>
          <p className={classes['small']}>{t('users.delete.kept')}</p>
          <Credit user={user} asked={dialog.opened} />
        </>
      }
      confirmLabel={t('users.delete.confirm')}
      danger
      onConfirm={() => {
        dialog.close();
        onDelete(user);
      }}
    />
  );
}

/** Says that the user's credit stays and can be given back; nothing for users without credit. */
function Credit({ user, asked }: { user: User; asked: boolean }): JSX.Element | null {
  const { t } = useTexts();
  const { data } = useRead(readUser, { params: { userId: user.id } }, { enabled: asked, keepPrevious: false });
  const credit = data?.summary.credit ?? 0;
  return credit === 0 ? null : (
    <p className={classes['small']} role="status">
      {t('users.delete.credit', { amount: moneyText(credit, 'rs') })}
    </p>
  );
}

// "Sign-in link": creates a link with which a user chooses a password, to copy or send (LINK-7).

interface SignInLinkDialogProps {
  opened: boolean;
  /** As known when the dialog was opened. */
  user: User;
  /** create it without another press */
  atOnce: boolean;
  onClose: () => void;
}

function SignInLinkDialog({ opened, user, atOnce, onClose }: SignInLinkDialogProps): JSX.Element {
  const { t } = useTexts();
  const problemOf = useLinkProblem();
  const making = useWrite(createSignInLink, {
    onError: useTellIfLeft(problemOf, { title: t('users.link.title') }),
  });
  const make = (): void => making.mutate({ input: { params: { userId: user.id } } });
  const hindered = hindrance(user);
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    if (!atOnce || begun.current || hindered !== null) return;
    begun.current = true;
    make();
  });
  useEffect(() => begin(), []);
  const name = isNameless(user) ? t('users.link.somebody') : user.userName;
  const { access } = user;
  const purpose = isStaff(access)
    ? t('users.link.purposeWithAccess', {
        name,
        access: t(`common.access.${access}`),
        may: t(`common.access.may.${access}`),
      })
    : t('users.link.purpose', { name });
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('users.link.title')}
      needsServer
      busy={making.isPending}
      step={making.data === undefined ? 'ask' : 'made'}
      footer={
        making.data === undefined && hindered === null ? (
          <>
            <Button variant="default" disabled={making.isPending} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button data-autofocus loading={making.isPending} onClick={make}>
              {t('users.link.make')}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        )
      }
    >
      {hindered !== null ? (
        <Alert color="yellow" role="status">
          {t(`users.link.problem.${hindered}`)}
        </Alert>
      ) : making.data !== undefined ? (
        <SignInLinkHandover
          user={user}
          address={linkAddress(making.data.baseUrl ?? window.location.origin, making.data.token)}
          expiresAt={making.data.expiresAt}
        />
      ) : (
        <>
          <Text mb={8}>
            <bdi>{purpose}</bdi>
          </Text>
          <p className={classes['small']}>{t(`users.link.before.${user.signIn}`)}</p>
        </>
      )}
      <FormProblem problem={making.error === null ? null : problemOf(making.error)} />
    </Sheet>
  );
}

/** Why no link was made. */
function useLinkProblem(): (error: CallError) => string {
  const { t } = useTexts();
  return (error) => {
    if (!(error instanceof ApiError)) return t('users.link.problem.noAnswer');
    switch (error.code) {
      case 'user-without-email':
      case 'user-inactive':
      case 'user-is-administrator':
        return t(`users.link.problem.${error.code}`);
      case 'user-not-found':
        return t('users.person.gone');
      default:
        return reasonOf(error, t);
    }
  };
}

// A link that was just created: to copy, to pass to the phone's share sheet, or to send by WhatsApp.

interface SignInLinkHandoverProps {
  user: User;
  address: string;
  /** an instant */
  expiresAt: string;
}

function SignInLinkHandover({ user, address, expiresAt }: SignInLinkHandoverProps): JSX.Element {
  const { t } = useTexts();
  const { organisation } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'notYet' | 'refused'>('no');
  const until = dayTextOf(expiresAt, organisation.timeZone);
  const greeting = useGreeting(user);
  const words = isStaff(user.access)
    ? t('users.link.textWithAccess', { address, until, access: t(`common.access.${user.access}`) })
    : t('users.link.text', { address, until });
  const text = `${greeting} ${words}`;

  const copy = (otherwise: 'notYet' | 'refused'): void => {
    if (field.current !== null) void copyFrom(field.current).then((done) => setCopied(done ? 'yes' : otherwise));
  };
  // The press that created the link also copies it. Some browsers copy only right after a press, and by then the link
  // may be too late.
  useEffect(() => copy('notYet'), []);

  const share = (): void => {
    // Closing the share sheet without choosing anything is not a failure.
    navigator.share({ text }).catch(() => undefined);
  };
  return (
    <>
      <TextInput
        ref={field}
        label={t('users.link.address')}
        description={t('users.link.validity', { until })}
        readOnly
        dir="ltr"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      {isLocalAddress(address) ? (
        <Alert mt="md" color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />}>
          {t('users.link.local', { host: new URL(address).host })}
        </Alert>
      ) : null}
      <div className={classes['buttons']}>
        <Button
          leftSection={copied === 'yes' ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => copy('refused')}
        >
          {t('users.link.copy')}
        </Button>
        {'share' in navigator ? (
          <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={share}>
            {t('users.link.share')}
          </Button>
        ) : null}
        <WhatsAppButton number={user.number} text={text} label={t('users.link.whatsApp')} />
      </div>
      <p role="status" className={classes['small']}>
        {copied === 'no' ? '' : t(`users.link.copied.${copied}`)}
      </p>
      <Box component="section" mt={20} aria-label={t('users.link.message')}>
        <MessageText text={text} />
      </Box>
      <p className={classes['small']}>{t('users.link.secret')}</p>
    </>
  );
}
