// What was understood of a pasted list, and what is wrong with each line.
import { Text } from '@mantine/core';
import { type JSX, memo, useMemo } from 'react';
import { MAX_USERS_PER_LIST } from '../../../../core/limits.ts';
import { useTexts } from '../../../messages/index.ts';
import { useTooLong } from '../../../ui/forms/fields/checks.ts';
import { LineProblems, LineRight } from '../../../ui/lists/list-tools.tsx';
import type { Columns, Layout } from '../../../ui/lists/table/columns.ts';
import { DataTable } from '../../../ui/lists/table/DataTable.tsx';
import { type CheckedUser, type LineProblem, isWrong, LINE_LENGTH } from './pasted-users.ts';

type Column = 'line' | 'name' | 'email' | 'role' | 'phone' | 'check';

const LAYOUT: Layout<Column> = {
  room: 'medium',
  card: {
    lines: [
      ['name', 'line'],
      ['email', 'email'],
      ['role', 'role'],
      ['phone', 'phone'],
      ['check', 'check'],
    ],
  },
};

/** Lines to correct come first, so that they are in view. Memoised, because each keystroke renders the dialog. */
export const UnderstoodUsers = memo(function UnderstoodUsers({
  users,
}: {
  users: readonly CheckedUser[];
}): JSX.Element | null {
  const { t } = useTexts();
  const columns = useMemo<Columns<CheckedUser, Column>>(
    () => ({
      line: {
        label: t('users.several.columns.line'),
        align: 'end',
        tight: true,
        labelled: 'beside',
        look: 'aside',
        render: ({ line }) => line.number,
      },
      name: {
        label: t('common.user.userName'),
        share: 'auto',
        isName: true,
        look: 'strong',
        render: ({ user }) => <Value text={user.userName} />,
      },
      email: {
        label: t('common.user.userEmail'),
        share: 'auto',
        labelled: 'beside',
        render: ({ user }) => <Value text={user.userEmail} />,
      },
      role: {
        label: t('common.user.userRole'),
        share: 'auto',
        labelled: 'beside',
        render: ({ user }) => <Value text={user.userRole} />,
      },
      phone: {
        label: t('common.user.phone'),
        share: 'auto',
        labelled: 'beside',
        render: ({ user }) => <Value text={user.phone} />,
      },
      check: {
        label: t('users.several.columns.check'),
        share: '26%',
        render: ({ problems, user }) => <Check problems={problems} user={user} />,
      },
    }),
    [t],
  );
  if (users.length === 0) return null;
  const shown = users.toSorted((a, b) => Number(isWrong(b)) - Number(isWrong(a))).slice(0, MAX_USERS_PER_LIST);
  return (
    <DataTable
      label={t('users.several.list')}
      columns={columns}
      layout={LAYOUT}
      rows={shown}
      idOf={idOf}
      stale={false}
      empty={null}
    />
  );
});

const idOf = ({ line }: CheckedUser): string => String(line.number);

function Value({ text }: { text: string }): JSX.Element {
  return text === '' ? (
    <Text span c="dimmed">
      –
    </Text>
  ) : (
    <bdi>{text}</bdi>
  );
}

function Check({ problems, user }: Pick<CheckedUser, 'problems' | 'user'>): JSX.Element {
  const { t } = useTexts();
  const sentenceOf = useSentence();
  if (problems.length === 0) return <LineRight>{t('users.several.fine')}</LineRight>;
  return <LineProblems sentences={problems.map((problem) => sentenceOf(problem, user))} />;
}

function useSentence(): (problem: LineProblem, user: CheckedUser['user']) => string {
  const { t } = useTexts();
  const tooLong = useTooLong();
  return (problem, user) => {
    switch (problem.kind) {
      case 'repeated':
        return t('users.several.problem.repeated', { line: problem.line });
      case 'left':
        return t('users.several.problem.left', { cells: problem.cells.join(' · ') });
      case 'refused':
        return problem.text;
      case 'too-long': {
        const { field } = problem;
        return t('users.several.problem.tooLong', {
          field: t(`common.user.${field}`),
          problem: tooLong(user[field], LINE_LENGTH[field]) ?? '',
        });
      }
      default:
        return t(`users.problem.${problem.kind}`);
    }
  };
}
