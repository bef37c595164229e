// The organisation's API keys (KEY-6): created, shown once, revoked.
import { Badge, Button, Text, Title } from '@mantine/core';
import { type JSX, useState } from 'react';
import { type ApiKey, listApiKeys, revokeApiKey } from '../../../contract/sign-in/api-keys.ts';
import { useRead } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useSubmission } from '../../api/sending/submissions.ts';
import { dayText, dayTextOf } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { usePart } from '../../routing/usePart.ts';
import { Card } from '../../ui/layout/page.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { LoadFailureState, useLoadFailure } from '../../ui/feedback/LoadFailure.tsx';
import { SkeletonTable } from '../../ui/lists/list-tools.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AddApiKey } from './AddApiKey.tsx';
import settings from './settings.module.css';

export function ApiKeysCard(): JSX.Element {
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
    <Card component="section" {...usePart('keys')} aria-labelledby="api-keys" className={settings['card'] ?? ''}>
      <div className={settings['head']}>
        <Title order={2} id="api-keys" className={settings['title'] ?? ''}>
          {t('settings.keys.title')}
        </Title>
        <Button
          variant="light"
          onClick={() => {
            setOpening((before) => before + 1);
            setAdding(true);
          }}
        >
          {t('settings.keys.add')}
        </Button>
      </div>
      {items === undefined ? (
        failure.nothing ? (
          <LoadFailureState failure={failure} message={t('settings.keys.notLoaded')} />
        ) : (
          <SkeletonTable rows={2} columns={2} rowHeight={64} />
        )
      ) : items.length === 0 ? (
        <EmptyState title={t('settings.keys.none')} />
      ) : (
        <ul className={settings['rules']}>
          {items.map((key) => (
            <li key={key.id} className={settings['type']}>
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
    </Card>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }): JSX.Element {
  const { t } = useTexts();
  const { timeZone } = useSession().organisation;
  const state = stateOf(apiKey);
  return (
    <div className={settings['names']}>
      <strong dir="auto">{apiKey.name}</strong>
      <Text span c="dimmed" fz="sm">
        {t(`common.access.${apiKey.access}`)}
        {' · '}
        {apiKey.lastUsedOn === null
          ? t('settings.keys.neverUsed')
          : t('settings.keys.lastUsed', { day: dayText(apiKey.lastUsedOn) })}
        {' · '}
        {t('settings.keys.until', { day: dayTextOf(apiKey.expiresAt, timeZone) })}{' '}
        {state === 'inForce' ? null : <Badge color="gray">{t(`settings.keys.${state}`)}</Badge>}
      </Text>
    </div>
  );
}

/** By the browser's clock; whatever is shown, the server refuses an expired key. */
function stateOf({ revokedAt, expiresAt }: ApiKey): 'inForce' | 'isRevoked' | 'isExpired' {
  if (revokedAt !== null) return 'isRevoked';
  return Date.parse(expiresAt) > Date.now() ? 'inForce' : 'isExpired';
}
