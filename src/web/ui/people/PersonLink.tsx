// A person's name wherever it appears: a link to the person, for those who may see them.
import type { JSX } from 'react';
import { readUser } from '../../../contract/users.ts';
import { useMay } from '../../api/permission.ts';
import { userOfId } from '../../../core/people/actor.ts';
import { personText, recordedText } from '../../messages/formats.ts';
import { personPath } from '../../routing/paths.ts';
import { TextLink } from '../controls/TextLink.tsx';

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

/** The same for somebody who did something: only some of them have a record. `id`: an actor's. */
export function ActorLink({ who, id }: { who: string; id: string | null }): JSX.Element {
  const userId = id === null ? null : userOfId(id);
  const name = personText(who, id);
  return userId === null ? <bdi>{name}</bdi> : <PersonLink userId={userId} userName={name} />;
}
