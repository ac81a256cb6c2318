import { expect, test } from "vitest";
import { colour, HUES, hues, rgb, type Placed, type Rgb } from "../src/palette";

/** How a colour looks without one kind of cone: Machado, Oliveira and Fernandes (2009), severity 1, on linear light. */
const EYES: Record<string, number[][]> = {
  typical: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function linear(colour: Rgb): number[] {
  return colour.map((each) => {
    const c = each / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
}

function times(matrix: number[][], vector: number[]): number[] {
  return matrix.map((row) => Math.min(Math.max(row.reduce((sum, each, i) => sum + each * vector[i]!, 0), 0), 1));
}

/** CIE L*a*b* under D65. */
function lab(light: number[]): number[] {
  const [x, y, z] = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]].map((row) =>
    row.reduce((sum, each, i) => sum + each * light[i]!, 0),
  ) as [number, number, number];
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.9505), f(y), f(z / 1.089)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

function seen(eyes: string, hex: string): number[] {
  return lab(times(EYES[eyes]!, linear(rgb(hex))));
}

test.each(Object.keys(EYES))("hues differ clearly for eyes with %s", (eyes) => {
  for (let a = 0; a < HUES.length; a++) {
    for (let b = 0; b < a; b++) {
      const [one, two] = [seen(eyes, HUES[a]!), seen(eyes, HUES[b]!)];
      const difference = Math.hypot(...one.map((each, i) => each - two[i]!));
      // 2.3 is just noticeable side by side; people are told apart at a glance
      expect(difference, `${HUES[a]} and ${HUES[b]}`).toBeGreaterThan(11);
    }
  }
});

test("left is lighter than middle, and middle lighter than right, in every hue", () => {
  HUES.forEach((_, hue) => {
    const [left, middle, right] = (["left", "middle", "right"] as const).map((side) => seen("typical", colour(hue, side))[0]!);
    expect(left!).toBeGreaterThan(middle!);
    expect(middle!).toBeGreaterThan(right!);
    expect(left! - right!).toBeGreaterThan(15);
  });
});

const at = (number: number, x: number, y: number): Placed => ({ number, centre: { x, y }, joints: [{ x, y }], limbs: [] });
const row = (count: number): Placed[] => Array.from({ length: count }, (_, i) => at(i + 1, i * 10, 0));

test("as many people as there are hues all differ", () => {
  const given = hues(new Map(), row(HUES.length));
  expect(new Set(given.values()).size).toBe(HUES.length);
});

test("in a long row, neighbours differ from those up to two places away", () => {
  const given = hues(new Map(), row(60));
  for (let i = 1; i <= 58; i++) {
    expect(given.get(i)).not.toBe(given.get(i + 1));
    expect(given.get(i)).not.toBe(given.get(i + 2));
  }
});

test("whoever stays keeps the hue, also while away", () => {
  const first = hues(new Map(), row(9));
  const away = hues(first, row(9).filter((person) => person.number !== 4));
  const back = hues(away, [...row(9), at(77, 35, 5)]);
  for (let i = 1; i <= 9; i++) expect(back.get(i)).toBe(first.get(i));
  expect(back.get(77)).not.toBe(first.get(4));
  expect(back.get(77)).not.toBe(first.get(5));
});

test("people whose limbs cross never share a hue, however far apart their centres are", () => {
  const star = Array.from({ length: HUES.length }, (_, i): Placed => {
    const [x, y] = [Math.cos(i), Math.sin(i)];
    const ends = [{ x: -3 * x, y: -3 * y }, { x: 300 * x, y: 300 * y }] as const;
    return { number: i, centre: { x: 148 * x, y: 148 * y }, joints: [...ends], limbs: [ends] };
  });
  const far = Array.from({ length: 20 }, (_, i) => at(100 + i, 1000 + 40 * i, 0));
  const given = hues(new Map(), [...far, ...star]);
  expect(new Set(star.map(({ number }) => given.get(number))).size).toBe(HUES.length);
});
