// The slip of one hand-over, to print and sign (CASH-13).
import type { JSX } from 'react';
import { type HandOver, readHandOver } from '../../../../contract/money/cash.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { usePath } from '../../../routing/location.ts';
import { instantText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { handOverOf, PATHS } from '../../../routing/paths.ts';
import { Signatures } from '../../../ui/layout/Paper.tsx';
import { Money } from '../../../ui/money/money.tsx';
import { AmountFacts, Fact, Facts, NoteFact, Slip, SlipScreen } from '../receipts/Slip.tsx';
import { ActorLink } from '../../../ui/people/people.tsx';
import classes from '../receipts/receipts.module.css';
import { paidFor } from './CashDialogs.tsx';

export default function HandOverScreen(): JSX.Element {
  const { t } = useTexts();
  const { organisation: own } = useSession();
  const handOverId = handOverOf(usePath()) ?? '';
  const reading = useRead(readHandOver, { params: { handOverId } }, { keepPrevious: false });
  const title = t('payments.handOver.title');
  return (
    <SlipScreen
      title={title}
      reading={reading}
      notFound="hand-over-not-found"
      unknown={{ title: t('payments.handOver.unknown') }}
      back={{ to: PATHS.cashUp, text: t('payments.tabs.cashUp') }}
    >
      {({ handOver }, organisation, onLogo) => (
        <Slip title={title} organisation={organisation} onLogo={onLogo} reversals={handOver.reversals}>
          <Facts>
            <Fact label={t('payments.handOver.from')}>
              <strong>
                <ActorLink who={handOver.holder} id={handOver.holderId} />
              </strong>
            </Fact>
            <Fact label={t('payments.handOver.to')}>
              <strong>
                <ActorLink who={handOver.takenBy} id={handOver.takenById} />
              </strong>
            </Fact>
            <Fact label={t('payments.handOver.time')}>
              <time dateTime={handOver.createdAt}>{instantText(handOver.createdAt, own.timeZone)}</time>
            </Fact>
            {handOver.madeById !== handOver.holderId && (
              <Fact label={t('payments.handOver.madeBy')}>
                <ActorLink who={handOver.madeBy} id={handOver.madeById} />
              </Fact>
            )}
            <AmountFacts label={t('payments.handOver.counted')} paisa={handOver.counted} />
            <NoteFact note={handOver.note} />
          </Facts>
          <MadeOf handOver={handOver} />
          <Signatures
            of={[
              { name: recordedText(handOver.holder), role: t('payments.handOver.gives') },
              { name: recordedText(handOver.takenBy), role: t('payments.handOver.takes') },
            ]}
          />
        </Slip>
      )}
    </SlipScreen>
  );
}

/** What came in and went out, what should be there as a result, and the difference to what was counted. */
function MadeOf({ handOver }: { handOver: HandOver }): JSX.Element {
  const { t } = useTexts();
  const { received, takenOver, givenBack, payOuts, held, counted, difference } = handOver;
  const rows: [string, number][] = [
    [t('payments.cash.received'), received],
    [t('payments.cash.takenOver'), takenOver],
    [t('payments.cash.givenBack'), -givenBack],
    ...payOuts.map((payOut): [string, number] => [
      t('payments.handOver.paidFor', { what: paidFor(payOut) }),
      -payOut.amount,
    ]),
  ];
  const sums = [
    [t('payments.handOver.shouldBe'), held],
    [t('payments.handOver.counted'), counted],
    [t('payments.handOver.difference'), difference],
  ] as const;
  return (
    <table aria-label={t('payments.handOver.madeOf')} className={classes['fines']}>
      <tbody>
        {rows
          .filter(([, paisa], place) => place === 0 || paisa !== 0)
          .map(([label, paisa], place) => (
            <tr key={place}>
              <td>
                <bdi>{label}</bdi>
              </td>
              <td>
                <Money paisa={paisa} format="rs" plain />
              </td>
            </tr>
          ))}
      </tbody>
      <tfoot>
        {sums.map(([label, paisa]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <Money paisa={paisa} format="rs" />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}
