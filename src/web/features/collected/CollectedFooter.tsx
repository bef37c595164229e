// The footer: links without behaviour (COLLECTED-7). They have no target yet, so they are marked as disabled and left
// out of the tab order.
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import classes from './collected.module.css';

export function CollectedFooter(): JSX.Element {
  const { t } = useTexts();
  return (
    <footer className={classes['footer']}>
      {(['help', 'privacy', 'terms'] as const).map((link) => (
        <span key={link} role="link" aria-disabled="true" className={classes['footerLink']}>
          {t(`collected.footer.${link}`)}
        </span>
      ))}
    </footer>
  );
}
