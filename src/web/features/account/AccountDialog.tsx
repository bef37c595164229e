// A member's own account, as a dialog: members have one screen, and this is not a second one (decisions section 6).
import type { JSX } from 'react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import classes from './account.module.css';
import { AccountSections } from './AccountSections.tsx';

interface AccountDialogProps {
  opened: boolean;
  onClose: () => void;
}

export default function AccountDialog({ opened, onClose }: AccountDialogProps): JSX.Element {
  const { t } = useTexts();
  // A dialog remembers where the focus was when it turns from closed to open, so it must begin closed.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return (
    <Sheet opened={shown} onClose={onClose} title={t('account.dialogTitle')} size="lg">
      <div className={classes['sections']}>
        <AccountSections />
      </div>
    </Sheet>
  );
}
