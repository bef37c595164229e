// Dialogs of the Fines screen that more than one of its parts opens.
import { lazyPart } from '../../../routing/lazy-screen.tsx';
import { areaTexts } from '../../../messages/index.ts';

export const reverseWaiver = lazyPart(() => import('../../../ui/money/TakeBackWaiver.tsx'), areaTexts('collect'));
