// Whom to fine: a searchable checklist of all users. Chosen users stay chosen while the search changes.
//
// For the keyboard the list is one tab stop: arrows move within it, Space ticks. In the search box Enter ticks the
// first match on the screen, which is highlighted and announced. After each tick the search text is selected, so that
// one can go on: a name, Enter or a tap, the next name.
import { Alert, Button, CloseButton, Group, Loader, TextInput, VisuallyHidden, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { MAX_LENGTH } from '../../../../core/limits.ts';
import { useTexts } from '../../../messages/index.ts';
import { PATHS } from '../../../routing/paths.ts';
import { LinkButton, Allowed } from '../../../ui/controls/buttons.tsx';
import type { PickedUser } from './draft.ts';
import classes from '../fines.module.css';
import { EverybodyIn } from './EverybodyIn.tsx';
import { UserRow } from './UserRow.tsx';
import { useUserOptions } from '../../../ui/people/useUserOptions.ts';
import { addUser } from '../../../../contract/users.ts';
import { recordedText } from '../../../messages/formats.ts';

/** The next users are loaded when the end of the list is this near, in pixels. */
const LOAD_AHEAD = 200;

/** The height that a phone's keyboard leaves. */
const LITTLE_HEIGHT = '(max-height: 560px)';

export function UserChecklist(props: {
  searchBox: RefObject<HTMLInputElement | null>;
  picked: readonly PickedUser[];
  /** stands first, highlighted, while nothing is searched */
  suggested: PickedUser | null;
  onToggle(user: PickedUser): void;
  /** several at once; who is chosen already stays chosen */
  onPick(users: readonly PickedUser[]): void;
  error: string | null;
}): ReactNode {
  const { searchBox, picked, suggested, onToggle } = props;
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 100);
  const options = useUserOptions(search);
  const list = useRef<HTMLDivElement>(null);
  const [tabStop, setTabStop] = useState<string | null>(null);
  const label = useId();

  const chosen = new Set(picked.map((user) => user.id));
  /** The search that the rows answer: they keep their order until the answer to the next one is there. */
  const [answered, setAnswered] = useState<string | null>(null);
  if (options.fresh && answered !== search) setAnswered(search);
  const shown =
    suggested === null || answered !== ''
      ? options.items
      : [suggested, ...options.items.filter(({ id }) => id !== suggested.id)];
  const stop = shown.some((user) => user.id === tabStop) ? tabStop : shown[0]?.id;
  /** The user whom Enter ticks: only one whom the person can see as the answer to what is typed now. */
  const first = typed.trim() !== '' && typed.trim() === search && options.fresh ? options.items[0] : undefined;

  const toggle = useCallback(
    ({ id, userName, userEmail, status }: PickedUser) => {
      setTabStop(id);
      onToggle({ id, userName, userEmail, status });
    },
    [onToggle],
  );
  const searchAnew = useCallback((): void => {
    searchBox.current?.focus({ preventScroll: true });
    searchBox.current?.select();
  }, [searchBox]);
  // After a click or tap on a row. Space, which moves through the list, clicks with a detail of 0.
  const afterClick = useCallback(
    ({ detail }: MouseEvent): void => {
      if (detail > 0 && searchBox.current?.value !== '') searchAnew();
    },
    [searchBox, searchAnew],
  );

  // Above a phone's keyboard there is room for little more than the search and its results.
  useEffect(() => {
    const { current } = searchBox;
    if (search === '' || document.activeElement !== current || !window.matchMedia(LITTLE_HEIGHT).matches) return;
    current?.scrollIntoView({ block: 'start' });
  }, [searchBox, search, options.items]);

  // If Enter was pressed before the answer came, the only match is ticked then. Of several, the person chooses.
  const hasty = useRef<string | null>(null);
  const only = options.fresh && options.items.length === 1 ? options.items[0] : undefined;
  useEffect(() => {
    if (hasty.current === null || !options.fresh || hasty.current !== search) return;
    hasty.current = null;
    if (only === undefined || chosen.has(only.id)) return;
    toggle(only);
    searchAnew();
  });
  // If an arrow was pressed before there were options, the focus goes to the first when it comes, unless the person
  // went elsewhere.
  const goesDown = useRef(false);
  useEffect(() => {
    if (goesDown.current && focusOption(list.current, 0)) goesDown.current = false;
  });

  const inSearch = (event: KeyboardEvent<HTMLInputElement>): void => {
    goesDown.current = false;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      goesDown.current = !focusOption(list.current, 0);
    } else if (event.key === 'Enter' && typed.trim() !== '' && !event.ctrlKey && !event.metaKey) {
      // Otherwise Enter would submit the form.
      event.preventDefault();
      event.stopPropagation();
      if (first === undefined) {
        hasty.current = typed.trim();
        return;
      }
      // A second Enter does not untick the user.
      if (!chosen.has(first.id)) toggle(first);
      event.currentTarget.select();
    }
  };

  const inList = (event: KeyboardEvent<HTMLDivElement>): void => {
    const boxes = optionsIn(list.current);
    const at = boxes.indexOf(event.target as HTMLInputElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: boxes.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    if (to < 0) searchBox.current?.focus();
    else focusOption(list.current, Math.min(to, boxes.length - 1));
    if (to >= boxes.length - 1) options.loadMore();
  };

  return (
    <div role="group" aria-labelledby={label} className={classes['users']}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <span id={label} className={classes['label']}>
          {t('fines.add.users')}
          <span aria-hidden="true" className={classes['required']}>
            {' *'}
          </span>
        </span>
        <span aria-live="polite" className={classes['counter']}>
          {t('fines.add.selected', { count: picked.length })}
        </span>
      </Group>
      <UserChips picked={picked} onRemove={onToggle} afterwards={() => searchBox.current?.focus()} />
      <TextInput
        ref={searchBox}
        type="search"
        aria-label={t('fines.add.searchUsers')}
        placeholder={t('fines.add.searchUsers')}
        autoComplete="off"
        maxLength={MAX_LENGTH.search}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSectionWidth={46}
        rightSectionPointerEvents="all"
        rightSection={
          typed !== '' ? (
            <CloseButton
              size={44}
              iconSize={20}
              // With the keyboard there is nothing to clear, because the search is selected after each choice.
              tabIndex={-1}
              aria-label={t('common.search.clear')}
              onClick={() => {
                hasty.current = null;
                setTyped('');
                searchBox.current?.focus();
              }}
            />
          ) : options.loading ? (
            <Loader size={16} aria-hidden="true" />
          ) : undefined
        }
        value={typed}
        onChange={(event) => {
          hasty.current = null;
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={inSearch}
        onBlur={() => (goesDown.current = false)}
        error={props.error}
      />
      <VisuallyHidden role="status">
        {first === undefined || chosen.has(first.id) ? '' : t('common.byEnter', { text: first.userName })}
      </VisuallyHidden>
      <div
        ref={list}
        className={classes['checklist']}
        aria-busy={!options.fresh}
        onKeyDown={inList}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < LOAD_AHEAD) options.loadMore();
        }}
      >
        <EverybodyIn search={search} onPick={props.onPick} />
        {shown.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            checked={chosen.has(user.id)}
            first={user === first}
            highlighted={user === first || user === suggested}
            tabStop={user.id === stop}
            onToggle={toggle}
            onClick={afterClick}
          />
        ))}
        {options.failed && (
          <Alert color="red" role="alert" className={classes['listNote']}>
            <Group justify="space-between">
              {t('fines.add.usersFailed')}
              <Button variant="default" onClick={options.retry}>
                {t('fines.failed.tryAgain')}
              </Button>
            </Group>
          </Alert>
        )}
        {options.fresh && options.items.length === 0 && (
          <div className={classes['listNote']}>
            <p role="status" className={classes['noUsers']}>
              {t(search === '' ? 'fines.add.noUsersYet' : 'fines.add.noUsers')}
            </p>
            {search === '' && (
              <Allowed to={addUser}>
                <LinkButton to={`${PATHS.users}?add=true`} variant="default">
                  {t('fines.add.firstUser')}
                </LinkButton>
              </Allowed>
            )}
          </div>
        )}
        {!options.fresh && !options.failed && options.items.length === 0 && (
          <p className={classes['listNote']}>{t('fines.add.loadingUsers')}</p>
        )}
        {options.more > 0 && (
          <Button variant="subtle" fullWidth loading={options.loading} onClick={options.loadMore}>
            {t('fines.add.showMore')}
          </Button>
        )}
      </div>
    </div>
  );
}

function optionsIn(list: HTMLElement | null): HTMLInputElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
}

/** Returns whether there is such an option. */
function focusOption(list: HTMLElement | null, index: number): boolean {
  const option = optionsIn(list)[index];
  option?.focus();
  return option !== undefined;
}

// The chosen users, each a button that removes the user again.

function UserChips(props: {
  picked: readonly PickedUser[];
  onRemove(user: PickedUser): void;
  /** where the focus goes once the removed chip is gone */
  afterwards(): void;
}): ReactNode {
  const { t } = useTexts();
  if (props.picked.length === 0) return null;
  return (
    <ul className={classes['chips']} aria-label={t('fines.add.chosen')}>
      {props.picked.map((user) => (
        <li key={user.id}>
          <UnstyledButton
            className={classes['chip'] ?? ''}
            aria-label={t('fines.add.removeUser', { name: user.userName })}
            title={user.userEmail ?? user.id}
            onClick={() => {
              props.onRemove(user);
              props.afterwards();
            }}
          >
            <span dir="auto" className={classes['chipName']}>
              {recordedText(user.userName)}
            </span>
            {user.status === 'Inactive' && <span>({t('fines.add.inactive')})</span>}
            <IconX size={14} aria-hidden="true" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
