// What was understood of a pasted list, and what is wrong in each line: a table, or cards where it does not fit.
import { Table } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import type { JSX } from 'react';
import { memo } from 'react';
import { MAX_USERS_PER_LIST } from '../../../../core/limits.ts';
import { useTexts } from '../../../messages/index.ts';
import { useTooLong } from '../../../ui/forms/fields/too-long.ts';
import { useNarrow } from '../../../ui/layout/useNarrow.ts';
import type { CheckedUser, LineProblem } from './pasted-problems.ts';
import { isWrong, LINE_LENGTH } from './pasted-problems.ts';
import classes from './several.module.css';

/** Of the table, in pixels. */
const ROOM_NEEDED = 778;

/** The lines to mend first, so that they are in sight. Memoised, since each letter that is typed renders the dialog. */
export const UnderstoodUsers = memo(function UnderstoodUsers({
  users,
}: {
  users: readonly CheckedUser[];
}): JSX.Element | null {
  const { frame, narrow } = useNarrow(ROOM_NEEDED);
  if (users.length === 0) return null;
  const shown = users.toSorted((a, b) => Number(isWrong(b)) - Number(isWrong(a))).slice(0, MAX_USERS_PER_LIST);
  return <div ref={frame}>{narrow ? <Cards users={shown} /> : <WideTable users={shown} />}</div>;
});

function WideTable({ users }: { users: readonly CheckedUser[] }): JSX.Element {
  const { t } = useTexts();
  return (
    <Table aria-label={t('users.several.list')} verticalSpacing={6} horizontalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes['number'] ?? ''}>{t('users.several.columns.line')}</Table.Th>
          <Table.Th>{t('users.columns.name')}</Table.Th>
          <Table.Th>{t('users.columns.email')}</Table.Th>
          <Table.Th>{t('users.columns.role')}</Table.Th>
          <Table.Th>{t('users.columns.phone')}</Table.Th>
          <Table.Th>{t('users.several.columns.check')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((checked) => (
          <Table.Tr key={checked.line.number}>
            <Table.Td className={classes['number'] ?? ''}>{checked.line.number}</Table.Td>
            <Table.Th scope="row" className={classes['wrap'] ?? ''}>
              <Value text={checked.user.userName} />
            </Table.Th>
            <Table.Td className={classes['anywhere'] ?? ''}>
              <Value text={checked.user.userEmail} />
            </Table.Td>
            <Table.Td className={classes['wrap'] ?? ''}>
              <Value text={checked.user.userRole} />
            </Table.Td>
            <Table.Td className={classes['phone'] ?? ''}>
              <Value text={checked.user.phone} />
            </Table.Td>
            <Table.Td className={classes['check'] ?? ''}>
              <Check problems={checked.problems} user={checked.user} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Cards({ users }: { users: readonly CheckedUser[] }): JSX.Element {
  const { t } = useTexts();
  return (
    <ol className={classes['cards']} aria-label={t('users.several.list')}>
      {users.map(({ line, user, problems }) => (
        <li key={line.number} className={classes['card']} data-wrong={problems.length > 0 || undefined}>
          <div className={classes['cardHead']}>
            <strong className={classes['anywhere']}>
              <Value text={user.userName} />
            </strong>
            <span className={classes['small']}>{t('users.several.line', { line: line.number })}</span>
          </div>
          <div className={classes['details']}>
            {[user.userEmail, user.userRole, user.phone].map((text, place) =>
              text === '' ? null : (
                <span key={place} className={classes['anywhere']}>
                  <bdi>{text}</bdi>
                </span>
              ),
            )}
          </div>
          <Check problems={problems} user={user} />
        </li>
      ))}
    </ol>
  );
}

function Value({ text }: { text: string }): JSX.Element {
  return text === '' ? <span className={classes['none']}>–</span> : <bdi>{text}</bdi>;
}

function Check({ problems, user }: Pick<CheckedUser, 'problems' | 'user'>): JSX.Element {
  const { t } = useTexts();
  const sentenceOf = useSentence();
  if (problems.length === 0) {
    return (
      <span className={classes['complete']}>
        <IconCheck size={16} aria-hidden />
        {t('users.several.fine')}
      </span>
    );
  }
  return (
    <ul className={classes['problems']}>
      {problems.map((problem, place) => (
        <li key={place}>
          <IconAlertCircle size={16} aria-hidden />
          <span>{sentenceOf(problem, user)}</span>
        </li>
      ))}
    </ul>
  );
}

function useSentence(): (problem: LineProblem, user: CheckedUser['user']) => string {
  const { t } = useTexts();
  const tooLong = useTooLong();
  const nameOf = { userName: 'name', userEmail: 'email', userRole: 'role', phone: 'phone' } as const;
  return (problem, user) => {
    switch (problem.kind) {
      case 'repeated':
        return t('users.several.problem.repeated');
      case 'left':
        return t('users.several.problem.left', { cells: problem.cells.join(' · ') });
      case 'refused':
        return problem.text;
      case 'too-long': {
        const { field } = problem;
        return t('users.several.problem.tooLong', {
          field: t(`users.columns.${nameOf[field]}`),
          problem: tooLong(user[field], LINE_LENGTH[field]) ?? '',
        });
      }
      default:
        return t(`users.problem.${problem.kind}`);
    }
  };
}
