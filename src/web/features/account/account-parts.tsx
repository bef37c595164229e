// What the sections of the account consist of: small words, forms, and lists of what signs the person in.
import { Button, Group, Stack, type StackProps, Text, type TextProps } from '@mantine/core';
import type { FormEventHandler, JSX, ReactNode } from 'react';
import { useTexts } from '../../messages/index.ts';

export const Small = (props: TextProps & { children: ReactNode }): JSX.Element => (
  <Text c="dimmed" fz="sm" {...props} />
);

interface AccountFormProps extends Pick<StackProps, 'mt'> {
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

export const AccountForm = ({ onSubmit, children, mt = 0 }: AccountFormProps): JSX.Element => (
  <form onSubmit={onSubmit} noValidate>
    <Stack gap={12} maw={420} mt={mt}>
      {children}
    </Stack>
  </form>
);

/** A session or a passkey: what it is, since when, and what can be done with it. */
export const SignInRow = (props: { name: ReactNode; days: string; children?: ReactNode }): JSX.Element => (
  <Group
    component="li"
    justify="space-between"
    gap={12}
    py={8}
    style={{ borderBlockEnd: '1px solid var(--app-card-border)' }}
  >
    <div>
      <Group component="p" gap="4px 8px" fw={600}>
        {props.name}
      </Group>
      <Small>{props.days}</Small>
    </div>
    {props.children}
  </Group>
);

export function NotRead({ text, read }: { text: string; read: () => unknown }): JSX.Element {
  const { t } = useTexts();
  return (
    <div role="alert">
      <Text my="md">{text}</Text>
      <Button variant="default" mb={12} onClick={() => void read()}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
