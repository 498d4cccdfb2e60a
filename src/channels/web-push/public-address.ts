// Which addresses belong to the public network. Where a message goes was said by a browser: it must not reach a machine that only we can.
import { BlockList, isIPv4 } from 'node:net';

/** Not routed, or of one's own network, as IANA lists them. */
const own: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Within what is routed of IPv6: documentation, and ways that lead to an address of IPv4. */
const other: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
];

const closed = new BlockList();
for (const [network, bits] of own) closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of other) closed.addSubnet(network, bits, 'ipv6');
const routed = new BlockList();
routed.addSubnet('2000::', 3, 'ipv6');

export const isPublic = (address: string): boolean =>
  isIPv4(address) ? !closed.check(address, 'ipv4') : routed.check(address, 'ipv6') && !closed.check(address, 'ipv6');
