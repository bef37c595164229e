// The figures at the top of a screen, each in its own card; those in a row have the same size.
import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type CSSProperties, type JSX, type ReactNode, useState } from 'react';
import { useTexts } from '../../messages/index.ts';
import { TextLink } from '../controls/buttons.tsx';
import { Card } from './page.tsx';
import classes from './layout.module.css';
import { Figure } from '../money/money.tsx';
import { NO_FIGURE } from '../money/money-text.ts';

export interface FigureCard {
  key: string;
  title: string;
  /** a path of paths.ts: the list behind the figure, unless that is on the same screen */
  to?: string | undefined;
  /** as it is written, e.g. by `moneyText`; undefined while it is loading, or after loading failed */
  figure: string | undefined;
  negative?: boolean;
  /** On phones one or two of these are in sight, by default the first, and a press shows the others and the notes. */
  leads?: true;
  /** e.g. a bar, between the figure and the note */
  chart?: ReactNode;
  note?: ReactNode;
}

interface FigureCardsProps {
  /** the label of the whole for screen readers */
  label: string;
  cards: readonly FigureCard[];
  /** Loading failed, so a missing figure is not on its way. */
  failed: boolean;
  busy?: boolean;
  /** one line each and a note, because the list or other figures are more important */
  small?: boolean;
  /** a sentence below them; on phones it stands for them until a press shows them */
  line?: ReactNode;
  /** On phones the notes are shown from the start. */
  noted?: boolean;
  /** how many lines a note may need; 1 unless given */
  noteLines?: number;
}

/** Texts shorter than this do not make the figures larger. */
const SHORTEST = 8;
/** If there are more, they are put in two rows. */
const MOST_IN_ROW = 4;

export function FigureCards({
  label,
  cards,
  failed,
  busy = false,
  small = false,
  line,
  noted = false,
  noteLines = 1,
}: FigureCardsProps): JSX.Element {
  const longest = Math.max(SHORTEST, ...cards.map(({ figure }) => figure?.length ?? 0));
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const isLed = cards.some(({ leads }) => leads);
  const leading = Math.max(1, cards.filter(({ leads }) => leads).length);
  const inRow = cards.length <= MOST_IN_ROW ? Math.max(1, cards.length) : Math.ceil(cards.length / 2);
  return (
    <section aria-label={label} aria-busy={busy} className={classes['place']}>
      <div
        className={classes['cards']}
        data-small={small || undefined}
        data-lines={leading === 1 || undefined}
        data-opened={opened || undefined}
        data-noted={noted || undefined}
        style={
          { '--longest': longest, '--in-row': inRow, '--leads': leading, '--note-lines': noteLines } as CSSProperties
        }
      >
        {cards.map(
          (
            { key, title, to, figure = failed ? NO_FIGURE : undefined, negative = false, leads, chart, note },
            place,
          ) => (
            <Card
              key={key}
              className={classes.figureCardsCard ?? ''}
              data-leads={isLed ? leads : (line === undefined && place === 0) || undefined}
            >
              <h2 className={classes['title']}>
                {to === undefined ? (
                  title
                ) : (
                  // Within a line, where the link's room for a thumb moves nothing.
                  <span>
                    <TextLink to={to} inText>
                      {title}
                    </TextLink>
                  </span>
                )}
              </h2>
              <div className={classes['figure']}>
                {figure === undefined ? (
                  <Skeleton height={26} width="80%" />
                ) : (
                  <Figure text={figure} negative={negative} fitting={longest} />
                )}
              </div>
              {chart === undefined ? null : <div className={classes['chart']}>{chart}</div>}
              {note !== undefined && <p className={classes['note']}>{note}</p>}
            </Card>
          ),
        )}
        {line !== undefined && <div className={classes['line']}>{line}</div>}
        {cards.length > 0 && (
          <UnstyledButton
            data-screen-only
            className={classes['all'] ?? ''}
            aria-label={t('common.allFigures')}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <IconChevronDown size={18} aria-hidden />
          </UnstyledButton>
        )}
      </div>
    </section>
  );
}
