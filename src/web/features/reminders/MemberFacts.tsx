// What a reminder is about and what was said before, as shown in the dialogs.
import type { JSX } from 'react';
import type { OwingMember } from '../../../contract/money/reminders.ts';
import { dayText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { Money, moneyText } from '../../ui/money/Money.tsx';
import { PersonLink } from '../../ui/people/PersonLink.tsx';
import { NextWords } from './next/NextWords.tsx';
import classes from './reminders.module.css';

export function MemberFacts({ member, text }: { member: OwingMember; text: string | undefined }): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <div className={classes['head']}>
        <strong className={classes['name']}>
          <PersonLink userId={member.userId} userName={member.userName} />
          <InactiveBadge {...member} />
        </strong>
        <strong className={classes['sum']}>
          <Money rupees={member.pendingFine} format="rs" />
        </strong>
      </div>
      <Credit {...member} />
      <p className={classes['aside']}>{t('reminders.since', { day: dayText(member.unpaidSince) })}</p>
      <Late {...member} />
      <LastWords member={member} />
      {member.mailRefused !== null && (
        <p className={classes['late']}>
          {t('reminders.mailRefused', { address: member.userEmail ?? '', reply: member.mailRefused })}
        </p>
      )}
      <NextWords userId={member.userId} />
      {text !== undefined && (
        <blockquote className={classes['text']} lang={member.language} dir="auto">
          <bdi>{text}</bdi>
        </blockquote>
      )}
    </>
  );
}

/** Whoever reminds somebody inactive should know it. */
export function InactiveBadge({ status }: Pick<OwingMember, 'status'>): JSX.Element | null {
  if (status !== 'Inactive') return null;
  return (
    <span className={classes['badge']}>
      <StatusBadge status={status} />
    </span>
  );
}

/** How much of what they owe is overdue. */
export function Late({ pendingFine, overdue }: Pick<OwingMember, 'pendingFine' | 'overdue'>): JSX.Element | null {
  const { t } = useTexts();
  if (overdue === 0) return null;
  return (
    <small className={classes['late']}>
      {overdue === pendingFine
        ? t('common.fine.overdue')
        : t('reminders.overdue', { amount: moneyText(overdue, 'rs') })}
    </small>
  );
}

/** The credit that could pay for it. */
export function Credit({ credit }: Pick<OwingMember, 'credit'>): JSX.Element | null {
  const { t } = useTexts();
  if (credit === 0) return null;
  return <small className={classes['aside']}>{t('reminders.credit', { amount: moneyText(credit, 'rs') })}</small>;
}

/** When and how they were last reminded, and what they promised. */
export function LastWords({ member: { reminded, promise } }: { member: OwingMember }): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <p className={classes['aside']}>
        {reminded === null
          ? t('reminders.never')
          : t('reminders.last', { day: dayText(reminded.day), by: t(`reminders.by.${reminded.channel}`) })}
      </p>
      {promise !== null && (
        <p className={promise.holds ? classes['aside'] : classes['late']}>
          {t(promise.holds ? 'reminders.promised' : 'reminders.promiseBroken', { day: dayText(promise.until) })}
        </p>
      )}
    </>
  );
}
