// The current screen inside the administrator's frame; a skeleton while it is loading.
import type { JSX, ReactNode } from 'react';
import { Suspense } from 'react';
import { SkeletonTable } from '../../ui/lists/SkeletonTable.tsx';
import { MainArea } from './MainArea.tsx';

export function MainContent({ children }: { children: ReactNode }): JSX.Element {
  return (
    <MainArea>
      <Suspense fallback={<SkeletonTable rows={6} columns={3} />}>{children}</Suspense>
    </MainArea>
  );
}
