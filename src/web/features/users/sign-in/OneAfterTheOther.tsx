// Messages with a link each, sent by WhatsApp one by one: the next person is offered after one was opened or skipped.
import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useState } from 'react';
import type { WithoutSignIn } from '../../../../contract/sign-in/sign-in-links.ts';
import { recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { WhatsAppButton } from '../../../ui/controls/WhatsAppButton.tsx';
import classes from '../users.module.css';
import { MessageText, useGreeting } from './Message.tsx';

interface Link extends WithoutSignIn {
  address: string;
}

export function OneAfterTheOther({ links, until }: { links: readonly Link[]; until: string }): JSX.Element {
  const { t } = useTexts();
  const [place, setPlace] = useState(0);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const link = links[place];
  const greeting = useGreeting(link ?? { userName: '' });
  const text = `${greeting} ${t('users.link.text', { address: link?.address ?? '', until })}`;
  const next = (): void => setPlace((now) => now + 1);
  const onOpened = (id: string): void => {
    setOpened(new Set([...opened, id]));
    next();
  };
  return (
    <section className={classes['section']} aria-label={t('users.links.oneByOne')}>
      <h3 className={classes['sectionTitle']}>{t('users.links.oneByOne')}</h3>
      <p role="status" className={classes['small']}>
        {link === undefined
          ? t('users.links.done', { opened: opened.size, skipped: links.length - opened.size })
          : t('users.links.place', { place: place + 1, count: links.length, name: recordedText(link.userName) })}
      </p>
      {link !== undefined && <MessageText text={text} />}
      <div className={classes['buttons']}>
        {link !== undefined && (
          <>
            <WhatsAppButton
              number={link.number}
              text={text}
              label={t('users.link.whatsApp')}
              onOpened={() => onOpened(link.id)}
            />
            <Button variant="subtle" onClick={next}>
              {t('users.links.skip')}
            </Button>
          </>
        )}
        {place > 0 && (
          <Button variant="subtle" onClick={() => setPlace(place - 1)}>
            {t('users.links.back')}
          </Button>
        )}
      </div>
    </section>
  );
}
