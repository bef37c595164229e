// The footer: links without behaviour (specification section 2). They lead nowhere yet, so they say that they are not
// available and are no stop for the Tab key, instead of being links that do nothing when pressed.
import type { JSX } from 'react';
import { useTexts } from '../../messages/index.ts';
import classes from './bars.module.css';

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
