// What went wrong, with what to do about it.
import type { Refused } from '../door/ask.ts';
import { toldRefusal } from '../words/told.ts';

export function RefusalNotice({ refused }: { readonly refused: Refused }) {
  const { error, hint } = toldRefusal(refused);
  return (
    <div class="notice bad" role="alert">
      <p>
        <span aria-hidden="true">✗ </span>
        {error}
      </p>
      {hint === '' ? null : <p class="quiet said">{hint}</p>}
      <p class="quiet mono">{refused.error_code}</p>
    </div>
  );
}
