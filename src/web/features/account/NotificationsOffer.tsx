// Offers a member notifications on this device, unobtrusively, if they may be offered (src/web/push/device.ts).
import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { type JSX, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { putOfferAway } from '../../push/device.ts';
import { MAIN_ID } from '../../shell/Frame.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { useNotifications } from './useNotifications.ts';

export default function NotificationsOffer(): JSX.Element | null {
  const { t } = useTexts();
  const [putAway, setPutAway] = useState(false);
  const notifications = useNotifications();
  if (putAway || notifications === undefined || notifications.isOn || notifications.ability !== 'able') return null;
  const { switching } = notifications;
  /** The button that had the focus is gone. */
  const leave = (): void => document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  const decline = (): void => {
    putOfferAway();
    setPutAway(true);
    leave();
  };
  return (
    <Card component="section" aria-labelledby="notifications-offer">
      <Group gap="8px 12px" align="flex-start" px="var(--app-edge)" py={16}>
        <IconBell size={22} aria-hidden style={{ flex: 'none', color: 'var(--mantine-color-dimmed)' }} />
        <Box flex="1 1 16rem" miw={0}>
          <Title order={2} id="notifications-offer" fz="md">
            {t('account.notifications.offer.title')}
          </Title>
          <Text c="dimmed" fz="sm">
            {t('account.notifications.offer.text')}
          </Text>
        </Box>
        <Group align="stretch" gap={8}>
          <Button
            variant="default"
            loading={switching.isPending}
            onClick={() => switching.mutate(true, { onSuccess: leave })}
          >
            {t('account.notifications.offer.accept')}
          </Button>
          <Button variant="subtle" onClick={decline}>
            {t('account.notifications.offer.decline')}
          </Button>
        </Group>
      </Group>
    </Card>
  );
}
