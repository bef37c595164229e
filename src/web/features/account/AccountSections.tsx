// The sections shared by the administrator's profile and the member's dialog. An address can lead to each of them.
import {
  Button,
  type MantineColorScheme,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { type JSX, type ReactNode, useId, type FormEvent, useState } from 'react';
import { version } from '../../../../package.json';
import { useMay, useSession } from '../../api/session.ts';
import { recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { usePart } from '../../routing/usePart.ts';
import type { Parts } from '../../routing/paths.ts';
import { Card } from '../../ui/layout/page.tsx';
import { LanguageSwitch } from '../../ui/controls/preferences.tsx';
import { AccountForm, Small } from './account-parts.tsx';
import { Passkeys } from './Passkeys.tsx';
import { useNotifications, type Notifications } from './useNotifications.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';
import {
  readOwnMails,
  setOwnMails,
  type OwnNews as News,
  readOwnNews,
  setOwnNews,
} from '../../../contract/mail/mails.ts';
import type { CallError } from '../../api/call.ts';
import { act, queryClient, readKey, useAction, useRead } from '../../api/hooks.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { setOwnName } from '../../../contract/sign-in/account.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { isBlank } from '../../../core/text/letters.ts';
import { givenName } from '../../../core/text/own-words.ts';
import { useTooLong } from '../../ui/forms/fields/checks.ts';
import { NEWS_KINDS } from '../../../core/mail/letters.ts';
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import choices from '../../ui/forms/fields/fields.module.css';

interface SectionProps {
  part: Parts['profile'];
  title: string;
  asCard: boolean;
  children: ReactNode;
}

function Section({ part, title, asCard, children }: SectionProps): JSX.Element {
  const id = useId();
  const props = { ...usePart(part), 'aria-labelledby': id };
  const content = (
    <>
      <Title order={2} id={id} mb={8} fz="lg">
        {title}
      </Title>
      {children}
    </>
  );
  return asCard ? (
    <Card component="section" {...props} style={{ padding: '16px var(--app-edge)' }}>
      {content}
    </Card>
  ) : (
    <section {...props}>{content}</section>
  );
}

export function AccountSections({ asCards = false }: { asCards?: boolean }): JSX.Element {
  const { t } = useTexts();
  const { principal } = useSession();
  const may = useMay();
  const mails = useOwnMails();
  const notifications = useNotifications();
  const news = useNews();
  return (
    <>
      <Section part="person" asCard={asCards} title={t('account.person.title')}>
        <Text fw={600}>
          <bdi>{recordedText(principal?.name ?? '')}</bdi>
        </Text>
        <Small>
          <bdi>{principal?.email ?? ''}</bdi>
        </Small>
        {may(setOwnName) && <OwnName />}
      </Section>
      <Section part="language" asCard={asCards} title={t('account.language.title')}>
        <LanguageSwitch />
        <Small mt={8}>{t('account.language.hint')}</Small>
      </Section>
      <Section part="appearance" asCard={asCards} title={t('account.appearance.title')}>
        <AppearanceSwitch />
        <Small mt={8}>{t('account.appearance.hint')}</Small>
      </Section>
      {mails?.offered === true && (
        <Section part="mails" asCard={asCards} title={t('account.mails.title')}>
          <OwnMails told={mails.told} />
        </Section>
      )}
      {notifications !== undefined && (
        <Section part="notifications" asCard={asCards} title={t('account.notifications.title')}>
          <OwnNotifications notifications={notifications} />
        </Section>
      )}
      {news !== undefined && (mails?.offered === true || notifications !== undefined) && (
        <Section part="news" asCard={asCards} title={t('account.news.title')}>
          <OwnNews told={news} />
        </Section>
      )}
      <Section part="password" asCard={asCards} title={t('account.password.title')}>
        <PasswordForm />
      </Section>
      <Section part="passkeys" asCard={asCards} title={t('account.passkeys.title')}>
        <Passkeys />
      </Section>
      <Section part="sessions" asCard={asCards} title={t('account.sessions.title')}>
        <Sessions />
      </Section>
      <Small>{t('account.version', { version })}</Small>
    </>
  );
}

// Whether the person gets e-mails about what is recorded of them (MAIL-11). Not shown if the organisation sends none.

/** undefined until it is known */
const useOwnMails = (): { told: boolean; offered: boolean } | undefined => useRead(readOwnMails, {}).data;

function OwnMails({ told }: { told: boolean }): JSX.Element {
  const { t } = useTexts();
  const save = useAction<unknown, CallError, boolean>({
    mutationFn: (to) => act(setOwnMails, { body: { told: to } }),
    // One after the other, so that the last of several quick presses holds.
    scope: { id: setOwnMails.id },
    onError: (error) => toast.error(t('account.mails.failed', { reason: reasonOf(error, t) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: readKey(readOwnMails, {}) }),
  });
  return (
    <Switch
      label={t('account.mails.label')}
      description={t('account.mails.hint')}
      checked={save.isPending ? save.variables : told}
      onChange={({ currentTarget: { checked } }) => save.mutate(checked)}
    />
  );
}

// Whether this device shows notifications, and what they say on a locked screen (PUSH-9).

function OwnNotifications({ notifications }: { notifications: Notifications }): JSX.Element {
  const { t } = useTexts();
  const { ability, isOn, amounts, switching, switchingAmounts } = notifications;
  if (ability !== 'able') return <Small>{t(`account.notifications.${ability}`)}</Small>;
  return (
    <Stack gap={12}>
      <Switch
        label={t('account.notifications.label')}
        description={t('account.notifications.hint')}
        checked={switching.isPending ? switching.variables : isOn}
        onChange={({ currentTarget: { checked } }) => {
          if (!switching.isPending) switching.mutate(checked);
        }}
      />
      {isOn && (
        <Switch
          label={t('account.notifications.amounts')}
          description={t('account.notifications.amountsHint')}
          checked={switchingAmounts.isPending ? switchingAmounts.variables : amounts}
          onChange={({ currentTarget: { checked } }) => switchingAmounts.mutate(checked)}
        />
      )}
    </Stack>
  );
}

// The administrator's name on receipts, on vouchers and in the history. Others have the name of their user record.

function OwnName(): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const present = givenName(useSession().principal?.name ?? '');
  /** null: nothing was typed yet */
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const name = typed ?? present;
  const problem =
    tooLong(name, MAX_LENGTH.userName) ?? (tried && isBlank(name) ? t('account.person.missing') : undefined);
  const save = useAction<unknown, CallError, string>({
    mutationKey: [setOwnName.id],
    mutationFn: (to) => act(setOwnName, { body: { name: to } }),
    onSuccess: async () => {
      toast.success(t('account.person.saved'));
      setTried(false);
      // Whatever names the administrator.
      await queryClient.invalidateQueries();
      setTyped(null);
    },
    onError: (error) => toast.error(t('account.person.failed', { reason: reasonOf(error, t) })),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isBlank(name) && problem === undefined && !save.isPending) save.mutate(name.trim());
  };
  return (
    <AccountForm mt={12} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('account.person.name')}
        description={t('account.person.hint')}
        autoComplete="name"
        value={name}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('account.person.save')}
        </Button>
      </div>
    </AccountForm>
  );
}

