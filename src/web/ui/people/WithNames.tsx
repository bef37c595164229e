// A sentence in which the names of people are links.
import { Fragment, type JSX, type ReactNode } from 'react';

/** Stand for the names until the links replace them: characters that no stored text contains. */
const PLACES = ['\0', '\x01', '\x02'];
const PLACE = new RegExp(`([${PLACES.join('')}])`);

interface WithNamesProps {
  /** the sentence with these in place of the names */
  say: (...places: string[]) => string;
  names: readonly ReactNode[];
}

/** `<WithNames say={(who) => t('fines.details.recordedBy', { time, who })} names={[<ActorLink … />]} />` */
export function WithNames({ say, names }: WithNamesProps): JSX.Element {
  const sentence = say(...PLACES.slice(0, names.length));
  return (
    <>
      {sentence.split(PLACE).map((part, at) => (
        <Fragment key={at}>{at % 2 === 0 ? part : names[PLACES.indexOf(part)]}</Fragment>
      ))}
    </>
  );
}
