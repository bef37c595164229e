// The Fines screen (LIST-1): totals, recent fines of all users or of one, and what can be done with them.
import { Button } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { importFines } from '../../../contract/fines/imports.ts';
import { useTexts } from '../../messages/index.ts';
import { KeyHint } from '../../ui/keys/KeyHint.tsx';
import { PATHS } from '../../routing/paths.ts';
import { Allowed } from '../../ui/controls/Allowed.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Screen } from '../../ui/layout/Screen.tsx';
import { FloatingAdd } from './adding/FloatingAdd.tsx';
import { FinesCards, UserFigures } from './FinesCards.tsx';
import { FinesPanel, useFinesPanel } from './panel/FinesPanel.tsx';
import classes from './fines.module.css';
import { useFinesView } from './useFinesView.ts';

export default function FinesScreen(): ReactNode {
  const { t } = useTexts();
  const addButton = useRef<HTMLButtonElement>(null);
  const panel = useFinesPanel(useFinesView());
  const { list, adding, chosen } = panel;
  return (
    <Screen floating>
      <PageHeader
        title={t('fines.title')}
        subtitle={
          <span className={classes['subtitle']}>{t(adding === null ? 'fines.subtitleToRead' : 'fines.subtitle')}</span>
        }
        actions={
          adding !== null && (
            <>
              <KeyHint of="addFine">
                <Button ref={addButton} leftSection={<IconPlus size={18} aria-hidden />} onClick={adding.open}>
                  {t('fines.addNew')}
                </Button>
              </KeyHint>
              <Allowed to={importFines}>
                <LinkButton
                  to={PATHS.importFines}
                  needsServer
                  variant="default"
                  leftSection={<IconFileUpload size={18} aria-hidden />}
                >
                  {t('common.importCsv')}
                </LinkButton>
              </Allowed>
            </>
          )
        }
      />
      {list.user !== undefined && <UserFigures user={list.user} />}
      <FinesCards totals={list.totals} failed={list.error !== null} small={panel.view.userId !== undefined} />
      <FinesPanel panel={panel} />
      {/* While fines are ticked, the bar takes its place. */}
      {adding !== null && chosen.length === 0 && <FloatingAdd head={addButton} onClick={adding.open} />}
    </Screen>
  );
}
