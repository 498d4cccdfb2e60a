// What cannot be taken back is asked for twice.
import { useId, useRef } from 'preact/hooks';
import { say } from '../words/words.ts';

export type SureButtonProps = {
  readonly label: string;
  readonly why: string;
  readonly yes: string;
  readonly danger?: boolean;
  readonly act: () => void;
};

export function SureButton({ label, why, yes, danger = true, act }: SureButtonProps) {
  const words = say();
  const head = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button type="button" class={danger ? 'danger' : ''} onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} aria-labelledby={head}>
        <h2 id={head}>{words.sure}</h2>
        <p>{why}</p>
        <div class="actions">
          <button
            type="button"
            class="danger"
            onClick={() => {
              close();
              act();
            }}
          >
            {yes}
          </button>
          <button type="button" onClick={close}>
            {words.keepIt}
          </button>
        </div>
      </dialog>
    </>
  );
}
