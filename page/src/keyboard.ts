/** What keys do, by their names; `Shift` is in the name of a letter. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Keys that buttons and links have a use for themselves. */
const PRESSING = new Set(["Enter", " "]);

/**
 * Listens to keys that are meant for the page: not those typed into a field, nor any while a dialog is open.
 *
 * @param withControl by lower-case letters, pressed with Ctrl or Cmd
 * @param leave is called when Escape is pressed in a field
 */
export function keyboard(keys: Keys, withControl: Keys, leave: () => void): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      if (event.key === "Escape") leave();
      return;
    }
    const control = event.ctrlKey || event.metaKey;
    const action = control ? withControl[event.key.toLowerCase()] : event.altKey ? undefined : keys[event.key];
    const pressing = PRESSING.has(event.key) && target instanceof HTMLElement && target.closest("button, a, summary") !== null;
    if (!action || pressing) return;
    event.preventDefault();
    action(event);
  });
}
