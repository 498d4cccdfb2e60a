// Replies about chains.
import type { ChainChanged, ChainCreated, ChainList, ChainView } from '../../../contract/chain.ts';
import { spent } from './amounts.ts';
import { columns } from './columns.ts';
import { type Look, paint } from './look.ts';

const created = ({ chains }: ChainCreated): string => chains.join('\n');
const changed = ({ said }: ChainChanged): string => said;

const list = ({ chains }: ChainList, look: Look): string =>
  chains.length === 0
    ? 'There is no chain.'
    : columns(
        look,
        chains.map((chain) => [
          chain.id,
          chain.name,
          `${chain.plans.filter(({ state }) => state === 'done').length}/${chain.plans.length}`,
          chain.needs_person ? paint(look, 'yellow', 'needs you') : '',
          chain.state,
        ]),
      );

function show(chain: ChainView, look: Look): string {
  const plans = columns(
    look,
    chain.plans.map(({ label, state, commit, verified, path }) => [
      `  ${label}`,
      state.replace('_', ' '),
      commit?.slice(0, 12) ?? '',
      verified === false ? paint(look, 'yellow', 'not verified') : '',
      path,
    ]),
  );
  const asks = chain.questions.map((question) => `It asks: drover answer ${question}`);
  const where = chain.copy === null || chain.branch === null ? [] : [`git fetch ${chain.copy} ${chain.branch}`];
  return [
    `${paint(look, 'bold', chain.id)} ${chain.name}: ${chain.state}`,
    ...(chain.issue === null ? [] : [`Issue: ${chain.issue.title}`]),
    ...(chain.plans.length === 0 ? [] : [plans]),
    ...asks,
    ...costs(chain),
    ...(chain.note === null ? [] : [`Note: ${chain.note}`]),
    ...where,
  ].join('\n');
}

function costs({ spend, budget }: ChainView): readonly string[] {
  const used = spent(spend);
  return [...(used === '' ? [] : [`Spent: ${used}`]), ...(budget === undefined ? [] : [`May use: ${budget}`])];
}

export const chainPrinters = {
  'chain.cancel': changed,
  'chain.create': created,
  'chain.list': list,
  'chain.resume': changed,
  'chain.show': show,
  'chain.watch': show,
};

const outcomeExits: Readonly<Record<string, number>> = { done: 0, not_verified: 5, cancelled: 130 };

export const chainExits = { 'chain.watch': ({ outcome }: ChainView) => outcomeExits[outcome ?? ''] ?? 6 };
