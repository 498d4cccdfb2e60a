// The header that tells an agent who else writes to it: put on where the sender's secret proved it to be another session.
import type { Session } from '../domain/session/session.ts';
import type { Peer } from './ports.ts';

type RelayRequest = { readonly text: string; readonly submit_only: boolean; readonly relay?: boolean | undefined };

/** The text with the header; null where none belongs there. */
export function withRelayHeader(wanted: RelayRequest, peer: Peer, to: Session, at: number): string | null {
  const from = peer.person.kind === 'agent' ? (peer.person.session ?? null) : null;
  if (from === null || wanted.submit_only || wanted.relay === false) return null;
  if (from.id === to.id && wanted.relay !== true) return null;
  const begin = `[drover relay from=${plain(from.spec.name)} id=${from.id} at=`;
  if (wanted.text.startsWith(begin)) return null;
  return `${begin}${new Date(at).toISOString()}]\n${wanted.text}`;
}

/** A name cannot close the header or open another. */
const plain = (name: string): string => name.replace(/[[\]\s=]+/g, '-');
