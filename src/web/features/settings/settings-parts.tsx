// What the tabs of the settings consist of: cards, and switches with a line that says what they do.
import { Button, Group, Switch, Text, Title } from '@mantine/core';
import { type JSX, type ReactNode, useId } from 'react';
import { useTexts } from '../../messages/index.ts';
import type { Parts } from '../../routing/paths.ts';
import { usePart } from '../../routing/usePart.ts';
import { Card } from '../../ui/layout/page.tsx';
import classes from './settings.module.css';

interface SettingsCardProps {
  part: Parts['settings'];
  /** the address of its tab */
  here: string;
  title: string;
  /** at the end of the title's line */
  actions?: ReactNode;
  children: ReactNode;
}

export function SettingsCard({ part, here, title, actions, children }: SettingsCardProps): JSX.Element {
  const heading = useId();
  return (
    <Card component="section" {...usePart(part, here)} aria-labelledby={heading} className={classes['card'] ?? ''}>
      <Group justify="space-between" gap="8px 16px" px="var(--app-edge)" py={8} mih={60}>
        <Title order={2} id={heading} fz="lg">
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Card>
  );
}

interface SwitchRowProps {
  label: string;
  /** what it does */
  does?: ReactNode;
  on: boolean;
  readOnly: boolean;
  onToggle: (on: boolean) => void;
}

/** What a switch is for, its state in a word, and the switch. */
export function SwitchRow({ label, does, on, readOnly, onToggle }: SwitchRowProps): JSX.Element {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className={classes['row']} data-read-only={readOnly || undefined}>
      <div className={classes['words']}>
        <Text component="label" htmlFor={id} dir="auto" display="block" fw={500}>
          {label}
        </Text>
        <Text id={`${id}-does`} fz="sm" c="dimmed">
          {does}
        </Text>
      </div>
      <Text
        span
        fz="sm"
        {...(on ? { c: 'var(--app-good-text)', fw: 600 } : { c: 'dimmed' })}
        className={classes['state'] ?? ''}
        aria-hidden
      >
        {t(on ? 'settings.enabled' : 'settings.disabled')}
      </Text>
      <Switch
        id={id}
        size="lg"
        classNames={{ root: classes['switch'] ?? '', input: classes['input'] ?? '', track: classes['track'] ?? '' }}
        role="switch"
        aria-checked={on}
        aria-describedby={`${id}-does`}
        checked={on}
        disabled={readOnly}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
    </div>
  );
}

/** In place of what could not be read, of which only the log says why. */
export function ReadAgain({ busy, read }: { busy: boolean; read: () => unknown }): JSX.Element {
  const { t } = useTexts();
  return (
    <Button variant="subtle" m="0 8px 12px" loading={busy} onClick={() => void read()}>
      {t('common.tryAgain')}
    </Button>
  );
}
