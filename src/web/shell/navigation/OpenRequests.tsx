// The number of requests that wait, beside the entry of the sidebar, for those who may decide them (REQ-13).
import type { JSX } from 'react';
import { countRequests } from '../../../contract/money/requests.ts';
import { useRead } from '../../api/hooks.ts';
import { useMay } from '../../api/permission.ts';
import { useTexts } from '../../messages/index.ts';
import classes from './navigation.module.css';

/** 0 for those who may decide none, and until it is known. */
export function useOpenRequests(): number {
  return useRead(countRequests, {}, { enabled: useMay()(countRequests) }).data?.open ?? 0;
}

export function OpenRequests(): JSX.Element | null {
  const { t } = useTexts();
  const open = useOpenRequests();
  if (open === 0) return null;
  return (
    <span className={classes['count']} role="status" aria-label={t('shell.openRequests', { count: open })}>
      {open > 99 ? '99+' : open}
    </span>
  );
}
