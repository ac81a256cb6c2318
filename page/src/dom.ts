/** Small helpers around the document. Text is always set as text, never as markup. */
export type Child = Node | string | undefined | false;

export interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | ((event: Event) => void);
}

/** An element; attributes that are functions are listeners, `false` and `undefined` are left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return element;
}

const FOCUSABLE = "button:not(:disabled), input, select, a[href]";

/**
 * Replaces what is in an element. What had the focus keeps it, and what was typed there, if something with the same `data-key` is
 * there; otherwise what is last there has it, and if nothing is, the image.
 */
export function fill(element: Element, ...children: Child[]): void {
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && active !== element && element.contains(active) ? active : undefined;
  const typed = focused instanceof HTMLInputElement ? focused.value : undefined;
  const top = element.scrollTop;
  element.replaceChildren(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  element.scrollTop = top;
  if (!focused || element.contains(focused)) return;
  const key = focused.dataset["key"];
  const again = key === undefined ? null : element.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLInputElement && typed !== undefined) again.value = typed;
  const next = again ?? [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].at(-1) ?? document.querySelector<HTMLElement>(".stage canvas");
  next?.focus({ preventScroll: true });
}

export function button(label: string, attributes: Attributes, action: () => void): HTMLButtonElement {
  return el("button", { type: "button", click: action, ...attributes }, label);
}

/** A button that can do nothing just now stays where it is for the keyboard: one that is disabled loses the focus. */
export function enable(button: HTMLButtonElement, possible: boolean): void {
  if (possible) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

/** Hands a file to the browser, which puts it where downloads go. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = el("a", { href: address, download: name });
  link.click();
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A form whose fields all send it with Enter, lists too. */
export function form(send: () => void, ...children: Child[]): HTMLFormElement {
  const element = el(
    "form",
    {
      submit: (event) => {
        event.preventDefault();
        send();
      },
      keydown: (event) => {
        if ((event as KeyboardEvent).key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
        event.preventDefault();
        element.requestSubmit();
      },
    },
    ...children,
  );
  return element;
}
