// Links that were just created for many users: a list to copy, and WhatsApp one after the other.
import { Alert, Button, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useRef, useState } from 'react';
import type { Output } from '../../../../contract/operation.ts';
import type { createSignInLinks, WithoutSignIn } from '../../../../contract/sign-in/sign-in-links.ts';
import { useSession } from '../../../api/session.ts';
import { dayTextOf, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { copyFrom } from '../../../ui/controls/copy-text.ts';
import { isLocalAddress } from '../../../ui/controls/message-links.ts';
import { linkAddress } from './sign-in-link.ts';
import classes from '../users.module.css';
import { OneAfterTheOther } from './OneAfterTheOther.tsx';

interface SeveralLinksProps {
  people: readonly WithoutSignIn[];
  made: Output<typeof createSignInLinks>;
  /** how many of those chosen got no link */
  leftOut: number;
}

export function SeveralLinks({ people, made, leftOut }: SeveralLinksProps): JSX.Element {
  const { t } = useTexts();
  const { organisation } = useSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const until = dayTextOf(made.expiresAt, organisation.timeZone);
  const byId = new Map(people.map((person) => [person.id, person]));
  const links = made.links.flatMap(({ userId, token }) => {
    const person = byId.get(userId);
    return person === undefined
      ? []
      : { ...person, address: linkAddress(made.baseUrl ?? window.location.origin, token) };
  });
  const [first] = links;
  // Separated by tabs, so that a spreadsheet makes columns of it.
  const list = links.map(({ userName, address }) => [recordedText(userName), address, until].join('\t')).join('\n');
  const copy = (): void => {
    if (field.current !== null) void copyFrom(field.current).then((done) => setCopied(done ? 'yes' : 'refused'));
  };
  return (
    <>
      <p className={classes['question']}>{t('users.links.made', { count: links.length, until })}</p>
      {leftOut > 0 && <p className={classes['small']}>{t('users.links.leftOut', { count: leftOut })}</p>}
      {first !== undefined && isLocalAddress(first.address) && (
        <Alert color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />}>
          {t('users.link.local', { host: new URL(first.address).host })}
        </Alert>
      )}
      {first !== undefined && (
        <>
          <OneAfterTheOther links={links} until={until} />
          <div className={classes['section']}>
            <Textarea
              ref={field}
              label={t('users.links.list')}
              description={t('users.links.listHint')}
              rows={6}
              wrap="off"
              readOnly
              dir="ltr"
              value={list}
              onFocus={(event) => event.currentTarget.select()}
            />
            <div className={classes['buttons']}>
              <Button
                variant="default"
                leftSection={
                  copied === 'yes' ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                }
                onClick={copy}
              >
                {t('users.links.copy')}
              </Button>
            </div>
            <p role="status" className={classes['small']}>
              {copied === 'no' ? '' : t(`users.link.copied.${copied}`)}
            </p>
          </div>
          <p className={classes['small']}>{t('users.links.secret')}</p>
        </>
      )}
    </>
  );
}
