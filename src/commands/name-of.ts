// Who asked, as it stands in rows and facts.
import type { Peer } from './ports.ts';

/** `person:NAME`, `session:s12`, `agent`, or `caller` where nobody proved to be a person (and nobody had to). */
export function nameOf({ person }: Peer): string {
  switch (person.kind) {
    case 'person':
      return `person:${person.name}`;
    case 'agent':
      return person.session == null ? 'agent' : `session:${person.session.id}`;
    case 'unknown':
      return 'caller';
  }
}
