import type { Answer } from "./api";
import type { Clips } from "./clips";
import { el } from "./dom";
import type { Ground } from "./draw";
import { huesOf, type Image } from "./image";
import { miniature } from "./miniature";

/** An image itself. Large ones have a smaller copy, which is drawn while one pixel of the screen shows several of the image. */
export interface Photo {
  readonly whole: HTMLImageElement | ImageBitmap;
  readonly width: number;
  readonly height: number;
  readonly small?: ImageBitmap;
}

/** Pixels beyond which browsers decode an image again and again instead of keeping it. */
const LARGE = 12e6;

/** What to draw at so many pixels of the screen per pixel of the image. */
export function drawable({ whole, width, small }: Photo, scale: number): CanvasImageSource {
  return small && scale <= small.width / width ? small : whole;
}

/** The images themselves, loaded once, and small pictures of them for the strip. */
export class Photos {
  private readonly addresses = new Map<Image, string>();
  private readonly photos = new WeakMap<Image, Photo | "loading">();
  private readonly thumbnails = new WeakMap<Image, HTMLImageElement>();
  /** Small drawings of answers without an image. */
  private readonly drawings = new WeakMap<Answer, { element: HTMLElement; ground: Ground; hues: ReadonlyMap<number, number> }>();

  /** @param loaded is called when an image can be drawn */
  constructor(
    private readonly clips: Clips,
    private readonly loaded: () => void,
  ) {}

  /** Where the browser finds the image itself, if there is one. */
  private address(image: Image): string | undefined {
    if (!image.source.photo) return undefined;
    const known = this.addresses.get(image) ?? URL.createObjectURL(image.source.photo);
    this.addresses.set(image, known);
    return known;
  }

  /** The image itself, or the frame of a video, once it is loaded; a format that browsers do not show never is. */
  photo(image: Image): Photo | undefined {
    const known = this.photos.get(image);
    if (known) return known === "loading" ? undefined : known;
    const src = this.address(image);
    if (src === undefined && (image.source.clip === undefined || this.clips.count === 0)) return undefined;
    this.photos.set(image, "loading");
    void (src === undefined ? this.taken(image) : loaded(src)).then(
      (photo) => {
        if (photo) this.photos.set(image, photo);
        else this.photos.delete(image);
        if (photo) this.loaded();
      },
      () => undefined,
    );
    return undefined;
  }

  private async taken(image: Image): Promise<Photo | undefined> {
    const frame = await this.clips.frame(image.source);
    return frame && { whole: frame, width: frame.width, height: frame.height };
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

async function loaded(src: string): Promise<Photo> {
  const whole = new Image();
  whole.src = src;
  await whole.decode();
  const { naturalWidth: width, naturalHeight: height } = whole;
  if (width * height <= LARGE) return { whole, width, height };
  const share = Math.sqrt(LARGE / (width * height));
  const small = await createImageBitmap(whole, { resizeWidth: Math.round(width * share), resizeHeight: Math.round(height * share), resizeQuality: "medium" });
  return { whole, width, height, small };
}
