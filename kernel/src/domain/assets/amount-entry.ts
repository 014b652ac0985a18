import { computed, type ReadonlySignal, signal } from '../../signals.js'
import { formatAmount, parseAmount } from './amount.js'
import type { AssetToken } from './assets.js'

/** Text of an amount field, with its amount in base units of the chosen token. */
export interface AmountEntry {
  readonly text: string
  /** Whether the visitor chose Max. If so, the amount changes with the maximum. */
  readonly isMax: boolean
  /** `undefined` if the text is not an amount that can be spent: empty, invalid, more decimals than the token has, or 0. */
  readonly value: bigint | undefined
}

export interface AmountEntryModel {
  readonly entry: ReadonlySignal<AmountEntry>
  type(text: string): void
  useMax(): void
}

/** Parses an amount exactly, without rounding. `undefined` for 0 and for invalid text. */
export function readAmount(text: string, decimals: number): bigint | undefined {
  try {
    const value = parseAmount(text, decimals)
    return value > 0n ? value : undefined
  } catch {
    return undefined // the field displays the error
  }
}

/** Model of an amount field. `max` is the maximum that can be spent of `token`, in base units; `undefined` while unknown. */
export function createAmountEntry(
  token: ReadonlySignal<Pick<AssetToken, 'decimals'> | null>,
  max: ReadonlySignal<bigint | undefined>,
): AmountEntryModel {
  const typed = signal('')
  const isMax = signal(false)
  const entry = computed((): AmountEntry => {
    const { decimals } = token.value ?? {}
    if (isMax.value && decimals !== undefined && max.value !== undefined) {
      const value = max.value > 0n ? max.value : undefined
      return { text: formatAmount(max.value, decimals), isMax: true, value }
    }
    if (isMax.value) return { text: '', isMax: true, value: undefined }
    const text = typed.value
    return { text, isMax: false, value: decimals === undefined ? undefined : readAmount(text, decimals) }
  })
  return {
    entry,
    type(text) {
      isMax.value = false
      typed.value = text.trim()
    },
    useMax() {
      isMax.value = true
    },
  }
}
