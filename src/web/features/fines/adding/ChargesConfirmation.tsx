// Shows the administrator the amounts that the repeat-offence rule gives: who pays the normal amount, who double, and
// the sum. Shown even when nobody is doubled (REPEAT-3), and whatever the rule for a day in the future (DATE-7).
import { Alert, Button, Text } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import type { Assessment } from '../../../../contract/fines/fines.ts';
import type { CalendarDay } from '../../../../core/calendar.ts';
import { addPaisa } from '../../../../core/money/money.ts';
import { typeText } from '../../../messages/fine-types.ts';
import { dayText, recordedText } from '../../../messages/formats.ts';
import { useTexts } from '../../../messages/index.ts';
import { isolated } from '../../../messages/translate.ts';
import { busyButton } from '../../../ui/controls/buttons.tsx';
import { Money, moneyText } from '../../../ui/money/money.tsx';
import { Sheet } from '../../../ui/dialogs/Sheet.tsx';
import classes from '../fines.module.css';
import type { PickedUser } from './draft.ts';
import type { Confirmation } from './useAddFine.ts';

type Charge = Assessment['charges'][number];

export function ChargesConfirmation(props: {
  confirmation: Confirmation | null;
  people: readonly PickedUser[];
  today: CalendarDay;
  busy: boolean;
  onConfirm(): void;
  onBack(): void;
}): ReactNode {
  const { t } = useTexts();
  // The list stays while the dialog fades out.
  const last = useRef(props.confirmation);
  if (props.confirmation !== null) last.current = props.confirmation;
  const shown = last.current;
  return (
    <Sheet
      opened={props.confirmation !== null}
      onClose={props.onBack}
      title={t('fines.charges.title')}
      needsServer={false}
      size={480}
      busy={props.busy}
      footer={
        <>
          <Button variant="default" disabled={props.busy} onClick={props.onBack}>
            {t('fines.charges.back')}
          </Button>
          <Button data-autofocus {...busyButton(props.busy)} onClick={props.onConfirm}>
            {props.busy ? t('fines.add.saving') : t('fines.charges.confirm')}
          </Button>
        </>
      }
    >
      {shown !== null && <Charges confirmation={shown} people={props.people} today={props.today} />}
    </Sheet>
  );
}

function Charges(props: { confirmation: Confirmation; people: readonly PickedUser[]; today: CalendarDay }): ReactNode {
  const { t } = useTexts();
  const { confirmation } = props;
  const { charges } = confirmation.assessment;
  const tellApart = namesakes(charges, props.people);
  const doubled = charges.filter((charge) => charge.doubled);
  const normal = charges.filter((charge) => !charge.doubled);
  return (
    <div className={classes['charges']}>
      {confirmation.changed && (
        <Alert color="yellow" role="alert">
          {t('fines.charges.changed')}
        </Alert>
      )}
      {confirmation.body.date > props.today && <Alert color="yellow">{t('fines.charges.future')}</Alert>}
      <p className={classes['chargesFor']}>
        <strong dir="auto">{typeText(confirmation.body.fineType)}</strong>
        <span>{dayText(confirmation.body.date)}</span>
      </p>
      {doubled.length > 0 && (
        <ChargeList
          title={t('fines.charges.doubled')}
          note={t('fines.charges.repeated')}
          charges={doubled}
          tellApart={tellApart}
          double
        />
      )}
      {normal.length > 0 && <ChargeList title={t('fines.charges.normal')} charges={normal} tellApart={tellApart} />}
      {doubled.length === 0 && (
        <Text c="dimmed" fz="sm">
          {t('fines.charges.nobodyDoubled')}
        </Text>
      )}
      <p className={classes['grandTotal']}>
        <span>{t('fines.charges.grandTotal', { count: charges.length })}</span>
        <Money paisa={sum(charges)} format="rs" />
      </p>
    </div>
  );
}

function ChargeList(props: {
  title: string;
  note?: string;
  charges: readonly Charge[];
  tellApart: Namesakes;
  double?: boolean;
}): ReactNode {
  const { t } = useTexts();
  return (
    <section className={classes['chargeList']} data-double={props.double}>
      <h3>
        {props.title}
        {props.note !== undefined && (
          <Text span fw={400}>
            {' '}
            ({props.note})
          </Text>
        )}
      </h3>
      <ul aria-label={props.title}>
        {props.charges.map((charge) => (
          <li key={charge.userId}>
            <span>
              <span dir="auto">{recordedText(charge.userName)}</span>
              {props.tellApart.has(charge.userId) && (
                <span className={classes['userEmail']}>
                  <bdi>{props.tellApart.get(charge.userId)}</bdi>
                </span>
              )}
            </span>
            <Money paisa={charge.amount} format="rs" />
          </li>
        ))}
      </ul>
      <Earlier charges={props.charges} />
      <p className={classes['subtotal']}>
        <span>{t('fines.charges.people', { count: props.charges.length })}</span>
        <Money paisa={sum(props.charges)} format="rs" />
      </p>
    </section>
  );
}

/** The earlier fines because of which fines are doubled. */
function Earlier({ charges }: { charges: readonly Charge[] }): ReactNode {
  const { t } = useTexts();
  const id = useId();
  const doubled = charges.flatMap(({ userId, userName, earlier }) => (earlier ? [{ userId, userName, earlier }] : []));
  if (doubled.length === 0) return null;
  return (
    <div className={classes['earlier']}>
      <h4 id={id}>{t('fines.charges.earlier')}</h4>
      <ul aria-labelledby={id}>
        {doubled.map(({ userId, userName, earlier }) => (
          <li key={userId}>
            {t('fines.charges.earlierFine', {
              userName: isolated(userName),
              fineType: isolated(typeText(earlier.fineType)),
              date: dayText(earlier.date),
              amount: moneyText(earlier.amount, 'rs'),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Namesakes = ReadonlyMap<string, string>;

/** Those who share a name with another user in the list, by id, with what distinguishes them: the e-mail or the id. */
function namesakes(charges: readonly Charge[], people: readonly PickedUser[]): Namesakes {
  const shared = charges.filter((charge) =>
    charges.some((other) => other.userId !== charge.userId && other.userName === charge.userName),
  );
  const emails = new Map(people.map(({ id, userEmail }) => [id, userEmail]));
  return new Map(shared.map(({ userId }) => [userId, emails.get(userId) ?? userId]));
}

function sum(charges: readonly Charge[]): number {
  return addPaisa(...charges.map((charge) => charge.amount));
}
