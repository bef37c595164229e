// The sentence below a field that another window has changed while something else was typed into it here.
import type { Translate } from '../../messages/index.ts';

/** Below the field, so that it lines up with one beside it. */
export const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** `value`: as the form would show it; undefined if the field has not changed. */
export function savedElsewhere(value: string | undefined, t: Translate): string | undefined {
  if (value === undefined) return undefined;
  return value === '' ? t('common.form.emptiedElsewhere') : t('common.form.savedElsewhere', { value });
}
