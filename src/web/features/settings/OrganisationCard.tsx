// The organisation's name.
import { Button, TextInput, Title } from '@mantine/core';
import type { FormEvent, JSX } from 'react';
import { useEffect, useState } from 'react';
import { readOrganisation, updateOrganisation } from '../../../contract/organisation.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { queryClient, readKey, useRead, useWrite } from '../../api/hooks.ts';
import { useTexts } from '../../messages/index.ts';
import { Card } from '../../ui/Card.tsx';
import { reasonOf } from '../../ui/failure.ts';
import { SkeletonTable } from '../../ui/SkeletonTable.tsx';
import { toast } from '../../ui/toast.tsx';
import classes from './SettingsScreen.module.css';

const KEY = readKey(readOrganisation, {});

export function OrganisationCard(): JSX.Element {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useRead(readOrganisation, {});
  /** what is typed; null while it is the stored name */
  const [typed, setTyped] = useState<string | null>(null);
  const save = useWrite(updateOrganisation, {
    onSuccess: async (stored, write) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData(KEY, stored);
      // What was typed while it was being saved stays.
      setTyped((now) => (now === write.input.body.name ? null : now));
      toast.success(t('settings.organisation.saved'), { id: 'organisation' });
    },
  });

  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed === null || save.isPending) return;
    save.mutate({ input: { body: { name: typed } } });
  };
  return (
    <Card component="section" aria-labelledby="organisation" className={classes['card'] ?? ''}>
      <Title order={2} id="organisation" className={classes['title'] ?? ''}>
        {t('settings.organisation.title')}
      </Title>
      {data !== undefined ? (
        <form className={classes['organisation']} onSubmit={submit} noValidate>
          <TextInput
            className={classes['name'] ?? ''}
            label={t('settings.organisation.name')}
            description={t('settings.organisation.hint')}
            dir="auto"
            autoComplete="organization"
            maxLength={MAX_LENGTH.organisationName}
            value={typed ?? data.name}
            onChange={(event) => {
              save.reset();
              setTyped(event.currentTarget.value);
            }}
            error={
              save.error === null ? undefined : t('settings.organisation.failed', { reason: reasonOf(save.error, t) })
            }
          />
          <Button type="submit" disabled={typed === null || typed.trim() === data.name} loading={save.isPending}>
            {t('settings.organisation.save')}
          </Button>
        </form>
      ) : error === null ? (
        <SkeletonTable rows={1} columns={2} rowHeight={80} />
      ) : (
        <div className={classes['retry']}>
          <Button variant="subtle" loading={isFetching} onClick={() => void refetch()}>
            {t('settings.organisation.reload')}
          </Button>
        </div>
      )}
    </Card>
  );
}
