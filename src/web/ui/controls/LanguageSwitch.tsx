// Chooses the language of the interface; each language is named in itself.
import type { JSX } from 'react';
import { useId, useState } from 'react';
import { type Language, LANGUAGES } from '../../../core/text/languages.ts';
import { chooseLanguage } from '../../api/account-language.ts';
import { ApiError, ConnectionError } from '../../api/errors.ts';
import { useLanguage, useTexts } from '../../messages/index.ts';
import choices from '../forms/fields/fields.module.css';
import { reasonOf } from '../feedback/failure.ts';
import { useTellIfLeft } from '../feedback/toast.tsx';
import classes from './controls.module.css';
import { UrduWord } from './UrduWord.tsx';

export function LanguageSwitch(): JSX.Element {
  const { t } = useTexts();
  const language = useLanguage();
  const name = useId();
  const [failure, setFailure] = useState<unknown>(null);
  /** The language that was pressed, until the page has switched to it. */
  const [pressed, setPressed] = useState<Language | null>(null);

  const textOf = (error: unknown): string =>
    error instanceof ApiError || error instanceof ConnectionError
      ? t('common.language.notSaved', { reason: reasonOf(error, t) })
      : t('common.language.failed');
  const tellIfLeft = useTellIfLeft(textOf);
  const choose = (chosen: Language): void => {
    setFailure(null);
    setPressed(chosen);
    chooseLanguage(chosen)
      .catch((error: unknown) => {
        setFailure(error);
        tellIfLeft(error);
      })
      .finally(() => setPressed(null));
  };
  return (
    <>
      <fieldset className={choices['choices']}>
        <legend className={choices['legend']}>{t('common.language.label')}</legend>
        {LANGUAGES.map((choice) => (
          <label key={choice} className={choices['choice']}>
            <input
              type="radio"
              name={name}
              className={choices['input']}
              checked={(pressed ?? language) === choice}
              onChange={() => choose(choice)}
            />
            {choice === 'ur' ? (
              <span>
                <UrduWord word="urdu" label={t('common.language.ur')} />
              </span>
            ) : (
              <span lang={choice}>{t(`common.language.${choice}`)}</span>
            )}
          </label>
        ))}
      </fieldset>
      <p role="alert" className={classes['failure']}>
        {failure === null ? '' : textOf(failure)}
      </p>
    </>
  );
}
