// An e-mail address, which breaks before its "@" where it does not fit on one line.
import type { JSX } from 'react';

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
