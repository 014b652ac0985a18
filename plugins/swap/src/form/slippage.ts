import { batch, type Context, computed, type ReadonlySignal, readWith, signal } from '@wallet-modal/kernel'
import { toPercent } from '../quotes/quote-math.js'

export const DEFAULT_SLIPPAGE_BPS = 100
export const MAX_SLIPPAGE_BPS = 5_000
/** Below this value, a warning is displayed: most swaps fail. */
const LOW_BPS = 10
/** Above this value, a warning is displayed: front-running can take most of the tolerated loss. */
const HIGH_BPS = 500

/** Predefined choices; the visitor can also enter a percentage. */
export const slippageChoices: readonly number[] = [50, DEFAULT_SLIPPAGE_BPS, 300]

export interface Slippage {
  /** Slippage in basis points. `undefined` while the entered text is not a percentage from 0 to 50. */
  readonly bps: ReadonlySignal<number | undefined>
  /** Percentage entered by the visitor; `undefined` while a predefined choice is active. */
  readonly text: ReadonlySignal<string | undefined>
  readonly warning: ReadonlySignal<'low' | 'high' | undefined>
  choose(bps: number): void
  type(text: string): void
}

/** Converts a percentage with up to two decimals to basis points. `undefined` for other text, and above {@link MAX_SLIPPAGE_BPS}. */
export function readPercent(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,2})(?:[.,](\d{0,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const bps = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return bps <= MAX_SLIPPAGE_BPS ? bps : undefined
}

const storedBps = readWith((value): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SLIPPAGE_BPS) return value
  throw new TypeError('the stored slippage is not in basis points from 0 to 5000')
})

/** The visitor's slippage, stored in the browser. */
export function createSlippage({ storage }: Context): Slippage {
  const stored = storage.get('slippage', storedBps) ?? DEFAULT_SLIPPAGE_BPS
  const bps = signal<number | undefined>(stored)
  const text = signal<string | undefined>(slippageChoices.includes(stored) ? undefined : toPercent(stored))
  const set = (value: number | undefined, enteredText: string | undefined): void => {
    batch(() => {
      bps.value = value
      text.value = enteredText
    })
    if (value !== undefined) storage.set('slippage', value)
  }
  return {
    ...{ bps, text },
    warning: computed(() => {
      if (bps.value === undefined) return undefined
      return bps.value < LOW_BPS ? 'low' : bps.value > HIGH_BPS ? 'high' : undefined
    }),
    choose: (value) => set(value, undefined),
    type: (enteredText) => set(readPercent(enteredText), enteredText),
  }
}
