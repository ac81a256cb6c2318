import type { Answer } from "./api";
import { el } from "./dom";
import type { Ground } from "./draw";
import { huesOf, type Image } from "./image";
import { miniature } from "./miniature";

/** An image itself. Large ones have a smaller copy, which is drawn while one pixel of the screen shows several of the image. */
export interface Photo {
  readonly whole: HTMLImageElement;
  small?: ImageBitmap;
}

/** Pixels beyond which browsers decode an image again and again instead of keeping it. */
const LARGE = 12e6;

/** What to draw at so many pixels of the screen per pixel of the image. */
export function drawable({ whole, small }: Photo, scale: number): CanvasImageSource {
  return small && scale <= small.width / whole.naturalWidth ? small : whole;
}

/** The images themselves, loaded once, and small pictures of them for the strip. */
export class Photos {
  private readonly addresses = new Map<Image, string>();
  private readonly photos = new WeakMap<Image, Photo>();
  private readonly thumbnails = new WeakMap<Image, HTMLImageElement>();
  /** Small drawings of answers without an image. */
  private readonly drawings = new WeakMap<Answer, { element: HTMLElement; ground: Ground; hues: ReadonlyMap<number, number> }>();

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
  photo(image: Image): Photo | undefined {
    const src = this.address(image);
    const known = this.photos.get(image);
    if (src === undefined || known) return known?.whole.complete && known.whole.naturalWidth > 0 ? known : undefined;
    const photo: Photo = { whole: new Image() };
    this.photos.set(image, photo);
    photo.whole.addEventListener("load", () => void this.reduce(photo).then(this.loaded));
    photo.whole.src = src;
    return undefined;
  }

  private async reduce(photo: Photo): Promise<void> {
    const { naturalWidth: width, naturalHeight: height } = photo.whole;
    if (width * height <= LARGE) return;
    const share = Math.sqrt(LARGE / (width * height));
    photo.small = await createImageBitmap(photo.whole, { resizeWidth: Math.round(width * share), resizeHeight: Math.round(height * share), resizeQuality: "medium" });
  }

  thumbnail(image: Image, ground: Ground): HTMLElement | undefined {
    const src = this.address(image);
    if (src !== undefined) {
      const known = this.thumbnails.get(image) ?? el("img", { src, alt: "", loading: "lazy", error: (event) => ((event.target as HTMLElement).hidden = true) });
      this.thumbnails.set(image, known);
      return known;
    }
    if (!image.answer || !image.scene) return undefined;
    const known = this.drawings.get(image.answer);
    const hues = huesOf(image);
    const element = known?.ground === ground && known.hues === hues ? known.element : miniature(image, ground);
    this.drawings.set(image.answer, { element, ground, hues });
    return element;
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
