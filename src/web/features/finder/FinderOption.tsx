// One item that was found. If it leads somewhere it is a link, so that it can also be opened in another tab.
import { IconFileText, IconReceipt, IconTicket, IconUser } from '@tabler/icons-react';
import type { JSX, MouseEvent, ReactNode } from 'react';
import { dayText, recordedText } from '../../messages/formats.ts';
import { useTexts } from '../../messages/index.ts';
import type { Key } from '../../ui/keys/key.ts';
import { KEY_CAPS, useSingleKeys } from '../../ui/keys/keys.ts';
import { KeyCaps } from '../../ui/keys/KeyHint.tsx';
import { moneyText } from '../../ui/money/Money.tsx';
import classes from './finder.module.css';
import type { Doing } from './commands.ts';
import type { Item } from './useFinder.ts';

interface FinderOptionProps {
  id: string;
  item: Item;
  active: boolean;
  onPoint: () => void;
  onChoose: (doing: Doing | null) => void;
}

export function FinderOption({ id, item, active, onPoint, onChoose }: FinderOptionProps): JSX.Element {
  const doing = item.kind === 'command' ? (item.command.does ?? null) : null;
  const option = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': active,
    className: classes['option'] ?? '',
    onPointerMove: onPoint,
    onClick: ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      // It opens beside this page, so the finder stays.
      if (item.to !== undefined && (ctrlKey || metaKey || shiftKey)) return;
      onChoose(item.to === undefined ? doing : null);
    },
    // The focus stays in the field.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  };
  return item.to === undefined ? (
    <div {...option}>
      <Content item={item} />
    </div>
  ) : (
    <a {...option} href={`#${item.to}`}>
      <Content item={item} />
    </a>
  );
}

function Content({ item }: { item: Item }): JSX.Element {
  const { t } = useTexts();
  if (item.kind === 'command') {
    const { text, of, icon: Icon, does } = item.command;
    return (
      <Line
        icon={<Icon size={20} stroke={1.7} aria-hidden />}
        name={t(text)}
        {...(of !== undefined && { aside: t(of) })}
      >
        {isKey(does) && <SingleKey of={does} />}
      </Line>
    );
  }
  if (item.kind === 'person') {
    const { userName, userEmail, id, status, pendingFine } = item.person;
    return (
      <Line
        icon={<IconUser size={20} stroke={1.7} aria-hidden />}
        name={recordedText(userName)}
        aside={userEmail ?? id}
        inactive={status === 'Inactive'}
      >
        {pendingFine > 0 && (
          <span className={classes['owes']}>{t('finder.owes', { amount: moneyText(pendingFine, 'rs') })}</span>
        )}
      </Line>
    );
  }
  if (item.kind === 'statement') {
    return (
      <Line
        icon={<IconFileText size={20} stroke={1.7} aria-hidden />}
        name={t('common.statement')}
        aside={recordedText(item.person.userName)}
      />
    );
  }
  const { name, userName, amount, day } = item.paper;
  const Icon = item.kind === 'receipt' ? IconReceipt : IconTicket;
  return (
    <Line
      icon={<Icon size={20} stroke={1.7} aria-hidden />}
      name={name}
      aside={`${recordedText(userName)} · ${dayText(day)}`}
    >
      {moneyText(amount, 'rs')}
    </Line>
  );
}

function Line(props: {
  icon: ReactNode;
  name: string;
  aside?: string;
  inactive?: boolean;
  children?: ReactNode;
}): JSX.Element {
  const { t } = useTexts();
  return (
    <>
      {props.icon}
      <span className={classes['words']}>
        <bdi className={classes['name']}>{props.name}</bdi>
        {props.aside !== undefined && <bdi className={classes['aside']}>{props.aside}</bdi>}
        {props.inactive === true && <span className={classes['aside']}>{t('common.status.Inactive')}</span>}
      </span>
      <span className={classes['end']}>{props.children}</span>
    </>
  );
}

const isKey = (doing: Doing | undefined): doing is Key => doing !== undefined && doing in KEY_CAPS;

function SingleKey({ of }: { of: Key }): JSX.Element | null {
  const [on] = useSingleKeys();
  return on ? <KeyCaps of={of} /> : null;
}
