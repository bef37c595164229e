// The tabs of the Payments screen: each is an address of its own.
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import { PATHS } from '../../routing/paths.ts';
import classes from './cash/cash.module.css';

const TABS = [
  ['payments', PATHS.payments],
  ['givenBack', PATHS.givenBack],
  ['waived', PATHS.waived],
  ['cashUp', PATHS.cashUp],
] as const;

export function PaymentTabs({ path }: { path: string }): JSX.Element {
  const { t } = useTexts();
  return (
    <nav aria-label={t('payments.tabs.label')} className={classes['tabs']}>
      {TABS.map(([name, to]) => (
        <a key={name} href={`#${to}`} aria-current={path === to ? 'page' : undefined}>
          {t(`payments.tabs.${name}`)}
        </a>
      ))}
    </nav>
  );
}
