import {
  type AccountAction,
  accountActions,
  type Context,
  displayAmount,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import { type CardRow, type Contacts, cardRows } from './contract.js'

/** Model of the views. */
export interface CardModel {
  readonly greeting: string
  readonly contacts: Contacts
  readonly rows: ReadonlySignal<readonly CardRow[]>
  readonly actions: ReadonlySignal<readonly AccountAction[]>
  /** The native balance with its symbol; `null` while it is unknown. */
  readonly balance: ReadonlySignal<string | null>
  refresh(): Promise<void>
  disconnect(): Promise<void>
}

interface Output {
  readonly contacts: Contacts
  readonly greeting: string
}

export function createModel(ctx: Context, _options: unknown, { contacts, greeting }: Output): CardModel {
  const balance = signal<string | null>(null)
  let lastRefresh = 0
  return {
    greeting,
    contacts,
    rows: ctx.all(cardRows),
    actions: ctx.all(accountActions),
    balance,
    async refresh() {
      const refresh = ++lastRefresh
      const active = ctx.connections.active.peek()
      if (!active?.network) return
      const { decimals, symbol } = active.network.nativeCurrency
      try {
        const value = await active.adapter.balance(ctx.abortSignal)
        if (refresh === lastRefresh) balance.value = `${displayAmount(value, decimals, 5)} ${symbol}`
      } catch (error) {
        if (refresh === lastRefresh) balance.value = null
        ctx.log.warn(error)
      }
    },
    async disconnect() {
      ctx.router.close()
      await ctx.connections.disconnect()
    },
  }
}
