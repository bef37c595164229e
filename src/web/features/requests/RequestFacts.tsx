// What a request says: its kind, what it asks for, the picture; and what happened to it.
import type { JSX } from 'react';
import { useState } from 'react';
import { type MemberRequest, readPicture } from '../../../contract/money/requests.ts';
import { addressOf } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { typeText } from '../../messages/fine-types.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import { isAtLeast } from '../../../core/people/permission.ts';
import { ownPaperPath, receiptPath } from '../../routing/paths.ts';
import { TextLink } from '../../ui/controls/TextLink.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { Money } from '../../ui/money/Money.tsx';
import { rs } from '../../ui/money/money-text.ts';
import classes from './requests.module.css';

export function RequestFacts({ request }: { request: MemberRequest }): JSX.Element {
  const { t } = useTexts();
  const { kind, state, amount, method, reference, receivedOn, fines, reason, sentOn } = request;
  return (
    <div className={classes['facts']}>
      <div className={classes['words']}>
        <p className={classes['kind']}>
          <strong>{t(`requests.kinds.${kind}`)}</strong>
          <StatusBadge status={state} />
          <time dateTime={sentOn} className={classes['aside']}>
            {t('requests.item.sent', { day: dayText(sentOn) })}
          </time>
        </p>
        {amount !== null && method !== null && receivedOn !== null && (
          <p className={classes['paid']}>
            <Money rupees={amount} format="rs" />
            <span>
              {t(`common.method.${method}`)} · <time dateTime={receivedOn}>{dayText(receivedOn)}</time>
            </span>
            {reference !== '' && <span>{t('requests.item.reference', { reference })}</span>}
          </p>
        )}
        {fines.length === 0 ? (
          <p className={classes['aside']}>{t('requests.item.forAll')}</p>
        ) : (
          <ul className={classes['fines']}>
            {fines.map(({ fineId, fineType, date }) => (
              <li key={fineId}>{t('requests.item.fine', { fineType: typeText(fineType), day: dayText(date) })}</li>
            ))}
          </ul>
        )}
        {reason !== '' && (
          <blockquote className={classes['reason']}>
            <bdi>{reason}</bdi>
          </blockquote>
        )}
      </div>
      {request.picture !== null && <TransferPicture request={request} />}
    </div>
  );
}

/** The address includes which picture it is, so that another one is never taken for it. */
function TransferPicture({ request: { id, picture, userName, amount } }: { request: MemberRequest }): JSX.Element {
  const { t } = useTexts();
  const [gone, setGone] = useState(false);
  if (gone) return <p className={classes['aside']}>{t('requests.item.pictureGone')}</p>;
  const address = `${addressOf(readPicture, { params: { requestId: id } })}?${picture ?? ''}`;
  const name = t('requests.item.pictureOf', { name: recordedText(userName) });
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className={classes['pictureLink']}
      title={t('requests.item.openPicture')}
      aria-label={t('requests.item.openPictureOf', { name: recordedText(userName), amount: rs(amount ?? 0) })}
    >
      <img src={address} alt={name} loading="lazy" className={classes['picture']} onError={() => setGone(true)} />
    </a>
  );
}

/** `by`: who decided, if that is shown. */
export function RequestOutcome({ request, by }: { request: MemberRequest; by?: string }): JSX.Element | null {
  const { t } = useTexts();
  const { state, decidedOn, answer, receipt } = request;
  if (state === 'open' || decidedOn === null) return null;
  return (
    <div className={classes['outcome']} data-state={state}>
      <p className={classes['aside']}>
        {t(`requests.item.decided.${state}`, { day: dayText(decidedOn) })}
        {by !== undefined && <> {t('requests.item.by', { who: by })}</>}
      </p>
      {answer !== '' && (
        <p>
          <bdi>{t('requests.item.answer', { answer })}</bdi>
        </p>
      )}
      {receipt !== null && <Receipt receipt={receipt} />}
    </div>
  );
}

/** A member's own receipt opens in place of their overview. */
function Receipt({ receipt }: { receipt: string }): JSX.Element {
  const { t } = useTexts();
  const access = useSession().principal?.access ?? 'member';
  return (
    <p>
      <TextLink to={isAtLeast(access, 'viewer') ? receiptPath(receipt) : ownPaperPath(receipt)} inText>
        {t('requests.item.receipt', { receipt })}
      </TextLink>
    </p>
  );
}

/** Whose request it is and what it says, at the top of a dialog that decides it. */
export function QuotedRequest({ request }: { request: MemberRequest }): JSX.Element {
  return (
    <div className={classes['quoted']}>
      <p className={classes['who']}>
        <strong dir="auto">{recordedText(request.userName)}</strong>
      </p>
      <RequestFacts request={request} />
    </div>
  );
}
