// The tooltip itself (Hint.tsx), fetched when it is first needed, or ahead of time (preload.ts).
import { lazyScreen } from '../../../routing/lazy-screen.tsx';

export const bubble = lazyScreen(() => import('./HintBubble.tsx'));
