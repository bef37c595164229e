// The organisation's API keys (KEY-6): created, shown once, revoked.
import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type JSX, useState, type FormEvent, useId, useRef } from 'react';
import { type ApiKey, listApiKeys, revokeApiKey, addApiKey } from '../../../contract/sign-in/api-keys.ts';
import { useRead, queryClient, useWrite } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { dayText, dayTextOf } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { SettingsCard } from './settings-parts.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Badge, EmptyState } from '../../ui/feedback/status.tsx';
import { reasonOf, refusedFields } from '../../ui/feedback/failure.ts';
import { LoadFailureState, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { SkeletonTable } from '../../ui/lists/list-tools.tsx';
import { toast, useTellIfLeft } from '../../ui/feedback/toast.tsx';
import classes from './settings.module.css';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { API_KEY_DAYS, MAX_LENGTH } from '../../../core/limits.ts';
import { GRANTED_LEVELS } from '../../../core/people/permission.ts';
import type { CallError } from '../../api/call.ts';
import { busyButton } from '../../ui/controls/buttons.tsx';
import { copyFrom } from '../../ui/controls/sharing.tsx';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { useTooLong, useRefusedFields } from '../../ui/forms/fields/checks.ts';

export function ApiKeysCard({ here }: { here: string }): JSX.Element {
  const { t } = useTexts();
  const query = useRead(listApiKeys, {});
  const failure = useLoadFailure(query);
  const [adding, setAdding] = useState(false);
  const [opening, setOpening] = useState(0);
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const revoke = useSubmission(revokeApiKey, {
    name: 'api-keys.revoke',
    subjectOf: ({ params }) => params.keyId,
    onSuccess: () => toast.success(t('settings.keys.revoked')),
    onError: (error) => toast.error(t('settings.keys.failed', { reason: reasonOf(error, t) })),
  });
  const items = query.data?.items;
  return (
    <SettingsCard
      part="keys"
      here={here}
      title={t('settings.keys.title')}
      actions={
        <Button
          onClick={() => {
            setOpening((before) => before + 1);
            setAdding(true);
          }}
        >
          {t('settings.keys.add')}
        </Button>
      }
    >
      <Text c="dimmed" fz="sm" px="var(--app-edge)" pb={12}>
        {t('settings.keys.people')}
      </Text>
      {items === undefined ? (
        failure.nothing ? (
          <LoadFailureState failure={failure} message={t('settings.keys.notLoaded')} />
        ) : (
          <SkeletonTable rows={2} columns={2} rowHeight={64} />
        )
      ) : items.length === 0 ? (
        <EmptyState title={t('settings.keys.none')} />
      ) : (
        <ul className={classes['rows']}>
          {items.map((key) => (
            <li key={key.id}>
              <Group gap="8px 16px" py={12} px="var(--app-edge)">
                <KeyFacts apiKey={key} />
                {stateOf(key) === 'inForce' && (
                  <Button
                    variant="default"
                    aria-label={t('settings.keys.revokeNamed', { name: key.name })}
                    onClick={() => setAsked(key)}
                  >
                    {t('settings.keys.revoke')}
                  </Button>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
      <AddApiKey key={opening} opened={adding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        opened={asked !== null}
        danger
        title={t('settings.keys.revokeTitle')}
        message={t('settings.keys.revokeQuestion', { name: asked?.name ?? '' })}
        confirmLabel={t('settings.keys.revoke')}
        onConfirm={() => {
          if (asked !== null) revoke.send({ params: { keyId: asked.id } }).catch(() => undefined);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </SettingsCard>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }): JSX.Element {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const state = stateOf(apiKey);
  return (
    <Stack flex="1 1 200px" miw={0} gap={2} align="start">
      <strong dir="auto">{apiKey.name}</strong>
      <Text span c="dimmed" fz="sm">
        {t(`common.access.${apiKey.access}`)}
        {' · '}
        {apiKey.lastUsedOn === null
          ? t('settings.keys.neverUsed')
          : t('settings.keys.lastUsed', { day: dayText(apiKey.lastUsedOn) })}
        {' · '}
        {t('settings.keys.until', { day: dayTextOf(apiKey.expiresAt, timeZone) })}{' '}
        {state === 'inForce' ? null : <Badge tone="quiet">{t(`settings.keys.${state}`)}</Badge>}
      </Text>
    </Stack>
  );
}

/** By the browser's clock; whatever is shown, the server refuses an expired key. */
function stateOf({ revokedAt, expiresAt }: ApiKey): 'inForce' | 'isRevoked' | 'isExpired' {
  if (revokedAt !== null) return 'isRevoked';
  return Date.parse(expiresAt) > Date.now() ? 'inForce' : 'isExpired';
}

// Creates an API key, and shows it the only time it can be seen.

function AddApiKey({ opened, onClose }: { opened: boolean; onClose: () => void }): JSX.Element {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const formId = useId();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<(typeof GRANTED_LEVELS)[number]>('collector');
  const [days, setDays] = useState<number>(API_KEY_DAYS.offered[2]);
  const [missing, setMissing] = useState(false);
  const failed = (error: CallError): string => t('settings.keys.failed', { reason: reasonOf(error, t) });
  const making = useWrite(addApiKey, {
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [listApiKeys.id] }),
    onError: useTellIfLeft(failed),
  });
  const made = making.data;
  const refused = refusedFields(making.error, ['name']);
  const form = useRef<HTMLFormElement>(null);
  useRefusedFields(form, making.error, refused);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '' || tooLong(name.trim(), MAX_LENGTH.apiKeyName) !== null || making.isPending) return;
    making.mutate({ input: { body: { name: name.trim(), access, days } } });
  };
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('settings.keys.add')}
      needsServer
      busy={making.isPending}
      step={made === undefined ? 'ask' : 'made'}
      footer={
        made === undefined ? (
          <>
            <Button variant="default" disabled={making.isPending} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" form={formId} {...busyButton(making.isPending)}>
              {t('settings.keys.make')}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        )
      }
    >
      {made === undefined ? (
        <form ref={form} id={formId} noValidate onSubmit={submit}>
          <Stack gap={16}>
            <TextInput
              label={t('settings.keys.name')}
              description={t('settings.keys.nameHint')}
              required
              data-autofocus
              autoComplete="off"
              value={name}
              error={
                refused.name ??
                tooLong(name, MAX_LENGTH.apiKeyName) ??
                (missing && name.trim() === '' ? t('settings.keys.nameMissing') : null)
              }
              onChange={({ currentTarget: { value } }) => {
                if (making.error !== null) making.reset();
                setName(value);
              }}
            />
            <NativeSelect
              label={t('common.access.label')}
              description={t(`common.access.may.${access}`)}
              value={access}
              data={GRANTED_LEVELS.map((value) => ({ value, label: t(`common.access.${value}`) }))}
              onChange={({ currentTarget: { value } }) =>
                setAccess(GRANTED_LEVELS.find((level) => level === value) ?? 'viewer')
              }
            />
            <NativeSelect
              label={t('settings.keys.days')}
              value={String(days)}
              data={API_KEY_DAYS.offered.map((count) => ({
                value: String(count),
                label: t('settings.keys.forDays', { count }),
              }))}
              onChange={({ currentTarget: { value } }) => setDays(Number(value))}
            />
            <FormProblem problem={making.error === null ? null : failed(making.error)} />
          </Stack>
        </form>
      ) : (
        <MadeKey apiKey={made.key} />
      )}
    </Sheet>
  );
}

function MadeKey({ apiKey }: { apiKey: string }): JSX.Element {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = (): void => {
    if (field.current !== null) void copyFrom(field.current).then(setCopied);
  };
  return (
    <Stack gap={16}>
      <Alert color="yellow" role="note">
        {t('settings.keys.once')}
      </Alert>
      <Textarea
        ref={field}
        label={t('settings.keys.key')}
        readOnly
        dir="ltr"
        // It is too long for one line, and can be compared only where all of it is seen.
        rows={2}
        resize="none"
        value={apiKey}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        style={{ alignSelf: 'start' }}
        leftSection={copied === true ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        onClick={copy}
      >
        {t('settings.keys.copy')}
      </Button>
      <Text role="status" c="dimmed" fz="sm">
        {copied === null ? '' : t(copied ? 'settings.keys.copied' : 'settings.keys.notCopied')}
      </Text>
    </Stack>
  );
}
