// What went wrong, with what to do about it.
import type { Refused } from '../door/ask.ts';

export function RefusalNotice({ refused }: { readonly refused: Refused }) {
  return (
    <div class="notice bad" role="alert">
      <p>
        <span aria-hidden="true">✗ </span>
        {refused.error}
      </p>
      {refused.hint === '' ? null : <p class="quiet">{refused.hint}</p>}
      <p class="quiet mono">{refused.error_code}</p>
    </div>
  );
}
