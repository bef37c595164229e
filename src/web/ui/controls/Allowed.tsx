// What only some may do: shown to them alone.
import type { ReactNode } from 'react';
import type { Operation } from '../../../contract/operation.ts';
import { useMay } from '../../api/permission.ts';

/** Its children, for those who may call the operation. */
export function Allowed({ to, children }: { to: Pick<Operation, 'needs'>; children: ReactNode }): ReactNode {
  return useMay()(to) ? children : null;
}
