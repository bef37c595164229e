// The finder (FIND-5 to FIND-9): finds a person or thing by any part of its name or number, from any screen.
import {
  type JSX,
  useEffect,
  useRef,
  type KeyboardEvent,
  useId,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { usePath } from '../../routing/location.ts';
import { userOn } from '../../routing/paths.ts';
import { useTexts } from '../../messages/index.ts';
import { addFineFrom } from '../../ui/money/opening/add-fine.ts';
import { showOverlay, useOverlay } from '../../ui/keys/overlay.ts';
import { type MoneyDialog, useMoneyDialog } from '../../ui/money/opening/opening.ts';
import { useLogout } from '../../shell/navigation/Sidebar.tsx';
import { Sheet } from '../../ui/dialogs/Sheet.tsx';
import { useOpening } from '../../ui/dialogs/dialog-state.ts';
import type { Doing } from './commands.ts';
import { Alert, TextInput, VisuallyHidden } from '@mantine/core';
import {
  IconBell,
  IconCashPlus,
  IconFileText,
  IconPlus,
  IconReceipt,
  IconSearch,
  IconTicket,
  IconUser,
} from '@tabler/icons-react';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { useSession } from '../../api/session.ts';
import { Caps, KeyCaps } from '../../ui/keys/KeyHint.tsx';
import { reasonOf } from '../../ui/feedback/failure.ts';
import classes from './finder.module.css';
import { type Item, useFinder } from './useFinder.ts';
import { dayText, recordedText } from '../../messages/formats.ts';
import type { Key } from '../../ui/keys/key.ts';
import { KEY_CAPS, useSingleKeys } from '../../ui/keys/keys.ts';
import { moneyText } from '../../ui/money/money.tsx';

/** What to do now: an action of the screen, or with a person. null for a link, which the browser follows. */
type Chosen = Doing | MoneyDialog | null;

export default function Finder(): JSX.Element {
  const { t } = useTexts();
  const opened = useOverlay() === 'finder';
  const opening = useOpening(opened);
  const path = usePath();
  const money = useMoneyDialog();
  const { logout } = useLogout();
  const close = (): void => showOverlay(null);

  // An action that opens a dialog waits until this one is closed: only one is on top, and the focus returns from it.
  const chosen = useRef<Chosen>(null);
  useEffect(() => {
    const { current } = chosen;
    if (opened || current === null) return;
    chosen.current = null;
    if (current === 'addFine') addFineFrom(path);
    if (current === 'collect') money.show({ kind: 'collect', userId: userOn(path) });
    if (current === 'help') showOverlay('keys');
    if (current === 'logout') logout();
    if (typeof current === 'object') money.show(current);
  });
  const choose = (doing: Chosen): void => {
    chosen.current = doing;
    close();
  };
  return (
    <Sheet opened={opened} onClose={close} title={t('finder.title')} size="lg" described={false} needsServer={false}>
      <FinderBox key={opening} onChoose={choose} />
    </Sheet>
  );
}

// The field of the finder and the list below it: a combobox whose list is always open. The focus stays in the field.

function FinderBox({ onChoose }: { onChoose: (doing: Chosen) => void }): JSX.Element {
  const { t } = useTexts();
  const access = useSession().principal?.access ?? 'member';
  const [typed, setTyped] = useState('');
  const { groups, fresh, more, error } = useFinder(typed, access);
  const items = groups.flatMap((group) => group.items);

  /** The item chosen by the arrows or the pointer; null means the first. */
  const [picked, setPicked] = useState<string | null>(null);
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === picked),
  );
  const active: Item | undefined = items[at];

  const list = useId();
  // Not made from the items' ids, because imported ids may contain spaces.
  const optionId = (item: Item): string => `${list}-${items.indexOf(item)}`;
  const place = active === undefined ? undefined : optionId(active);
  useEffect(() => {
    if (place !== undefined) document.getElementById(place)?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const press = (): void => {
    if (place !== undefined) document.getElementById(place)?.click();
  };

  // If Enter was pressed before the answer came, it means the first item of that answer.
  const hasty = useRef(false);
  useEffect(() => {
    if (!hasty.current || !fresh) return;
    hasty.current = false;
    press();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPicked(items.at((at + step) % items.length)?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (fresh || active?.id === picked) press();
      else hasty.current = true;
    }
  };

  return (
    <div className={classes['finder']}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={t('finder.label')}
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={place}
        placeholder={t('finder.placeholder')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={MAX_LENGTH.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          hasty.current = false;
          setPicked(null);
          setTyped(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">
        {typed.trim() === '' || !fresh || (error !== null && items.length === 0)
          ? ''
          : items.length === 0
            ? t('finder.nothing')
            : t('finder.count', { count: items.length })}
      </VisuallyHidden>
      {error === null ? null : (
        <Alert color="red" role="alert">
          {t('finder.failed', { reason: reasonOf(error, t) })}
        </Alert>
      )}
      {items.length === 0 && error === null && (
        <p className={classes['nothing']}>{t(fresh ? 'finder.nothing' : 'finder.searching')}</p>
      )}
      <div id={list} role="listbox" aria-label={t('finder.results')} aria-busy={!fresh} className={classes['list']}>
        {groups.map((group) => (
          <div key={group.name} role="group" aria-labelledby={`${list}:${group.name}`}>
            <p id={`${list}:${group.name}`} role="presentation" className={classes['group']}>
              {t(`finder.${group.name}`)}
            </p>
            {group.items.map((item) => (
              <FinderOption
                key={item.id}
                id={optionId(item)}
                item={item}
                active={item === active}
                onPoint={() => setPicked(item.id)}
                onChoose={onChoose}
              />
            ))}
            {group.name === 'people' && more && (
              <p role="presentation" className={classes['more']}>
                {t('finder.more')}
              </p>
            )}
          </div>
        ))}
      </div>
      <p aria-hidden className={classes['hints']}>
        <Caps caps={['↑', '↓']} /> {t('finder.choose')}
        <Caps caps={['Enter']} /> {t('finder.open')}
        <Caps caps={['Esc']} /> {t('finder.close')}
      </p>
    </div>
  );
}

// One item that was found. If it leads somewhere it is a link, so that it can also be opened in another tab.

interface FinderOptionProps {
  id: string;
  item: Item;
  active: boolean;
  onPoint: () => void;
  onChoose: (doing: Chosen) => void;
}

function FinderOption({ id, item, active, onPoint, onChoose }: FinderOptionProps): JSX.Element {
  const doing = doingOf(item);
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

function doingOf(item: Item): Chosen {
  if (item.kind === 'command') return item.command.does ?? null;
  if (item.kind !== 'deed' || (item.deed !== 'collect' && item.deed !== 'remind')) return null;
  return { kind: item.deed, userId: item.person.id };
}

const DEED_NAMES = {
  statement: 'common.statement',
  collect: 'common.collect',
  fine: 'finder.fine',
  remind: 'common.remind',
} as const;
const DEED_ICONS = { statement: IconFileText, collect: IconCashPlus, fine: IconPlus, remind: IconBell };

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
  if (item.kind === 'deed') {
    const DeedIcon = DEED_ICONS[item.deed];
    return (
      <Line
        icon={<DeedIcon size={20} stroke={1.7} aria-hidden />}
        name={t(DEED_NAMES[item.deed])}
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
