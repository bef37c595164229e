// Shows something only to those who may do it.
import type { ReactNode } from 'react';
import type { Operation } from '../../../contract/operation.ts';
import { useMay } from '../../api/permission.ts';

/** Renders its children for those who may call the operation. */
export function Allowed({ to, children }: { to: Pick<Operation, 'needs'>; children: ReactNode }): ReactNode {
  return useMay()(to) ? children : null;
}
