// The sentences for the problems of a fine's form.
import { MAX_LENGTH, MAX_USERS_PER_SUBMISSION } from '../../../core/limits.ts';
import { useTexts } from '../../messages/index.ts';
import type { CorrectionProblem } from './changing/correction.ts';
import type { DraftProblem } from './adding/draft.ts';

export function useFineProblems(): (problem: DraftProblem | CorrectionProblem['problem']) => string {
  const { t } = useTexts();
  return (problem) =>
    ({
      'type-missing': t('fines.add.typeMissing'),
      'type-too-long': t('fines.add.typeTooLong', { max: MAX_LENGTH.fineType }),
      'amount-missing': t('fines.add.amountMissing'),
      'amount-invalid': t('fines.add.amountInvalid'),
      'date-invalid': t('fines.add.dateInvalid'),
      'date-too-far': t('fines.add.dateTooFar'),
      'note-too-long': t('fines.add.noteTooLong', { max: MAX_LENGTH.description }),
      'no-users': t('fines.add.noUserSelected'),
      'too-many-users': t('fines.add.tooManyUsers', { count: MAX_USERS_PER_SUBMISSION }),
    })[problem];
}
