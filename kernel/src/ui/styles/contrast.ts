/** Colour as red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Minimum contrast of body text in WCAG 2 (success criterion 1.4.3). */
export const TEXT_CONTRAST = 4.5

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** Parses `#rgb`, `#rrggbb` and `#rrggbbaa`, without the alpha value. `null` for other texts. */
export function parseHex(text: string): Rgb | null {
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.exec(text) ?? []
  if (!digits) return null
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const value = Number.parseInt(long.slice(0, 6), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Formats a colour as `#rrggbb`. */
export const toHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const linear = (channel: number): number =>
  channel <= 10.31475 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4

/** Relative luminance as WCAG 2 defines it. */
export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** White if it reaches 4.5:1 on `background`, otherwise black, which then reaches 4.6:1. */
export const textOn = (background: Rgb): Rgb => (contrast(WHITE, background) >= TEXT_CONTRAST ? WHITE : BLACK)

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (at: 0 | 1 | 2): number => Math.round(from[at] + (to[at] - from[at]) * share)
  return [channel(0), channel(1), channel(2)]
}

/** `colour`, mixed with as little black or white as possible to reach 4.5:1 on each of `backgrounds`, which must all be light or all be dark. */
export function readableOn(backgrounds: readonly Rgb[], colour: Rgb): Rgb {
  const target = textOn(backgrounds[0] ?? WHITE)
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, target, share)
    if (backgrounds.every((background) => contrast(mixed, background) >= TEXT_CONTRAST)) return mixed
  }
  return target
}
