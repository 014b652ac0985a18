import type { AssetToken, Context } from '@wallet-modal/kernel'
import type { SwapParams } from '../contract.js'
import type { SwapForm } from './swap-form.js'
import type { Side } from './token-pair.js'

export interface Preset {
  /** Form for the views. When the visitor edits a field, initial values that would later overwrite the edit are discarded. */
  readonly form: SwapForm
  /**
   * Fills in the site's initial values as soon as the token lists contain their tokens. `routeKey` is the key of the router entry. Does nothing if
   * the previous call had the same key, because the visitor has then returned from another view. Without a key, always fills in the values.
   */
  apply(params: SwapParams | undefined, routeKey: number | undefined): void
  /** Lets the next `apply` fill in the values again. */
  invalidate(): void
}

/** Whether a token is named by its CAIP-19 id, and not by its symbol. */
const isId = (name: string): boolean => name.includes('/')

/** Initial values of the site that are not filled in yet, because no token list contains their token. */
function createPendingValues(form: SwapForm) {
  /** CAIP-19 ids or symbols. */
  const tokens = new Map<Side, string>()
  let amount: string | undefined
  const isPending = (side: Side, { assetId, symbol }: AssetToken): boolean => {
    const name = tokens.get(side)
    return name !== undefined && (isId(name) ? assetId : symbol).toLowerCase() === name.toLowerCase()
  }
  /** Listed token of a side. Resolves a symbol only if it is unique on the active network and all sources have listed their tokens. */
  const find = (side: Side): AssetToken | undefined => {
    const listed = (side === 'pay' ? form.tokens : form.receiveTokens).peek()
    const [token, ...others] = listed.filter((one) => isPending(side, one))
    if (isId(tokens.get(side) ?? '')) return token
    const isUnique = others.length === 0 && form.areTokensComplete.peek()
    return isUnique && token?.caipNetworkId === form.context.peek()?.network.caipNetworkId ? token : undefined
  }
  /** Drops the token to pay, and the amount, which was meant for this token. */
  const dropPay = (): void => {
    tokens.delete('pay')
    amount = undefined
  }
  return {
    set({ fromToken, toToken, amount: nextAmount }: SwapParams): void {
      tokens.clear()
      if (fromToken !== undefined) tokens.set('pay', fromToken)
      if (toToken !== undefined) tokens.set('receive', toToken)
      amount = nextAmount
    },
    isEmpty: (): boolean => tokens.size === 0 && amount === undefined,
    fill(): void {
      for (const side of ['pay', 'receive'] as const) {
        const token = find(side)
        if (!token) continue
        tokens.delete(side)
        form.choose(side, token)
      }
      if (amount === undefined || tokens.has('pay')) return
      form.type(amount)
      amount = undefined
    },
    dropAll(): void {
      tokens.clear()
      amount = undefined
    },
    dropPay,
    /** Called when the visitor chooses `token` for `side`. Drops the values of this side, and those of the other side if they name `token`. */
    drop(side: Side, token: AssetToken): void {
      if (side === 'pay' || isPending('pay', token)) dropPay()
      if (side === 'receive' || isPending('receive', token)) tokens.delete('receive')
    },
  }
}

/** `onEdit`: called before each edit of the visitor, and when `apply` receives initial values. Not called when the values are filled in later. */
export function createPreset(ctx: Context, form: SwapForm, onEdit: () => void): Preset {
  const pending = createPendingValues(form)
  let appliedRouteKey: number | undefined
  ctx.effect(() => {
    void [form.tokens.value, form.receiveTokens.value, form.areTokensComplete.value]
    if (!pending.isEmpty()) queueMicrotask(pending.fill)
  })
  return {
    form: {
      ...form,
      choose(side, token) {
        onEdit()
        pending.drop(side, token)
        form.choose(side, token)
      },
      turn() {
        onEdit()
        pending.dropAll()
        form.turn()
      },
      type(text) {
        onEdit()
        pending.dropPay() // a token that is filled in later would clear the visitor's amount
        form.type(text)
      },
      useMax() {
        onEdit()
        pending.dropPay()
        form.useMax()
      },
    },
    apply(params = {}, routeKey) {
      if (routeKey !== undefined && routeKey === appliedRouteKey) return
      appliedRouteKey = routeKey
      pending.set(params)
      if (!pending.isEmpty()) onEdit()
      if (params.toToken !== undefined) form.destinations.choose(params.toToken.split('/', 1)[0] ?? '')
      pending.fill()
    },
    invalidate() {
      appliedRouteKey = undefined
    },
  }
}
