// The sentence at a text field that contains more than can be saved. The field itself accepts any length, because
// `maxLength` would silently cut a pasted text.
import { keptText } from '../../../../core/text/letters.ts';
import { useTexts } from '../../../messages/index.ts';

/** null if the text fits as it is kept. */
export function useTooLong(): (text: string, max: number) => string | null {
  const { t } = useTexts();
  return (text, max) => {
    const count = keptText(text).length;
    return count > max ? t('common.tooLong', { max, count }) : null;
  };
}
