import {
  type AccountAction,
  accountActions,
  type Context,
  computed,
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
  /** Native balance of the active account on its network, with its symbol; `null` while it is unknown. */
  readonly balance: ReadonlySignal<string | null>
  refresh(): Promise<void>
  disconnect(): Promise<void>
}

interface Output {
  readonly contacts: Contacts
  readonly greeting: string
}

export function createModel(ctx: Context, _options: unknown, { contacts, greeting }: Output): CardModel {
  const lastRead = signal<{ readonly key: string; readonly text: string } | null>(null)
  const currentKey = computed(() => {
    const active = ctx.connections.active.value
    return active && `${active.caipNetworkId}:${active.account.address}`
  })
  let lastRefresh = 0
  return {
    greeting,
    contacts,
    rows: ctx.all(cardRows),
    actions: ctx.all(accountActions),
    balance: computed(() => (lastRead.value?.key === currentKey.value ? (lastRead.value?.text ?? null) : null)),
    async refresh() {
      const refresh = ++lastRefresh
      const [active, key] = [ctx.connections.active.peek(), currentKey.peek()]
      if (!active?.network || !key) return
      const { decimals, symbol } = active.network.nativeCurrency
      try {
        const value = await active.adapter.balance(ctx.abortSignal)
        if (refresh === lastRefresh) lastRead.value = { key, text: `${displayAmount(value, decimals, 5)} ${symbol}` }
      } catch (error) {
        if (refresh === lastRefresh) lastRead.value = null
        ctx.log.warn(error)
      }
    },
    async disconnect() {
      ctx.router.close()
      await ctx.connections.disconnect()
    },
  }
}
