// App Settings: the application's rules, each a switch that saves immediately (RULE-1, RULE-3).
import { Button, Title, Switch } from '@mantine/core';
import { type JSX, useEffect, useState, useId, type ReactNode, Suspense } from 'react';
import { type Rule, listRules, switchRule } from '../../../contract/settings/rules.ts';
import { RULE_ID, RULES } from '../../../core/fines/rules.ts';
import { useRead, queryClient, readKey, useWrite, type Write } from '../../api/hooks.ts';
import { useMay } from '../../api/session.ts';
import { useTexts, serverText } from '../../messages/index.ts';
import { usePart } from '../../routing/usePart.ts';
import { Card, PageHeader } from '../../ui/layout/page.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { SkeletonTable } from '../../ui/lists/list-tools.tsx';
import { listApiKeys } from '../../../contract/sign-in/api-keys.ts';
import { Allowed } from '../../ui/controls/buttons.tsx';
import { ApiKeysCard } from './ApiKeysCard.tsx';
import { FineTypesCard } from './fine-types/FineTypesCard.tsx';
import classes from './settings.module.css';
import type { Output } from '../../../contract/operation.ts';
import { readOrganisation, updateOrganisation } from '../../../contract/settings/organisation.ts';
import { lazyPart } from '../../routing/lazy-screen.tsx';
import { type Parts, partPath } from '../../routing/paths.ts';
import { OrganisationForm } from './organisation/OrganisationForm.tsx';
import { DueDays } from './organisation/OrganisationFrame.tsx';
import { ApiError } from '../../api/call.ts';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { toast } from '../../ui/feedback/toast.tsx';

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

// One rule: its description, the switch, and its state in a word.

interface RuleSwitchProps {
  rule: Rule;
  on: boolean;
  readOnly: boolean;
  onToggle: (rule: Rule, on: boolean) => void;
}

function RuleSwitch({ rule, on, readOnly, onToggle }: RuleSwitchProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className={classes['rule']} data-read-only={readOnly || undefined}>
      <label htmlFor={id} dir="auto" className={classes['description']}>
        {serverText('rules', rule.id) ?? rule.description}
      </label>
      <span className={classes['state']} aria-hidden data-on={on || undefined}>
        {t(on ? 'settings.enabled' : 'settings.disabled')}
      </span>
      <Switch
        id={id}
        size="lg"
        classNames={{ root: classes['switch'] ?? '', input: classes['input'] ?? '', track: classes['track'] ?? '' }}
        role="switch"
        aria-checked={on}
        checked={on}
        disabled={readOnly}
        onChange={(event) => onToggle(rule, event.currentTarget.checked)}
      />
    </div>
  );
}

// The organisation's own settings, in cards: for receipts (RULE-8, RULE-9), when fines are to be paid (DUE-1), and what
// reminders say (REMIND-8).

/** Half as large as everything else on the screen, and seldom needed. */
const reminders = lazyPart(() => import('./organisation/Reminders.tsx'));

const LoadingForm = (): JSX.Element => <SkeletonTable rows={4} columns={2} rowHeight={80} />;

function OrganisationCard(): JSX.Element {
  const { t } = useTexts();
  return (
    <OfOrganisation part="organisation" title={t('settings.organisation.title')}>
      {(stored, readOnly) => <OrganisationForm stored={stored} readOnly={readOnly} />}
    </OfOrganisation>
  );
}

function DueDaysCard(): JSX.Element {
  const { t } = useTexts();
  return (
    <OfOrganisation part="due" title={t('settings.due.title')} hint={t('settings.due.hint')}>
      {(stored, readOnly) => <DueDays stored={stored} readOnly={readOnly} />}
    </OfOrganisation>
  );
}

