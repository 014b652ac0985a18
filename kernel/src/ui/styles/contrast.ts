/** Colour as red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Minimum contrast of body text in WCAG 2 (success criterion 1.4.3). */
export const TEXT_CONTRAST = 4.5

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** Parses `#rgb`, `#rrggbb` and `#rrggbbaa` (alpha is dropped); `null` for anything else. */
export function parseHex(text: string): Rgb | null {
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.exec(text) ?? []
  if (!digits) return null
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const value = Number.parseInt(long.slice(0, 6), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const linear = (part: number): number => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)

/** Relative luminance as WCAG 2 defines it. */
export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever has more contrast on `background`. One of the two always reaches 4.5:1. */
export const textOn = (background: Rgb): Rgb =>
  contrast(WHITE, background) >= TEXT_CONTRAST || contrast(WHITE, background) > contrast(BLACK, background)
    ? WHITE
    : BLACK

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2): number => Math.round(from[at] + (to[at] - from[at]) * share)
  return [part(0), part(1), part(2)]
}

/** `colour`, moved towards black or white just enough to be readable on each of `backgrounds`, which must be similar. */
export function readableOn(backgrounds: readonly Rgb[], colour: Rgb): Rgb {
  const target = textOn(backgrounds[0] ?? WHITE)
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(colour, target, share)
    if (backgrounds.every((background) => contrast(tried, background) >= TEXT_CONTRAST)) return tried
  }
  return target
}
