// The choice of a user (UserSelect.tsx), fetched when it is first needed, or ahead of time (app/main.tsx).
import { lazyScreen } from '../../routing/lazy-screen.tsx';

export const userSelect = lazyScreen(() => import('./UserSelect.tsx'));
