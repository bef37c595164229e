// The tabs of the Payments screen, each with its own address.
import type { JSX } from 'react';
import { type Translate, useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import { LinkTabs } from '../../ui/layout/LinkTabs.tsx';

const TABS = [
  ['payments', PATHS.payments],
  ['givenBack', PATHS.givenBack],
  ['waived', PATHS.waived],
  ['cashUp', PATHS.cashUp],
] as const;

/** The name of the tab; undefined for the first. */
export function partOf(path: string, t: Translate): string | undefined {
  const [name = 'payments'] = TABS.find(([, to]) => to === path) ?? [];
  return name === 'payments' ? undefined : t(`payments.tabs.${name}`);
}

export function PaymentTabs({ path }: { path: string }): JSX.Element {
  const { t } = useTexts();
  return (
    <LinkTabs
      label={t('payments.tabs.label')}
      tabs={TABS.map(([name, to]) => ({ to, text: t(`payments.tabs.${name}`), current: path === to }))}
    />
  );
}
