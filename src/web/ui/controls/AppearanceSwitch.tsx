// Chooses between the light and the dark appearance, or leaves it to the system. This browser remembers it.
import type { MantineColorScheme } from '@mantine/core';
import { useMantineColorScheme } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useId } from 'react';
import { useTexts } from '../../messages/index.ts';
import classes from '../forms/fields/fields.module.css';

const CHOICES: readonly { value: MantineColorScheme; icon: Icon }[] = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
];

export function AppearanceSwitch(): JSX.Element {
  const { t } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = useId();
  return (
    <fieldset className={classes['choices']}>
      <legend className={classes['legend']}>{t('common.appearance.label')}</legend>
      {CHOICES.map(({ value, icon: ChoiceIcon }) => (
        <label key={value} className={classes['choice']}>
          <input
            type="radio"
            name={name}
            className={classes['input']}
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <ChoiceIcon size={20} stroke={1.7} aria-hidden />
          <span>{t(`common.appearance.${value}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
