// One rule: its description, the switch, and its state in a word.
import { Switch } from '@mantine/core';
import type { JSX } from 'react';
import { useId } from 'react';
import type { Rule } from '../../../contract/settings/rules.ts';
import { serverText, useTexts } from '../../messages/index.ts';
import classes from './settings.module.css';

interface RuleSwitchProps {
  rule: Rule;
  on: boolean;
  readOnly: boolean;
  onToggle: (rule: Rule, on: boolean) => void;
}

export function RuleSwitch({ rule, on, readOnly, onToggle }: RuleSwitchProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className={classes['rule']} data-read-only={readOnly || undefined}>
      <label htmlFor={id} dir="auto" className={classes['description']}>
        {serverText('rules', rule.id) ?? rule.description}
      </label>
      <span className={classes['state']} aria-hidden data-on={on || undefined}>
        {t(on ? 'settings.enabled' : 'settings.disabled')}
      </span>
      <Switch
        id={id}
        size="lg"
        classNames={{ root: classes['switch'] ?? '', input: classes['input'] ?? '', track: classes['track'] ?? '' }}
        role="switch"
        aria-checked={on}
        checked={on}
        disabled={readOnly}
        onChange={(event) => onToggle(rule, event.currentTarget.checked)}
      />
    </div>
  );
}