function RemindersCard(): JSX.Element {
  const { t } = useTexts();
  return (
    <OfOrganisation part="reminders" title={t('settings.reminders.title')} hint={t('settings.reminders.hint')}>
      {(stored, readOnly) => (
        <Suspense fallback={<LoadingForm />}>
          <reminders.Screen stored={stored} readOnly={readOnly} />
        </Suspense>
      )}
    </OfOrganisation>
  );
}

interface OfOrganisationProps {
  part: Parts['settings'];
  title: string;
  hint?: string;
  children: (stored: Output<typeof readOrganisation>, readOnly: boolean) => ReactNode;
}

function OfOrganisation({ part, title, hint, children }: OfOrganisationProps): JSX.Element {
  const { t } = useTexts();
  const heading = useId();
  const { data, error, isFetching, refetch } = useRead(readOrganisation, {});
  const mayUpdate = useMay()(updateOrganisation);

  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);

  return (
    <Card component="section" {...usePart(part)} aria-labelledby={heading} className={classes['card'] ?? ''}>
      <Title order={2} id={heading} className={classes['title'] ?? ''}>
        {title}
      </Title>
      {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
      {!mayUpdate && <p className={classes['hint']}>{t('settings.readOnly')}</p>}
      {data !== undefined ? (
        children(data, !mayUpdate)
      ) : error === null ? (
        <LoadingForm />
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

// Switching a rule: an optimistic update, rolled back if the server refuses.
//
// Pending switches are an overlay on the server's list, never written into it: the next click starts from what is on
// screen, and the response to an earlier click cannot undo a later one.

const KEY = readKey(listRules, {});

type Switch = Write<typeof switchRule>;

interface RuleSwitches {
  /** The rule's state, as last chosen here. */
  isOn(rule: Rule): boolean;
  put(rule: Rule, on: boolean): void;
}

/** A message about one rule does not replace a message about another. */
const toastOf = (ruleId: string): string => `rule ${ruleId}`;

function useRuleSwitch(): RuleSwitches {
  const { t } = useTexts();
  /** the latest change of each rule, by its id, until it is answered */
  const [pending, setPending] = useState<ReadonlyMap<string, Switch>>(new Map());

  const { mutate } = useWrite(switchRule, {
    onSuccess: async ({ id, allowDisallow }) => {
      // A list requested before the change may still be in flight and would bring the old state back.
      await queryClient.cancelQueries({ queryKey: KEY });
      queryClient.setQueryData<Output<typeof listRules>>(
        KEY,
        (list) => list && { items: list.items.map((item) => (item.id === id ? { ...item, allowDisallow } : item)) },
      );
      toast.success(t('settings.saved'), { title: t('settings.savedTitle'), id: toastOf(id) });
    },
    onError: (error, { input }) => {
      const isPasskeyFirst = error instanceof ApiError && error.code === 'passkey-first';
      const run = (): void => void (window.location.hash = partPath('profile', 'passkeys'));
      toast.error(t('settings.failed', { reason: reasonOf(error, t) }), {
        title: t('settings.failedTitle'),
        id: toastOf(input.params.ruleId),
        ...(isPasskeyFirst && { action: { label: t('settings.addPasskey'), run } }),
      });
    },
    onSettled: (_output, _error, write) => {
      const { ruleId } = write.input.params;
      setPending((all) => (all.get(ruleId) === write ? without(all, ruleId) : all));
    },
    // Changes in quick succession are sent one after the other, so that the last one wins.
    scope: switchRule.id,
  });

  return {
    isOn: ({ id, allowDisallow }) => pending.get(id)?.input.body.allowDisallow ?? allowDisallow,
    put: ({ id }, on) => {
      const write: Switch = { input: { params: { ruleId: id }, body: { allowDisallow: on } } };
      setPending((all) => new Map(all).set(id, write));
      mutate(write);
    },
  };
}

function without(pending: ReadonlyMap<string, Switch>, id: string): ReadonlyMap<string, Switch> {
  const rest = new Map(pending);
  rest.delete(id);
  return rest;
}
