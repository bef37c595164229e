// Dialogs of the Fines screen that more than one of its parts opens.
import { lazyScreen } from '../../lazy-screen.tsx';
import { areaTexts } from '../../messages/index.ts';

export const takeBackWaiver = lazyScreen(() => import('../../ui/TakeBackWaiver.tsx'), areaTexts('collect'));
