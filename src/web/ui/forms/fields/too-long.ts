// The sentence at a text field that holds more than can be saved. The field itself takes any length: `maxLength` would cut a
// pasted text without a word.
import { useTexts } from '../../../messages/index.ts';

/** Null where the text fits. White space around it is not sent. */
export function useTooLong(): (text: string, max: number) => string | null {
  const { t } = useTexts();
  return (text, max) => {
    const count = text.trim().length;
    return count > max ? t('common.tooLong', { max, count }) : null;
  };
}
