// App Settings: the application's rules, each a switch that saves immediately (RULE-1, RULE-3).
import { Button, Title } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect, useState } from 'react';
import type { Rule } from '../../../contract/settings/rules.ts';
import { listRules, switchRule } from '../../../contract/settings/rules.ts';
import { RULE_ID, RULES } from '../../../core/fines/rules.ts';
import { useRead } from '../../api/hooks.ts';
import { useMay } from '../../api/permission.ts';
import { useTexts } from '../../messages/index.ts';
import { usePart } from '../../routing/usePart.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import { listApiKeys } from '../../../contract/sign-in/api-keys.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';
import { ApiKeysCard } from './ApiKeysCard.tsx';
import { FineTypesCard } from './fine-types/FineTypesCard.tsx';
import { DueDaysCard, OrganisationCard, RemindersCard } from './organisation/OrganisationCard.tsx';
import { RuleSwitch } from './RuleSwitch.tsx';
import classes from './settings.module.css';
import { useRuleSwitch } from './useRuleSwitch.ts';

export default function SettingsScreen(): JSX.Element {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useRead(listRules, {});
  const { isOn, put } = useRuleSwitch();
  const maySwitch = useMay()(switchRule);
  /** RULE-7: the rule that shows members everybody's fines, while the person is asked about it */
  const [asked, setAsked] = useState<Rule | null>(null);

  const toggle = (rule: Rule, on: boolean): void => {
    if (on && rule.id === RULE_ID['members-see-everyone']) setAsked(rule);
    else put(rule, on);
  };

  // RULE-5: a load failure is only logged, and no message appears.
  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);

  return (
    <>
      <PageHeader title={t('settings.title')} subtitle={t('settings.subtitle')} />
      <Card component="section" {...usePart('rules')} aria-labelledby="app-rules" className={classes['card'] ?? ''}>
        <Title order={2} id="app-rules" className={classes['title'] ?? ''}>
          {t('settings.card')}
        </Title>
        <p className={classes['hint']}>{t(maySwitch ? 'settings.cardHint' : 'settings.readOnly')}</p>
        {data !== undefined ? (
          <ul className={classes['rules']}>
            {data.items.map((rule) => (
              <li key={rule.id}>
                <RuleSwitch rule={rule} on={isOn(rule)} readOnly={!maySwitch} onToggle={toggle} />
              </li>
            ))}
          </ul>
        ) : error === null ? (
          <SkeletonTable rows={RULES.length} columns={2} rowHeight={72} />
        ) : (
          <div className={classes['retry']}>
            <Button variant="subtle" loading={isFetching} onClick={() => void refetch()}>
              {t('settings.reload')}
            </Button>
          </div>
        )}
        {data?.items.length === 0 ? <EmptyState title={t('settings.none')} /> : null}
      </Card>
      <FineTypesCard />
      <DueDaysCard />
      <RemindersCard />
      <OrganisationCard />
      <Allowed to={listApiKeys}>
        <ApiKeysCard />
      </Allowed>
      <ConfirmDialog
        opened={asked !== null}
        title={t('settings.openToMembers.title')}
        message={
          <>
            <p className={classes['question']}>{t('settings.openToMembers.seen')}</p>
            <p className={classes['question']}>{t('settings.openToMembers.hidden')}</p>
          </>
        }
        confirmLabel={t('settings.openToMembers.confirm')}
        onConfirm={() => {
          if (asked !== null) put(asked, true);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
