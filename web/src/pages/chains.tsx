// Chains that are alive, on the board.
import { markOfChain, Sign } from '../parts/sign.tsx';
import { chainLink } from '../route.ts';
import { useReply } from '../state/asked.ts';
import { heardOf, ofChains } from '../state/live.ts';
import { age, spent } from '../words/amounts.ts';
import { told } from '../words/told.ts';
import { say } from '../words/words.ts';

export function Chains() {
  const words = say();
  const reply = useReply('chain.list', {}, heardOf.value.get(ofChains)).value;
  const chains = reply?.ok ? reply.data.chains : [];
  if (chains.length === 0) return null;
  return (
    <section aria-labelledby="group-chains">
      <h2 class="group" id="group-chains">
        {words.chains} <span class="quiet">{chains.length}</span>
      </h2>
      <ul class="rows">
        {chains.map((chain) => (
          <li key={chain.id} class="row">
            <Sign {...markOfChain(chain)} />
            <a class="what" href={chainLink(chain.id)}>
              <span class="mono id">{chain.id}</span> <span class="text">{chain.issue?.title ?? chain.name}</span>
            </a>
            <span class="quiet">
              {chain.plans.filter(({ state }) => state === 'done').length}/{chain.plans.length}
            </span>
            <span class="state quiet">{told(chain.state)}</span>
            <span class="age quiet">{age(chain.created_at)}</span>
            <span class="cost quiet">{spent(chain.spend)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
