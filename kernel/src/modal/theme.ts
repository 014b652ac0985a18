import { fail } from '../errors/errors.js'
import { checkFields, isRecord, matches, type Rule } from '../plugins/check.js'
import type { ThemeMode } from './site.js'

/** Theme tokens of a site. Values are validated, so that a theme cannot inject other CSS. */
export interface ThemeTokens {
  /**
   * Accent colour: `#rrggbb` or `#rgb`. The modal chooses a readable text colour on the accent, and adjusts the accent colour where it is used for
   * text.
   */
  readonly accent?: string
  /** Corner radius of the card in pixels, 0 to 40. */
  readonly radius?: number
  /** List of font families, such as `Inter, sans-serif`. Names may contain letters, digits, `-`, `_` and spaces. */
  readonly font?: string
  /** Colour of the backdrop: `#rrggbb` or `#rrggbbaa`. */
  readonly overlay?: string
  /** Width of the card in pixels, 300 to 480. */
  readonly width?: number
  /** z-index of the dialog and of the other elements that the modal displays over the page, an integer. */
  readonly zIndex?: number
}

export interface Theme extends ThemeTokens {
  /** Colour scheme: `light`, `dark` or `auto`. `auto` is the scheme of the operating system. */
  readonly mode?: ThemeMode
}

const within =
  (from: number, to: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value >= from && value <= to

const rules: readonly Rule[] = [
  ['mode', matches(/^(light|dark|auto)$/), '"light", "dark" or "auto"'],
  ['accent', matches(/^#([\da-f]{3}){1,2}$/i), 'a colour such as "#3366ff"'],
  ['radius', within(0, 40), 'a number from 0 to 40'],
  ['font', matches(/^(?=.{1,200}$)(("[-\w ]+"|'[-\w ]+'|[-\w][-\w ]*)(, *|$))+(?<!, *)$/), 'a list of font families'],
  ['overlay', matches(/^#[\da-f]{6}([\da-f]{2})?$/i), 'a colour such as "#3366ff80"'],
  ['width', within(300, 480), 'a number from 300 to 480'],
  ['zIndex', (value) => within(-(2 ** 31), 2 ** 31 - 1)(value) && Number.isInteger(value), 'a whole number'],
]

/** Validates a theme and returns a frozen copy. Throws `INVALID_ARGUMENT` naming the token. */
export function checkTheme(theme: Theme | ThemeMode): Theme {
  const fields: unknown = typeof theme === 'string' ? { mode: theme } : theme
  if (!isRecord(fields))
    return fail('INVALID_ARGUMENT', 'A theme must be "light", "dark" or "auto", or an object of tokens.')
  for (const name of Object.keys(fields)) {
    if (!rules.some(([token]) => token === name)) fail('INVALID_ARGUMENT', `Unknown theme token "${name}".`)
  }
  checkFields('INVALID_ARGUMENT', 'Theme: ', fields, rules)
  return Object.freeze({ ...fields })
}

/** Returns the valid tokens of a theme, which may be written to CSS. Needed because {@link checkTheme} runs in development only. */
export const usableTheme = (theme: Theme): Theme =>
  Object.fromEntries(
    Object.entries(theme).filter(([name, value]) => rules.some(([token, isValid]) => token === name && isValid(value))),
  )
