import type { Answer } from "./api";
import { el } from "./dom";
import type { Ground } from "./draw";
import type { Image } from "./image";
import { miniature } from "./miniature";

/** The images themselves, loaded once, and small pictures of them for the strip. */
export class Photos {
  private readonly addresses = new Map<Image, string>();
  private readonly photos = new WeakMap<Image, HTMLImageElement>();
  private readonly thumbnails = new WeakMap<Image, HTMLImageElement>();
  /** Small drawings of answers without an image. */
  private readonly drawings = new WeakMap<Answer, HTMLElement>();

  /** @param loaded is called when an image can be drawn */
  constructor(private readonly loaded: () => void) {}

  /** Where the browser finds the image itself, if there is one. */
  private address(image: Image): string | undefined {
    if (!image.source.photo) return undefined;
    const known = this.addresses.get(image) ?? URL.createObjectURL(image.source.photo);
    this.addresses.set(image, known);
    return known;
  }

  /** The image itself, once it is loaded; a format that browsers do not show never is. */
  photo(image: Image): CanvasImageSource | undefined {
    const src = this.address(image);
    const known = this.photos.get(image);
    if (src === undefined || known) return known?.complete && known.naturalWidth > 0 ? known : undefined;
    const element = new Image();
    this.photos.set(image, element);
    element.addEventListener("load", this.loaded);
    element.src = src;
    return undefined;
  }

  thumbnail(image: Image, ground: Ground): HTMLElement | undefined {
    const src = this.address(image);
    if (src !== undefined) {
      const known = this.thumbnails.get(image) ?? el("img", { src, alt: "", loading: "lazy", error: (event) => ((event.target as HTMLElement).hidden = true) });
      this.thumbnails.set(image, known);
      return known;
    }
    if (!image.answer || !image.scene) return undefined;
    const known = this.drawings.get(image.answer) ?? miniature(image, ground);
    this.drawings.set(image.answer, known);
    return known;
  }

  /** Images that are closed need no memory any more. */
  only(images: readonly Image[]): void {
    for (const [image, address] of this.addresses) {
      if (images.includes(image)) continue;
      URL.revokeObjectURL(address);
      this.addresses.delete(image);
    }
  }
}
