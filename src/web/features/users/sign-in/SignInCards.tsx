// Sign-in links on paper, to hand out at a meeting: cards with a QR code, eight on a page of A4, in the language of
// members who have not chosen one (LINK-19).
import { Button, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type JSX, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { readOrganisation } from '../../../../contract/settings/organisation.ts';
import { dayOf, formatDay } from '../../../../core/calendar.ts';
import { directionOf, type Language } from '../../../../core/text/languages.ts';
import { useRead } from '../../../api/hooks.ts';
import { useSession } from '../../../api/session.ts';
import { recordedText } from '../../../messages/formats.ts';
import { textsIn, type Translate, useLanguage, useTexts } from '../../../messages/index.ts';
import { BackLink } from '../../../ui/layout/BackLink.tsx';
import { PageHeader, Screen } from '../../../ui/layout/page.tsx';
import { Paper } from '../../../ui/layout/Paper.tsx';
import classes from '../users.module.css';
import type { MadeLinks } from './sign-in-link.tsx';

const CARDS_ON_A_PAGE = 8;

/** `back`: the address of the list that it came from. */
export default function SignInCards({ made, back }: { made: MadeLinks; back: string }): JSX.Element {
  const { t } = useTexts();
  const words = useMemberTexts();
  const isReady = words !== null;
  const print = useRef<HTMLButtonElement>(null);
  // The dialog that had the focus is gone.
  useEffect(() => print.current?.focus(), [isReady]);
  const cards = made.links.toSorted((a, b) => a.userName.localeCompare(b.userName));
  const pages = Array.from({ length: Math.ceil(cards.length / CARDS_ON_A_PAGE) }, (_, page) =>
    cards.slice(page * CARDS_ON_A_PAGE, (page + 1) * CARDS_ON_A_PAGE),
  );
  return (
    <Screen>
      <Stack gap={8} data-screen-only>
        <PageHeader
          title={t('users.links.title')}
          back={<BackLink to={back} label={t('users.title')} />}
          actions={
            <Button
              ref={print}
              disabled={!isReady}
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => void document.fonts.ready.then(() => window.print())}
            >
              {t('users.links.print')}
            </Button>
          }
        />
        <p className={classes['small']}>{t('users.links.secret')}</p>
      </Stack>
      <Paper page="cards" organisation={undefined} aria-busy={!isReady}>
        {isReady &&
          pages.map((ofPage, page) => (
            <ul key={page} className={classes['cards']} lang={words.language} dir={directionOf(words.language)}>
              {ofPage.map(({ userName, address }) => (
                <li key={address}>
                  <SignInCard name={userName} address={address} until={made.expiresAt} words={words} />
                </li>
              ))}
            </ul>
          ))}
      </Paper>
    </Screen>
  );
}

interface CardProps {
  name: string;
  address: string;
  /** an instant */
  until: string;
  words: MemberTexts;
}

function SignInCard({ name, address, until, words: { t, language, organisation } }: CardProps): JSX.Element {
  const { timeZone } = useSession().organisation;
  return (
    <>
      <QrCode text={address} label={t('users.links.cards.code')} />
      <div>
        {organisation !== '' && (
          <Text fz="0.875em" c="dimmed" lineClamp={1}>
            <bdi>{organisation}</bdi>
          </Text>
        )}
        <Text fz="1.25em" fw={650} lineClamp={3}>
          <bdi>{recordedText(name)}</bdi>
        </Text>
        <p>{t('users.links.cards.open', { host: new URL(address).host })}</p>
        <p>{t('users.links.cards.until', { until: formatDay(dayOf(new Date(until), timeZone), language) })}</p>
      </div>
    </>
  );
}

/** Black on white whatever the theme, with the margin that readers need. */
function QrCode({ text, label }: { text: string; label: string }): JSX.Element {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  );
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}

interface MemberTexts {
  t: Translate;
  language: Language;
  /** its name; '' if it has none */
  organisation: string;
}

/** The texts for members who have not chosen a language; those of the page if the others cannot be had. Null until then. */
function useMemberTexts(): MemberTexts | null {
  const { t } = useTexts();
  const ofPage = useLanguage();
  const { data, isError } = useRead(readOrganisation, {});
  const [words, setWords] = useState<MemberTexts | null>(null);
  const language = data?.language ?? (isError ? ofPage : null);
  const organisation = data?.name ?? '';
  useEffect(() => {
    if (language === null) return;
    textsIn(language).then(
      (texts) => setWords({ t: texts, language, organisation }),
      () => setWords({ t, language: ofPage, organisation }),
    );
  }, [language, organisation, t, ofPage]);
  return words;
}
