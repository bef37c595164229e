// One rule: its description, the switch, and its state in a word.
import { Switch } from '@mantine/core';
import type { JSX } from 'react';
import { useId } from 'react';
import type { Rule } from '../../../contract/settings/rules.ts';
import { serverText, useTexts } from '../../messages/index.ts';
import classes from './RuleSwitch.module.css';
import { switchRule } from '../../../contract/settings/rules.ts';
import { useMay } from '../../api/permission.ts';

interface RuleSwitchProps {
  rule: Rule;
  on: boolean;
  onToggle: (rule: Rule, on: boolean) => void;
}

export function RuleSwitch({ rule, on, onToggle }: RuleSwitchProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  const maySwitch = useMay()(switchRule);
  return (
    <div className={classes['rule']}>
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
        disabled={!maySwitch}
        onChange={(event) => onToggle(rule, event.currentTarget.checked)}
      />
    </div>
  );
}
