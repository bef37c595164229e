// Downloads everything that a list finds as a CSV file, for those who may read it (EXPORT-1).
import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { CallInput, Operation } from '../../../contract/operation.ts';
import { addressOf } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../messages/index.ts';
import { Allowed } from '../controls/Allowed.tsx';
import { refusedOffline } from '../dialogs/refused-offline.ts';

interface ExportButtonProps<O extends Operation> {
  /** one of contract/exports.ts */
  of: O;
  /** the input of the list; `language` is added, as that of the page */
  input: CallInput<O>;
}

export function ExportButton<O extends Operation>({ of: operation, input }: ExportButtonProps<O>): JSX.Element {
  const { t } = useTexts();
  const language = useLanguage();
  const { params, query } = input as { params?: Record<string, string>; query?: Record<string, string> };
  const address = addressOf(operation, { ...(params && { params }), query: { ...query, language } });
  return (
    <Allowed to={operation}>
      <Button
        data-screen-only
        component="a"
        // The browser's own download shows its progress, and whether it failed.
        href={address}
        download
        onClick={(event) => {
          // Offline the browser would say only that it failed.
          if (refusedOffline(t('common.exportOffline'))) event.preventDefault();
        }}
        variant="default"
        leftSection={<IconFileTypeCsv size={18} aria-hidden />}
      >
        {t('common.exportCsv')}
      </Button>
    </Allowed>
  );
}
