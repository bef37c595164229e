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

// The few Urdu words that English pages show as well, as pictures: as text they would need a font that few devices have
// in full, on pages that need it for nothing else. Drawn from the font in src/web/fonts (docs/urdu.md).

const WORDS = {
  jurmana: {
    viewBox: '0 -87 188 134',
    path: 'M2 9 0 8Q2 3 4 -1Q7 -5 10 -8Q12 -11 15 -12Q18 -14 21 -14Q23 -14 25 -13Q26 -13 28 -13Q30 -12 31 -12Q33 -12 34 -12Q35 -11 35 -9Q35 -6 33 -3Q32 0 29 2Q26 3 23 3Q21 3 18 2Q16 2 13 2Q10 2 7 4Q5 5 2 9ZM40 -39Q39 -40 37 -42Q36 -43 34 -44Q33 -45 32 -46V-47Q32 -48 34 -50Q35 -51 36 -53Q37 -54 39 -55Q40 -56 40 -57H41Q46 -54 48 -52Q49 -50 49 -48Q49 -47 47 -44Q45 -42 41 -39ZM23 3Q21 3 21 3Q20 2 20 0Q20 -3 21 -6Q23 -9 26 -11Q28 -12 31 -12Q34 -12 37 -14Q39 -16 42 -20L44 -19Q43 -15 41 -11Q38 -6 35 -2Q33 0 30 2Q27 3 23 3ZM76 0Q71 0 68 -6Q65 -11 65 -22Q65 -30 65 -38Q65 -46 66 -52Q66 -58 67 -62Q67 -66 67 -68Q68 -72 69 -76Q70 -79 72 -84L74 -83Q74 -80 73 -76Q73 -73 72 -69Q72 -65 72 -60Q72 -55 72 -50Q72 -45 72 -40Q72 -35 72 -30Q72 -25 74 -21Q75 -19 77 -17Q79 -16 81 -16Q84 -16 85 -14Q86 -13 86 -10Q86 -6 84 -4Q83 -2 81 -1Q78 0 76 0ZM76 0Q74 0 73 -1Q72 -3 72 -6Q72 -11 75 -13Q78 -16 81 -16Q82 -16 83 -16L87 -26Q87 -26 88 -26Q89 -26 90 -25Q92 -24 92 -23Q93 -21 93 -20Q93 -14 91 -10Q88 -5 85 -3Q81 0 76 0ZM80 44 78 41Q85 36 91 29Q96 23 102 15Q107 6 114 -4Q116 -8 119 -11Q121 -14 123 -17Q127 -21 131 -25Q136 -28 140 -31Q145 -34 148 -34Q149 -35 149 -35Q150 -35 150 -35Q152 -35 153 -34Q154 -32 154 -30Q154 -28 152 -27Q150 -25 149 -25Q145 -23 141 -21Q137 -18 134 -16Q122 -8 115 5Q108 16 102 23Q96 30 91 35Q86 40 80 44ZM166 5Q164 3 163 2Q161 1 160 0Q159 -2 157 -3V-4Q158 -4 159 -6Q160 -7 162 -9Q163 -10 164 -12Q165 -13 166 -13H167Q171 -11 173 -9Q175 -7 175 -5Q175 -3 173 -1Q170 2 166 5ZM148 -25Q147 -25 146 -26Q145 -26 145 -28Q145 -30 146 -31Q146 -33 147 -33Q144 -35 142 -37Q141 -39 141 -42Q141 -46 143 -49Q144 -52 147 -55Q149 -57 152 -58Q154 -60 157 -61Q161 -62 165 -63Q169 -64 174 -64Q178 -64 181 -62Q185 -60 185 -57Q185 -54 181 -47Q179 -43 174 -38Q169 -33 158 -29Q150 -25 148 -25ZM157 -39Q158 -39 159 -39Q160 -40 161 -40Q166 -42 169 -43Q172 -45 173 -46Q177 -48 177 -50Q177 -51 175 -52Q173 -53 168 -53Q165 -53 161 -53Q157 -52 154 -52Q151 -51 149 -49Q147 -48 147 -46Q147 -44 150 -42Q152 -40 157 -39Z',
  },
  urdu: {
    viewBox: '0 -90 146 100',
    path: 'M2 7 2 5Q6 2 10 -1Q14 -3 17 -6Q23 -10 26 -14Q29 -18 29 -20Q29 -20 29 -21Q29 -21 29 -21Q27 -20 26 -19Q24 -19 22 -19Q20 -19 18 -20Q16 -21 15 -22Q14 -24 14 -26Q14 -28 14 -30Q15 -32 16 -34L19 -40Q21 -45 26 -45Q29 -45 31 -43Q32 -41 34 -38Q34 -34 34 -28Q34 -25 34 -22Q34 -19 32 -15Q31 -12 30 -8Q28 -5 25 -2Q24 -1 22 0Q19 1 16 2Q13 4 9 5Q6 6 2 7ZM38 7 38 4Q40 3 43 1Q47 -1 50 -3Q54 -5 56 -8Q59 -10 61 -12Q63 -14 63 -16Q63 -17 61 -19Q60 -22 57 -24Q54 -27 49 -29Q49 -30 50 -32Q52 -35 53 -37Q54 -40 55 -42Q57 -45 58 -46H59Q61 -44 64 -42Q66 -39 68 -35Q70 -31 70 -27Q70 -23 69 -19Q68 -14 66 -11Q64 -7 62 -4Q59 -1 57 1Q54 2 49 4Q45 5 38 7ZM68 4 68 1Q70 0 73 -2Q76 -4 79 -7Q83 -10 86 -12Q89 -15 91 -17Q93 -19 94 -21Q96 -22 97 -25Q98 -27 100 -30Q101 -32 102 -36Q103 -39 104 -42L108 -42Q106 -34 103 -27Q101 -21 99 -16Q97 -11 94 -8Q92 -4 90 -3Q89 -2 87 -2Q86 -1 84 0Q82 0 79 1Q77 2 74 2Q71 3 68 4ZM125 -10 123 -11Q123 -13 124 -18Q124 -23 125 -30L126 -54Q126 -58 126 -62Q126 -65 127 -69Q128 -72 130 -76Q131 -81 134 -87L136 -86Q135 -84 135 -79Q134 -74 134 -66L132 -38Q132 -31 130 -24Q128 -18 125 -10Z',
  },
};

/** `label` is what screen readers say. */
export function UrduWord({ word, label }: { word: keyof typeof WORDS; label: string }): JSX.Element {
  const { viewBox, path } = WORDS[word];
  return (
    <svg role="img" aria-label={label} lang="ur" viewBox={viewBox} className={classes['word']}>
      <path d={path} />
    </svg>
  );
}
