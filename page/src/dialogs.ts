import { button, el } from "./dom";

/** Asks a question that is answered with yes or no; Escape is no. */
export class Question {
  private readonly text = el("p");
  private answer: (yes: boolean) => void = () => undefined;
  private readonly yes = button("", { class: "main" }, () => this.close(true));
  readonly dialog = el(
    "dialog",
    { "aria-label": "Question", close: () => this.answer(false) },
    this.text,
    el("div", { class: "doing" }, button("Cancel", {}, () => this.close(false)), this.yes),
  );

  /** @param action what yes does, as its button says it */
  ask(text: string, action: string): Promise<boolean> {
    this.text.textContent = text;
    this.yes.textContent = action;
    this.dialog.showModal();
    return new Promise((resolve) => (this.answer = resolve));
  }

  private close(yes: boolean): void {
    this.answer(yes);
    this.answer = () => undefined;
    this.dialog.close();
  }
}
