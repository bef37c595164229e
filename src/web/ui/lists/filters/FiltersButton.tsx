// Shows the filters of a list where there is no room for them, as on phones, so that the first record is in view. It
// says how many are set.
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useTexts } from '../../../messages/index.ts';
import classes from './filters.module.css';

interface FiltersButtonProps {
  /** in place of "Filters", while none is set */
  label?: string;
  /** how many are set */
  count: number;
  opened: boolean;
  /** the id of the filters */
  controls: string;
  onToggle: () => void;
  /** It stands beside the search: in a narrow frame only its icon is visible. */
  besideSearch: boolean;
  /** decides where it is shown */
  className: string;
}

export function FiltersButton(props: FiltersButtonProps): JSX.Element {
  const { t } = useTexts();
  const { label = t('common.filters.more'), count, opened, controls, onToggle, besideSearch } = props;
  return (
    <Button
      variant="default"
      className={`${classes['button']} ${props.className}`}
      data-short={(besideSearch && count === 0) || undefined}
      leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
      aria-expanded={opened}
      aria-controls={controls}
      onClick={onToggle}
    >
      <span className={classes['words']}>{count === 0 ? label : t('common.filters.active', { count })}</span>
    </Button>
  );
}
