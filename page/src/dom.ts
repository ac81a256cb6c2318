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

/** Replaces what is in an element; what had the focus keeps it, and what was typed there, if something with the same `data-key` is there. */
export function fill(element: Element, ...children: Child[]): void {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && element.contains(active) ? active.dataset["key"] : undefined;
  const typed = active instanceof HTMLInputElement ? active.value : undefined;
  const top = element.scrollTop;
  element.replaceChildren(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  element.scrollTop = top;
  if (key === undefined) return;
  const again = element.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLInputElement && typed !== undefined) again.value = typed;
  again?.focus();
}

export function button(label: string, attributes: Attributes, action: () => void): HTMLButtonElement {
  return el("button", { type: "button", click: action, ...attributes }, label);
}