// Which kinds of news the person is told, by e-mail or on a device (MAIL-16).

/** undefined until it is known, and if the organisation tells nobody */
function useNews(): News | undefined {
  const { data } = useRead(readOwnNews, {});
  return data?.offered === true ? data.told : undefined;
}

function OwnNews({ told }: { told: News }): JSX.Element {
  const { t } = useTexts();
  const save = useAction<unknown, CallError, News>({
    mutationFn: (to) => act(setOwnNews, { body: to }),
    // One after the other, so that the last of several quick presses holds.
    scope: { id: setOwnNews.id },
    onError: (error) => toast.error(t('account.mails.failed', { reason: reasonOf(error, t) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: readKey(readOwnNews, {}) }),
  });
  const shown = save.isPending ? save.variables : told;
  return (
    <Stack gap={12}>
      {NEWS_KINDS.map((kind) => (
        <Switch
          key={kind}
          label={t(`account.news.${kind}`)}
          checked={shown[kind]}
          onChange={({ currentTarget: { checked } }) => save.mutate({ ...shown, [kind]: checked })}
        />
      ))}
    </Stack>
  );
}

// Chooses between the light and the dark appearance, or leaves it to the system. This browser remembers it.

const CHOICES: readonly { value: MantineColorScheme; icon: Icon }[] = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
];

function AppearanceSwitch(): JSX.Element {
  const { t } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = useId();
  return (
    <fieldset className={choices['choices']}>
      <legend className={choices['legend']}>{t('common.appearance.label')}</legend>
      {CHOICES.map(({ value, icon: ChoiceIcon }) => (
        <label key={value} className={choices['choice']}>
          <input
            type="radio"
            name={name}
            className={choices['input']}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <ChoiceIcon size={20} stroke={1.7} aria-hidden />
          <span>{t(`common.appearance.${value}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
