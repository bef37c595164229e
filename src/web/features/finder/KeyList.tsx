// The keys, shown by "?": those for what this person may do, and the switch that turns the single ones off.
import { Box, Stack, Switch } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { addFines } from '../../../contract/fines/fines.ts';
import { takePayment } from '../../../contract/money/payments.ts';
import { undo } from '../../../contract/money/undo.ts';
import { find } from '../../../contract/overview.ts';
import { useMay } from '../../api/session.ts';
import { useTexts } from '../../messages/index.ts';
import type { Key } from '../../ui/keys/key.ts';
import { KEY_CAPS, useSingleKeys } from '../../ui/keys/keys.ts';
import { showOverlay, useOverlay } from '../../ui/keys/overlay.ts';
import { Caps } from '../../ui/keys/KeyHint.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import classes from './finder.module.css';

/** What each key needs; the others are for everybody. */
const NEEDS = { finder: find, addFine: addFines, collect: takePayment } as const;
const KEYS: readonly Key[] = ['finder', 'search', 'addFine', 'collect', 'help'];

export default function KeyList(): JSX.Element {
  const { t } = useTexts();
  const may = useMay();
  const opened = useOverlay() === 'keys';
  const [single, setSingle] = useSingleKeys();
  const mine = KEYS.filter((key) => !(key in NEEDS) || may(NEEDS[key as keyof typeof NEEDS]));
  return (
    <Sheet opened={opened} onClose={() => showOverlay(null)} title={t('finder.list.title')} needsServer={false}>
      <Stack gap={16}>
        <Section title={t('finder.list.anywhere')}>
          {mine.map((key) => (
            <Row key={key} caps={KEY_CAPS[key]} off={!single && key !== 'finder'} text={t(`finder.list.${key}`)} />
          ))}
        </Section>
        <Section title={t('finder.list.inMessages')}>
          <Row caps={['F8']} text={t('finder.list.toMessage')} />
          {may(undo) && <Row caps={[KEY_CAPS.finder[0] ?? '', 'Z']} text={t('common.undo.button')} />}
        </Section>
        <Section title={t('finder.list.begin')}>
          <Row caps={['Tab', 'Enter']} text={t('finder.list.tab')} />
        </Section>
        <Section title={t('finder.list.inLists')}>
          <Row caps={['↑', '↓']} text={t('finder.list.upDown')} />
          <Row caps={['←', '→']} text={t('finder.list.leftRight')} />
        </Section>
        <Section title={t('finder.list.inDialogs')}>
          <Row caps={['Enter']} text={t('finder.list.enter')} />
          <Row caps={['Shift', 'Enter']} text={t('finder.list.newLine')} />
          {may(takePayment) && <Row caps={KEY_CAPS.print} text={t('finder.list.print')} />}
          <Row caps={['Esc']} text={t('finder.list.escape')} />
        </Section>
        <Switch
          className={classes['switch'] ?? ''}
          label={t('finder.list.single')}
          description={t('finder.list.singleHint', { keys: KEY_CAPS.finder.join('+') })}
          checked={single}
          onChange={({ currentTarget }) => setSingle(currentTarget.checked)}
        />
      </Stack>
    </Sheet>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): JSX.Element {
  return (
    <section>
      <Box component="h3" mb={4} c="dimmed" fz="xs" fw={600}>
        {title}
      </Box>
      <dl>{children}</dl>
    </section>
  );
}

function Row({ caps, text, off = false }: { caps: readonly string[]; text: string; off?: boolean }): JSX.Element {
  return (
    <div className={classes['line']} data-off={off || undefined}>
      <dt>{text}</dt>
      <dd>
        <Caps caps={caps} read />
      </dd>
    </div>
  );
}
