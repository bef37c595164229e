// What needs the server is refused where it is pressed, before somebody fills in a form for nothing.
import { isOffline } from '../../api/live/connection.ts';
import { textNow } from '../../messages/index.ts';
import { toast } from '../feedback/toast.tsx';

/** Whether there is no connection, which it then says, in a sentence of its own if there is one. */
export function refusedOffline(sentence = textNow('common.needsServer')): boolean {
  const isRefused = isOffline();
  if (isRefused) toast.error(sentence, { id: 'offline' });
  return isRefused;
}
