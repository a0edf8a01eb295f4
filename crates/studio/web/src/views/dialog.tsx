// A window over the page. Escape and a click beside it close it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "./icon";

export function Dialog(props: { title: string; id: string; onClose: () => void; children: ComponentChildren }) {
  const { title, id, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      id={id}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="dialog-body">
        <div class="card-head">
          <h2 id={`${id}-title`}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={() => dialog.current?.close()} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
