import { WalletModalError } from './errors.js'
import type { ThemeMode } from './site.js'

/** What a site may set, each in one place. Values are checked: a theme cannot smuggle in other CSS. */
export interface ThemeTokens {
  /** `#rrggbb` or `#rgb`. Text on it and in it is chosen so that it stays readable. */
  readonly accent?: string
  /** Corner radius of the card in pixels, 0 to 40. */
  readonly radius?: number
  /** A font family list, such as `Inter, sans-serif`. */
  readonly font?: string
  /** The veil behind the card: `#rrggbbaa`. */
  readonly overlay?: string
  /** Width of the card in pixels, 300 to 480. */
  readonly width?: number
  readonly zIndex?: number
}

export interface Theme extends ThemeTokens {
  readonly mode?: ThemeMode
}

const modes: readonly unknown[] = ['light', 'dark', 'auto']
const within = (from: number, to: number) => (value: unknown) => typeof value === 'number' && value >= from && value <= to
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

const rules: Readonly<Record<keyof Theme, readonly [check: (value: unknown) => boolean, need: string]>> = {
  mode: [(value) => modes.includes(value), '"light", "dark" or "auto"'],
  accent: [matches(/^#([\da-f]{3}|[\da-f]{6})$/i), 'a colour such as "#3366ff"'],
  radius: [within(0, 40), 'a number from 0 to 40'],
  font: [matches(/^[-\w ,'"]{1,200}$/), 'a list of font families'],
  overlay: [matches(/^#([\da-f]{6}|[\da-f]{8})$/i), 'a colour such as "#00000080"'],
  width: [within(300, 480), 'a number from 300 to 480'],
  zIndex: [Number.isSafeInteger, 'a whole number'],
}

/** Throws `INVALID_ARGUMENT` that names the token. */
export function checkTheme(theme: Theme | ThemeMode): Theme {
  const given: unknown = typeof theme === 'string' ? { mode: theme } : theme
  if (typeof given !== 'object' || given === null) throw new WalletModalError('INVALID_ARGUMENT', 'A theme is "light", "dark", "auto" or an object of tokens.')
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof Theme] : undefined
    if (!rule) throw new WalletModalError('INVALID_ARGUMENT', `Theme: there is no token "${name}".`)
    if (!rule[0](value)) throw new WalletModalError('INVALID_ARGUMENT', `Theme: "${name}" must be ${rule[1]}.`)
  }
  return given
}
