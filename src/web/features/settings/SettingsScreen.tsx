// App Settings, in tabs with addresses of their own; the first has the application's rules, each a switch that saves at
// once (RULE-1, RULE-3).
import { Stack } from '@mantine/core';
import { type JSX, Suspense, useEffect, useState } from 'react';
import type { Operation, Output } from '../../../contract/operation.ts';
import { updateType } from '../../../contract/fines/fine-types.ts';
import { updateGroup } from '../../../contract/settings/groups.ts';
import { updateOrganisation } from '../../../contract/settings/organisation.ts';
import { type Rule, listRules, switchRule } from '../../../contract/settings/rules.ts';
import { listApiKeys } from '../../../contract/sign-in/api-keys.ts';
import { RULES } from '../../../core/fines/rules.ts';
import { ApiError } from '../../api/call.ts';
import { queryClient, readKey, useRead, useWrite, type Write } from '../../api/hooks.ts';
import { useMay } from '../../api/session.ts';
import { serverText, useTexts } from '../../messages/index.ts';
import { lazyPart } from '../../routing/lazy-screen.tsx';
import { useAddress } from '../../routing/location.ts';
import { partIn, partPath, type Parts, PATHS } from '../../routing/paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { reasonOf } from '../../ui/feedback/failure.ts';
import { EmptyState } from '../../ui/feedback/status.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { LinkTabs } from '../../ui/layout/LinkTabs.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { SkeletonTable } from '../../ui/lists/list-tools.tsx';
import { ApiKeysCard } from './ApiKeysCard.tsx';
import { ListCard } from './lists/ListCard.tsx';
import { OfOrganisation } from './organisation/organisation-form.tsx';
import { DueDays, OrganisationForm } from './organisation/OrganisationForm.tsx';
import { ReadAgain, SettingsCard, SwitchRow } from './settings-parts.tsx';
import classes from './settings.module.css';

/** The largest, and seldom needed. */
const reminders = lazyPart(() => import('./organisation/Reminders.tsx'));
const surcharge = lazyPart(() => import('./LateSurcharge.tsx'));

interface Tab {
  /** what an address can lead to on it */
  parts: readonly Parts['settings'][];
  /** who may change what it shows, once they may open the screen */
  changes: Operation;
  /** Shown only to those who may change it. */
  hidden?: true;
}

const TABS: Readonly<Record<'rules' | 'organisation' | 'types' | 'groups' | 'reminders' | 'access', Tab>> = {
  rules: { parts: ['rules', 'due'], changes: switchRule },
  organisation: { parts: ['organisation'], changes: updateOrganisation },
  types: { parts: ['types'], changes: updateType },
  groups: { parts: ['groups'], changes: updateGroup },
  reminders: { parts: ['reminders'], changes: updateOrganisation },
  access: { parts: ['keys'], changes: listApiKeys, hidden: true },
};
type TabName = keyof typeof TABS;

const pathOf = (tab: TabName): string => (tab === 'rules' ? PATHS.settings : `${PATHS.settings}?tab=${tab}`);

export default function SettingsScreen(): JSX.Element {
  const { t } = useTexts();
  const may = useMay();
  const { search } = useAddress();
  const names = (Object.keys(TABS) as TabName[]).filter((name) => !TABS[name].hidden || may(TABS[name].changes));
  const asked = partIn(search);
  const tab =
    names.find((name) => TABS[name].parts.some((part) => part === asked)) ??
    names.find((name) => name === search.get('tab')) ??
    'rules';
  const here = pathOf(tab);

  return (
    <Stack gap={16}>
      <div>
        <PageHeader
          title={t('settings.title')}
          part={tab === 'rules' ? undefined : t(`settings.tabs.${tab}`)}
          explains
          subtitle={t(may(TABS[tab].changes) ? 'settings.howSaved' : 'settings.readOnly')}
        />
        <LinkTabs
          label={t('settings.tabs.label')}
          tabs={names.map((name) => ({ to: pathOf(name), text: t(`settings.tabs.${name}`), current: name === tab }))}
        />
      </div>
      {tab === 'rules' && (
        <>
          <Rules />
          <SettingsCard part="due" here={here} title={t('settings.due.title')}>
            <OfOrganisation>{(stored, readOnly) => <DueDays stored={stored} readOnly={readOnly} />}</OfOrganisation>
          </SettingsCard>
          <Suspense fallback={null}>
            <surcharge.Screen />
          </Suspense>
        </>
      )}
      {tab === 'organisation' && (
        <SettingsCard part="organisation" here={here} title={t('settings.organisation.title')}>
          <OfOrganisation>
            {(stored, readOnly) => <OrganisationForm stored={stored} readOnly={readOnly} />}
          </OfOrganisation>
        </SettingsCard>
      )}
      {(tab === 'types' || tab === 'groups') && <ListCard key={tab} of={tab} here={here} />}
      {tab === 'reminders' && (
        <SettingsCard part="reminders" here={here} title={t('settings.reminders.title')}>
          <OfOrganisation>
            {(stored, readOnly) => (
              <Suspense fallback={<SkeletonTable rows={4} columns={2} rowHeight={80} />}>
                <reminders.Screen stored={stored} readOnly={readOnly} />
              </Suspense>
            )}
          </OfOrganisation>
        </SettingsCard>
      )}
      {tab === 'access' && <ApiKeysCard here={here} />}
    </Stack>
  );
}

function Rules(): JSX.Element {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useRead(listRules, {});
  const { isOn, put } = useRuleSwitch();
  const maySwitch = useMay()(switchRule);
  /** RULE-7: the rule that shows members everybody's fines, while the person is asked about it */
  const [asked, setAsked] = useState<Rule | null>(null);

  // RULE-5: a load failure is only logged, and no message appears.
  useEffect(() => {
    if (error !== null) console.error(error);
  }, [error]);

  return (
    <SettingsCard part="rules" here={pathOf('rules')} title={t('settings.card')}>
      {data !== undefined ? (
        <ul className={classes['rows']}>
          {data.items.map((rule) => {
            const { name } = RULES.find(({ id }) => id === rule.id) ?? {};
            return (
              <li key={rule.id}>
                <SwitchRow
                  label={serverText('rules', rule.id) ?? rule.description}
                  does={name && t(`settings.rules.${name}`)}
                  on={isOn(rule)}
                  readOnly={!maySwitch}
                  onToggle={(on) => {
                    if (on && name === 'members-see-everyone') setAsked(rule);
                    else put(rule, on);
                  }}
                />
              </li>
            );
          })}
        </ul>
      ) : error === null ? (
        <SkeletonTable rows={RULES.length} columns={2} rowHeight={72} />
      ) : (
        <ReadAgain busy={isFetching} read={refetch} />
      )}
      {data?.items.length === 0 ? <EmptyState title={t('settings.none')} /> : null}
      <ConfirmDialog
        opened={asked !== null}
        title={t('settings.openToMembers.title')}
        message={
          <Stack gap={12}>
            <p>{t('settings.openToMembers.seen')}</p>
            <p>{t('settings.openToMembers.hidden')}</p>
          </Stack>
        }
        confirmLabel={t('settings.openToMembers.confirm')}
        onConfirm={() => {
          if (asked !== null) put(asked, true);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </SettingsCard>
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
