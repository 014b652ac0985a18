import type { Context, ReadonlySignal } from '@wallet-modal/kernel'
import { type AccountToken, type AmountEntryModel, createAmountEntry } from '@wallet-modal/kernel/transactions'

/** Model of the amount to pay. Clears the amount when the token to pay changes, also through a network switch. `max`: see `createAmountEntry`. */
export function createPaidAmount(
  ctx: Context,
  pay: ReadonlySignal<AccountToken | null>,
  max: ReadonlySignal<bigint | undefined>,
): AmountEntryModel {
  const { entry, type, useMax } = createAmountEntry(pay, max)
  /** CAIP-19 id of the token for which the amount was entered; `undefined` if no token was selected then. */
  let assetId: string | undefined
  const storeToken = (): void => {
    assetId = pay.peek()?.assetId
  }
  ctx.effect(() => {
    const current = pay.value?.assetId
    if (current === undefined || current === assetId) return
    if (assetId !== undefined) type('')
    assetId = current
  })
  return {
    entry,
    type(text) {
      storeToken()
      type(text)
    },
    useMax() {
      storeToken()
      useMax()
    },
  }
}
