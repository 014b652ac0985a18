import { type Theme, usableTheme } from '../../modal/theme.js'
import { parseHex, type Rgb, readableOn, textOn, toHex } from './contrast.js'

/**
 * Colours of the light and the dark mode. `surface` is the background of a row, `hover` of a hovered row. Text colours for the default accent are
 * precomputed, because most sites use the default accent.
 */
const palette = {
  bg: ['#ffffff', '#17181c'],
  surface: ['#f4f5f7', '#212329'],
  hover: ['#e9ebef', '#2b2e36'],
  line: ['#e1e4ea', '#32353e'],
  text: ['#15171c', '#f3f4f6'],
  muted: ['#5a606d', '#a6acb9'],
  danger: ['#b3261e', '#ff9a92'],
  success: ['#0b6b3a', '#5fd394'],
  warning: ['#7d4e00', '#f2bb62'],
  overlay: ['#0c0e145c', '#00000085'],
  ring: ['#0000000d', '#ffffff14'],
  shadow: ['#0c0e1433', '#00000080'],
  accent: ['#4a5cff', '#4a5cff'],
  'on-accent': ['#ffffff', '#ffffff'],
  'accent-text': ['#4657f2', '#808dff'],
} as const

/** Background colours of text. `side`: 0 for the light mode, 1 for the dark mode. */
export const surfaces = (side: 0 | 1): readonly Rgb[] =>
  [palette.bg[side], palette.surface[side], palette.hover[side]]
    .map((hex) => parseHex(hex))
    .filter((colour) => colour !== null)

/** Colour tokens by name. `side`: 0 for the light mode, 1 for the dark mode. */
export function colours(theme: Theme, side: 0 | 1): Readonly<Record<string, string>> {
  const accent = parseHex(theme.accent ?? '')
  return {
    ...Object.fromEntries(Object.entries(palette).map(([name, pair]) => [name, pair[side]])),
    ...(parseHex(theme.overlay ?? '') && { overlay: theme.overlay ?? '' }),
    ...(accent && {
      accent: toHex(accent),
      'on-accent': toHex(textOn(accent)),
      'accent-text': toHex(readableOn(surfaces(side), accent)),
    }),
  }
}

const block = (selector: string, theme: Theme, side: 0 | 1): string =>
  `${selector}{color-scheme:${side ? 'dark' : 'light'};${Object.entries(colours(theme, side))
    .map(([name, value]) => `--wm-${name}:${value}`)
    .join(';')}}`

const FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif'

/**
 * Writes the theme's tokens into `sheet` as custom properties of the shadow host. The page's own rules take precedence, so a site may also set
 * `--wm-*` in its CSS. A colour is written only if it parses as a hexadecimal colour. Other tokens are set through the CSSOM, where a value cannot
 * inject other properties.
 */
export function writeTokens(sheet: CSSStyleSheet, input: Theme): void {
  const theme = usableTheme(input)
  const { mode = 'auto', radius = 24, width = 360, zIndex = 999, font = FONT } = theme
  const auto = mode === 'auto' ? `@media (prefers-color-scheme:dark){${block(':host', theme, 1)}}` : ''
  sheet.replaceSync(block(':host', theme, mode === 'dark' ? 1 : 0) + auto)
  const [root] = sheet.cssRules
  if (!(root instanceof CSSStyleRule)) return
  const properties = { radius: `${radius}px`, width: `${width}px`, z: `${zIndex}`, font }
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(`--wm-${name}`, value)
}
