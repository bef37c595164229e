// A person's name wherever it appears: a link to the person, for those who may see them.
import type { JSX } from 'react';
import { readUser } from '../../../contract/users.ts';
import { useMay, useSession } from '../../api/session.ts';
import { userOfId } from '../../../core/people/actor.ts';
import { recordedText } from '../../messages/formats.ts';
import { personPath } from '../../routing/paths.ts';
import { TextLink } from '../controls/buttons.tsx';
import { initials } from '../../../core/people/person-name.ts';
import classes from './people.module.css';

interface PersonLinkProps {
  userId: string;
  /** as it is recorded */
  userName: string;
  /** within a sentence, where nothing else distinguishes it from the words around it */
  inText?: boolean;
}

export function PersonLink({ userId, userName, inText = false }: PersonLinkProps): JSX.Element {
  const may = useMay();
  const name = recordedText(userName);
  if (!may(readUser)) return <bdi>{name}</bdi>;
  return (
    <TextLink to={personPath(userId)} inText={inText}>
      <bdi>{name}</bdi>
    </TextLink>
  );
}

interface ActorLinkProps {
  /** as it is recorded */
  who: string;
  /** an actor's; undefined or null: not recorded */
  id?: string | null;
  inText?: boolean;
}

/** The same for somebody who did something: only some of them have a record. */
export function ActorLink({ who, id = null, inText = false }: ActorLinkProps): JSX.Element {
  const people = useSession().principal?.people ?? [];
  // Two may have the same name.
  const [known, other] = id === null ? people.filter(({ name, email }) => name === who || email === who) : [];
  const userId = userOfId(id ?? (other === undefined ? known?.id : undefined) ?? '');
  const name = recordedText(who);
  return userId === null ? <bdi>{name}</bdi> : <PersonLink userId={userId} userName={name} inText={inText} />;
}

// A person's initials in a circle. Always beside the name, so it is hidden from screen readers.

export function Avatar({ name, size = 36 }: { name: string; size?: number }): JSX.Element {
  return (
    <span aria-hidden className={classes['avatar']} style={{ inlineSize: size, blockSize: size, fontSize: size * 0.4 }}>
      {initials(name)}
    </span>
  );
}

// An e-mail address, which breaks before its "@" where it does not fit on one line.

export function EmailAddress({ address, className = '' }: { address: string; className?: string }): JSX.Element {
  const [name = '', ...rest] = address.split(/(?=@)/);
  return (
    <bdi className={className}>
      {name}
      {rest.length > 0 && <wbr />}
      {rest.join('')}
    </bdi>
  );
}
