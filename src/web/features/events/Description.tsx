// An event's description, cut after 50 characters (EVENT-3); a button shows all of it.
import { UnstyledButton } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import type { Event } from '../../../contract/events.ts';
import { useTexts } from '../../messages/index.ts';
import { cutText } from './cut-text.ts';
import classes from './events.module.css';

export function Description({ event }: { event: Event }): JSX.Element {
  const { t } = useTexts();
  const [whole, setWhole] = useState(false);
  const { shown, cut } = cutText(event.description);
  if (!cut) return <bdi className={classes['description']}>{event.description}</bdi>;
  const action = t(whole ? 'events.less' : 'events.more');
  return (
    <>
      <bdi className={classes['description']}>{whole ? event.description : shown}</bdi>{' '}
      <UnstyledButton
        className={classes['more'] ?? ''}
        aria-expanded={whole}
        aria-label={t('events.about', { action, title: event.title })}
        onClick={() => setWhole(!whole)}
      >
        {action}
      </UnstyledButton>
    </>
  );
}
