// The sentence below a field that another window has changed while something else was typed into it here.
import type { JSX } from 'react';
import type { Translate } from '../../messages/index.ts';
import classes from './forms.module.css';

/** `value`: as the form would show it; undefined if the field has not changed. */
export function savedElsewhere(value: string | undefined, t: Translate): JSX.Element | undefined {
  if (value === undefined) return undefined;
  return (
    <span className={classes['elsewhere']}>
      {value === '' ? t('common.form.emptiedElsewhere') : t('common.form.savedElsewhere', { value })}
    </span>
  );
}
