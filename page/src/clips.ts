import { stem, type Source } from "./files";

/** So many frames are played to learn how long one is. */
const SAMPLE = 8;
/** What is played at most for that, in milliseconds. */
const PATIENCE = 4000;

/** Seconds per frame, from the times of some that follow each other; browsers leave frames out, never put some in. */
export function frameTime(times: readonly number[]): number | undefined {
  const steps = times.slice(1).map((time, i) => time - times[i]!).filter((step) => step > 1e-4);
  return steps.length === 0 ? undefined : Math.min(...steps);
}

/** The frame of a clip that a problem is of; undefined if it is of none. */
export function frameNumber({ name, clip }: Pick<Source, "name" | "clip">): number | undefined {
  const number = /(\d{1,9})(\.\w{1,5})?$/.exec(name)?.[1];
  return clip === undefined || number === undefined ? undefined : Number(number);
}

interface Clip {
  readonly video: HTMLVideoElement;
  /** Seconds per frame. */
  readonly frame: Promise<number>;
}

/** Videos that were dropped. They stay in the browser, which takes frames from them as they are needed. */
export class Clips {
  private readonly clips = new Map<string, Clip>();
  /** One frame at a time: a video has one place. */
  private last: Promise<unknown> = Promise.resolve();

  get count(): number {
    return this.clips.size;
  }

  /** @throws Error if the browser cannot play it */
  async add(file: File): Promise<void> {
    const video = document.createElement("video");
    video.muted = true;
    video.preload = "auto";
    video.src = URL.createObjectURL(file);
    await new Promise<void>((resolve, reject) => {
      video.onloadeddata = () => resolve();
      video.onerror = () => reject(new Error(`${file.name}: this browser cannot play the video; convert it to MP4 (H.264) or WebM`));
    });
    const clip: Clip = { video, frame: measured(video) };
    await clip.frame;
    this.clips.set(stem(file.name), clip);
  }

  /** The clip whose name is that of a video, or begins with it, as the files of DeepLabCut do. */
  private of(clip: string): Clip | undefined {
    const names = [...this.clips.keys()].filter((name) => clip.startsWith(name)).sort((a, b) => b.length - a.length);
    return this.clips.get(names[0] ?? "");
  }

  /** The picture of a frame; undefined if no video has it. */
  async frame(source: Source): Promise<ImageBitmap | undefined> {
    const clip = source.clip === undefined ? undefined : this.of(source.clip);
    const number = frameNumber(source);
    if (!clip || number === undefined) return undefined;
    const shot = this.last.then(async () => shown(clip.video, (number + 0.5) * (await clip.frame)));
    this.last = shot.catch(() => undefined);
    return shot;
  }
}

async function shown(video: HTMLVideoElement, at: number): Promise<ImageBitmap | undefined> {
  if (at > video.duration) return undefined;
  await new Promise<void>((resolve) => {
    video.onseeked = () => resolve();
    video.currentTime = at;
  });
  return createImageBitmap(video);
}

/** Plays a little, since browsers do not say how many frames a video has. */
async function measured(video: HTMLVideoElement): Promise<number> {
  const times: number[] = [];
  await new Promise<void>((resolve) => {
    const end = setTimeout(resolve, PATIENCE);
    const note: VideoFrameRequestCallback = (_, { mediaTime }) => {
      times.push(mediaTime);
      if (times.length <= SAMPLE && !video.ended) video.requestVideoFrameCallback(note);
      else {
        clearTimeout(end);
        resolve();
      }
    };
    video.onended = () => resolve();
    video.requestVideoFrameCallback(note);
    void video.play().catch(() => resolve());
  });
  video.pause();
  const found = frameTime(times);
  if (found === undefined) throw new Error("the video has no second frame, or the browser does not play it");
  return found;
}
