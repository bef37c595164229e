// The choice of a user above a list. Most of the code of a list's screen is for this field alone, and the list can be
// read without it: until it is there, a field that shows the choice takes its place.
import { TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { JSX } from 'react';
import { Suspense, useState } from 'react';
import { useSettled } from '../../routing/preloadable.ts';
import type { UserSelectProps } from './UserSelect.tsx';
import { userSelect } from './user-select.ts';

const needed = [userSelect];

type UserFilterProps = UserSelectProps & Required<Pick<UserSelectProps, 'everybody'>>;

export function UserFilter(props: UserFilterProps): JSX.Element {
  const isThere = useSettled(needed);
  /** Somebody went to the field before it was there. */
  const [wanted, setWanted] = useState(false);
  const { label, everybody, userId, userName, className = '' } = props;
  const standIn = (
    <TextInput
      className={className}
      label={label}
      readOnly
      value={userId === undefined ? everybody : (userName ?? userId)}
      rightSection={<IconSelector size={16} color="var(--mantine-color-dimmed)" aria-hidden />}
      onFocus={() => {
        setWanted(true);
        userSelect.preload();
      }}
    />
  );
  if (!isThere) return standIn;
  return (
    <Suspense fallback={standIn}>
      <userSelect.Screen {...props} autoFocus={wanted} />
    </Suspense>
  );
}
