// Chooses the language of the interface; each language is named in itself.
import { type JSX, useId, useState } from 'react';
import { type Language, LANGUAGES } from '../../../core/text/languages.ts';
import { chooseLanguage } from '../../api/session.ts';
import { ApiError, ConnectionError } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../messages/index.ts';
import choices from '../forms/fields/fields.module.css';
import { reasonOf } from '../feedback/failure.ts';
import { useTellIfLeft } from '../feedback/toast.tsx';
import classes from './controls.module.css';
import { UrduWord } from './UrduWord.tsx';

/** The name of the language. */
const URDU = {
  viewBox: '0 -90 146 100',
  path: 'M2 7 2 5Q6 2 10 -1Q14 -3 17 -6Q23 -10 26 -14Q29 -18 29 -20Q29 -20 29 -21Q29 -21 29 -21Q27 -20 26 -19Q24 -19 22 -19Q20 -19 18 -20Q16 -21 15 -22Q14 -24 14 -26Q14 -28 14 -30Q15 -32 16 -34L19 -40Q21 -45 26 -45Q29 -45 31 -43Q32 -41 34 -38Q34 -34 34 -28Q34 -25 34 -22Q34 -19 32 -15Q31 -12 30 -8Q28 -5 25 -2Q24 -1 22 0Q19 1 16 2Q13 4 9 5Q6 6 2 7ZM38 7 38 4Q40 3 43 1Q47 -1 50 -3Q54 -5 56 -8Q59 -10 61 -12Q63 -14 63 -16Q63 -17 61 -19Q60 -22 57 -24Q54 -27 49 -29Q49 -30 50 -32Q52 -35 53 -37Q54 -40 55 -42Q57 -45 58 -46H59Q61 -44 64 -42Q66 -39 68 -35Q70 -31 70 -27Q70 -23 69 -19Q68 -14 66 -11Q64 -7 62 -4Q59 -1 57 1Q54 2 49 4Q45 5 38 7ZM68 4 68 1Q70 0 73 -2Q76 -4 79 -7Q83 -10 86 -12Q89 -15 91 -17Q93 -19 94 -21Q96 -22 97 -25Q98 -27 100 -30Q101 -32 102 -36Q103 -39 104 -42L108 -42Q106 -34 103 -27Q101 -21 99 -16Q97 -11 94 -8Q92 -4 90 -3Q89 -2 87 -2Q86 -1 84 0Q82 0 79 1Q77 2 74 2Q71 3 68 4ZM125 -10 123 -11Q123 -13 124 -18Q124 -23 125 -30L126 -54Q126 -58 126 -62Q126 -65 127 -69Q128 -72 130 -76Q131 -81 134 -87L136 -86Q135 -84 135 -79Q134 -74 134 -66L132 -38Q132 -31 130 -24Q128 -18 125 -10Z',
};

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
                <UrduWord word={URDU} label={t('common.language.ur')} />
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
