// Offers a member notices on this device, quietly and not at their first visit (PUSH-9). This browser remembers that it was put away.
import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import type { JSX } from 'react';
import { noticesAbility } from '../../push/device.ts';
import { useTexts } from '../../messages/index.ts';
import { MAIN_ID } from '../../shell/frame/MainArea.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './offer.module.css';
import { useNotices } from './useNotices.ts';

const VISITED = 'notices.visited';

/** Decided once for as long as the page is open. */
const isFirstVisit = (() => {
  let first: boolean | null = null;
  return (): boolean => {
    if (first !== null) return first;
    try {
      first = localStorage.getItem(VISITED) === null;
      localStorage.setItem(VISITED, 'true');
    } catch {
      // Then nothing would be remembered of the answer either.
      first = true;
    }
    return first;
  };
})();

export default function NoticesOffer(): JSX.Element | null {
  const { t } = useTexts();
  const [putAway = false, setPutAway] = useLocalStorage<boolean>({
    key: 'notices.put-away',
    getInitialValueInEffect: false,
  });
  const mayBeOffered = !isFirstVisit() && !putAway && noticesAbility() === 'able';
  const notices = useNotices(mayBeOffered);
  if (!mayBeOffered || notices === undefined || notices.isOn || notices.ability !== 'able') return null;
  const { switching } = notices;
  const decline = (): void => {
    setPutAway(true);
    // The button that had the focus is gone.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  };
  return (
    <Card component="section" aria-labelledby="notices-offer" className={classes['offer'] ?? ''}>
      <IconBell size={22} aria-hidden className={classes['icon'] ?? ''} />
      <div className={classes['words']}>
        <h2 id="notices-offer">{t('account.notices.offer.title')}</h2>
        <p>{t('account.notices.offer.text')}</p>
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" loading={switching.isPending} onClick={() => switching.mutate(true)}>
          {t('account.notices.offer.accept')}
        </Button>
        <Button variant="subtle" onClick={decline}>
          {t('account.notices.offer.decline')}
        </Button>
      </div>
    </Card>
  );
}
