import type { AssetToken, Context } from '@wallet-modal/kernel'
import type { SwapParams } from '../contract.js'
import type { SwapForm } from './swap-form.js'
import type { Side } from './token-pair.js'

export interface Preset {
  /** The form for the visitor's input, which replaces initial values that are still waiting for their token. */
  readonly form: SwapForm
  /**
   * Fills in the initial values set by the site, once per visit of the form: `routeKey` is the same when the visitor returns from another view.
   * Waits until the token lists contain the site's tokens.
   */
  apply(params: SwapParams | undefined, routeKey: number | undefined): void
  /** Lets the next `apply` fill in the values again. */
  invalidate(): void
}

export function createPreset(ctx: Context, form: SwapForm): Preset {
  /** CAIP-19 ids of initial tokens that are not in the lists yet. */
  const pendingTokens = new Map<Side, string>()
  let amount: string | undefined
  let appliedRouteKey: number | undefined
  const fill = (): void => {
    for (const side of ['pay', 'receive'] as const) {
      const tokens = (side === 'pay' ? form.tokens : form.receiveTokens).peek()
      const assetId = pendingTokens.get(side)?.toLowerCase()
      const token = assetId === undefined ? undefined : tokens.find((one) => one.assetId.toLowerCase() === assetId)
      if (!token) continue
      pendingTokens.delete(side)
      form.choose(side, token)
    }
    if (amount === undefined || pendingTokens.has('pay')) return
    form.type(amount)
    amount = undefined
  }
  const dropAll = (): void => {
    pendingTokens.clear()
    amount = undefined
  }
  /** Drops the values for the token to pay: the amount was meant for this token. */
  const dropPay = (): void => {
    pendingTokens.delete('pay')
    amount = undefined
  }
  const drop = (side: Side, { assetId }: AssetToken): void => {
    if (side === 'pay' || pendingTokens.get('pay')?.toLowerCase() === assetId.toLowerCase()) dropPay()
    if (side === 'receive' || pendingTokens.get('receive')?.toLowerCase() === assetId.toLowerCase())
      pendingTokens.delete('receive')
  }
  ctx.effect(() => {
    void [form.tokens.value, form.receiveTokens.value]
    if (pendingTokens.size > 0 || amount !== undefined) queueMicrotask(fill)
  })
  return {
    form: {
      ...form,
      choose(side, token) {
        drop(side, token)
        form.choose(side, token)
      },
      turn() {
        dropAll()
        form.turn()
      },
      type(text) {
        dropPay() // a token that is filled in later would clear the visitor's amount
        form.type(text)
      },
      useMax() {
        dropPay()
        form.useMax()
      },
    },
    apply({ fromToken, toToken, amount: presetAmount } = {}, routeKey) {
      if (routeKey !== undefined && routeKey === appliedRouteKey) return
      appliedRouteKey = routeKey
      pendingTokens.clear()
      if (fromToken !== undefined) pendingTokens.set('pay', fromToken)
      if (toToken !== undefined) {
        pendingTokens.set('receive', toToken)
        form.destinations.choose(toToken.split('/', 1)[0] ?? '')
      }
      amount = presetAmount
      fill()
    },
    invalidate() {
      appliedRouteKey = undefined
    },
  }
}
