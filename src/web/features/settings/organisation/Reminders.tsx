// The card of reminders: whether they go out automatically, and what they say.
import { Switch, Text, TextInput, Title } from '@mantine/core';
import { type JSX, useState } from 'react';
import { useTexts } from '../../../messages/index.ts';
import { type PartProps, OrganisationFrame, useSaveOrganisation } from './OrganisationFrame.tsx';
import { ReminderTexts } from './ReminderTexts.tsx';
import classes from '../settings.module.css';
import { parseAmount, rupeesFromPaisa } from '../../../../core/money/money.ts';
import {
  MAX_STEP,
  MAX_STEPS,
  parseSteps,
  REMINDING_HOURS,
  SUGGESTED_STEPS,
} from '../../../../core/people/reminder-plan.ts';
import { BELOW } from '../../../ui/forms/fields/checks.ts';
import { AmountInput } from '../../../ui/forms/fields/AmountInput.tsx';
import { typedAmount } from '../../../ui/forms/fields/typed-amount.ts';
import { savedElsewhere } from '../../../ui/forms/FormSheet.tsx';

export default function Reminders(props: PartProps): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      <ByThemselves {...props} />
      <Title order={3} className={`${classes['part']} ${classes['between']}`}>
        {t('settings.reminders.says')}
      </Title>
      <ReminderTexts {...props} />
    </>
  );
}

// Whether reminders go out automatically, on which days after a due day, and above what amount (REMIND-10).

/** What is typed; null: off. */
interface Typed {
  steps?: string | null;
  minimum?: string;
}

const typedSteps = (steps: readonly number[]): string => steps.join(', ');

/** The amount as it is sent; null if the text is no amount. */
function readMinimum(typed: string): number | null {
  const amount = typed.trim() === '' ? 0 : parseAmount(typed);
  return amount === null ? null : rupeesFromPaisa(amount);
}

interface Sent {
  remindSteps?: number[] | null | undefined;
  remindMinimum?: number | undefined;
}

/** What was typed, without what has been sent since and not changed again. */
function withoutSent({ steps, minimum }: Typed, sent: Sent): Typed {
  const read = typeof steps === 'string' ? parseSteps(steps)?.join() : steps;
  const sentSteps = sent.remindSteps === null ? null : sent.remindSteps?.join();
  return {
    ...(steps === undefined || read === sentSteps ? {} : { steps }),
    ...(minimum === undefined || readMinimum(minimum) === sent.remindMinimum ? {} : { minimum }),
  };
}

function ByThemselves({ stored, readOnly }: PartProps): JSX.Element {
  const { t } = useTexts();
  const [typed, setTyped] = useState<Typed>({});
  const storedSteps = stored.remindSteps === null ? null : typedSteps(stored.remindSteps);
  const storedMinimum = stored.remindMinimum === 0 ? '' : typedAmount(stored.remindMinimum);
  const steps = typed.steps === undefined ? storedSteps : typed.steps;
  const minimum = typed.minimum ?? storedMinimum;
  const read = steps === null ? null : parseSteps(steps);
  const amount = readMinimum(minimum);
  const isWrong = (steps !== null && read === null) || amount === null;
  const changes = {
    ...((read === null ? null : typedSteps(read)) === storedSteps ? {} : { remindSteps: read }),
    ...(amount === null || amount === stored.remindMinimum ? {} : { remindMinimum: amount }),
  };
  const saving = useSaveOrganisation({
    id: 'reminders-by-themselves',
    saved: t('settings.reminders.auto.saved'),
    stored,
    // Not empty while something is wrong, so that Save leads to it; `isWrong` keeps it from being sent.
    changes: isWrong ? { ...changes, remindSteps: null } : changes,
    forget: (sent) => setTyped((now) => withoutSent(now, sent)),
  });
  const change = (next: Typed): void => {
    saving.begin(next.minimum === undefined ? 'remindSteps' : 'remindMinimum');
    setTyped((now) => ({ ...now, ...next }));
  };
  const { isElsewhere } = saving;
  return (
    <OrganisationFrame saving={saving} saves={t('settings.reminders.auto.title')} isWrong={isWrong} readOnly={readOnly}>
      <Title order={3} className={classes['part'] ?? ''}>
        {t('settings.reminders.auto.title')}
      </Title>
      <Switch
        size="md"
        className={classes['partSwitch'] ?? ''}
        label={t('settings.reminders.auto.on')}
        description={savedElsewhere(isElsewhere('remindSteps') ? (storedSteps ?? '') : undefined, t)}
        checked={steps !== null}
        onChange={({ currentTarget: { checked } }) =>
          change({ steps: checked ? (storedSteps ?? typedSteps(SUGGESTED_STEPS)) : null })
        }
      />
      {steps !== null && (
        <div className={classes['pair']}>
          <TextInput
            label={t('settings.reminders.auto.steps')}
            description={t('settings.reminders.auto.stepsHint')}
            inputWrapperOrder={BELOW}
            inputMode="text"
            autoComplete="off"
            value={steps}
            error={
              read === null ? t('settings.reminders.auto.stepsWrong', { most: MAX_STEPS, max: MAX_STEP }) : undefined
            }
            onChange={({ currentTarget: { value } }) => change({ steps: value })}
          />
          <AmountInput
            label={t('settings.reminders.auto.minimum')}
            description={
              savedElsewhere(isElsewhere('remindMinimum') ? storedMinimum : undefined, t) ??
              t('settings.reminders.auto.minimumHint')
            }
            value={minimum}
            onChange={(value) => change({ minimum: value })}
          />
        </div>
      )}
      {steps !== null && stored.dueDays === null && (
        <Text c="var(--app-bad-text)" fz="sm">
          {t('settings.reminders.auto.noDueDays')}
        </Text>
      )}
      <Text c="dimmed" fz="sm">
        {t('settings.reminders.auto.note', REMINDING_HOURS)}
      </Text>
    </OrganisationFrame>
  );
}
