// One rule: its description, the switch, and in a word how it stands.
import { Switch } from '@mantine/core';
import type { JSX } from 'react';
import { useId } from 'react';
import type { Setting } from '../../../contract/settings.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './RuleSwitch.module.css';

interface RuleSwitchProps {
  setting: Setting;
  on: boolean;
  onToggle: (setting: Setting, on: boolean) => void;
}

export function RuleSwitch({ setting, on, onToggle }: RuleSwitchProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className={classes['rule']}>
      <label htmlFor={id} dir="auto" className={classes['description']}>
        {setting.description}
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
        onChange={(event) => onToggle(setting, event.currentTarget.checked)}
      />
    </div>
  );
}
