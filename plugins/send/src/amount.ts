import { type AssetToken, computed, formatAmount, parseAmount, type ReadonlySignal, signal } from '@wallet-modal/kernel'

/** What is typed, and what it says in base units of the chosen token. */
export interface AmountEntry {
  readonly text: string
  /** Everything that can be sent: it follows what that turns out to be. */
  readonly isMax: boolean
  /** `undefined` where it is nothing that can be sent: empty, no number, too exact, or 0. */
  readonly value: bigint | undefined
}

export interface AmountField {
  readonly entry: ReadonlySignal<AmountEntry>
  type(text: string): void
  useMax(): void
}

/** Exact, or nothing: an amount is never rounded, and never 0. */
export function readAmount(text: string, decimals: number): bigint | undefined {
  try {
    const value = parseAmount(text, decimals)
    return value > 0n ? value : undefined
  } catch {
    return undefined // the field says so
  }
}

export function createAmount(
  token: ReadonlySignal<AssetToken | null>,
  max: ReadonlySignal<bigint | undefined>,
): AmountField {
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
