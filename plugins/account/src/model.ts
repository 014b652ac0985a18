import {
  accountChanged,
  type Context,
  computed,
  type Network,
  networkChanged,
  type ReadonlySignal,
} from '@wallet-modal/kernel'
import { type Balance, createBalance } from './balance.js'
import { createHoldings, type Holdings } from './holdings.js'
import { createIdentity, type Identity } from './identity.js'
import { createNetworkSwitch, type NetworkSwitch } from './switching.js'

/** What the views of this plugin draw from. */
export interface AccountModel extends Holdings, NetworkSwitch {
  readonly balance: Balance['state']
  readonly identity: ReadonlySignal<Identity | null>
  /** The site's networks in the namespace in use. */
  readonly networks: ReadonlySignal<readonly Network[]>
  /** Reads balance and identity where what is known is too old; `force` is the visitor's own wish. */
  refresh(force?: boolean): void
  disconnect(): Promise<void>
}

export function createAccountModel(ctx: Context): AccountModel {
  const balance = createBalance(ctx, { failed: () => ctx.toast.error(ctx.t('balance.failed')) })
  const identity = createIdentity(ctx)
  const refresh = (force = false): void => {
    void balance.refresh(force)
    void identity.refresh()
  }
  const refreshIfOpen = (): void => {
    if (ctx.router.current.peek()) refresh()
  }
  ctx.on(networkChanged, refreshIfOpen)
  ctx.on(accountChanged, refreshIfOpen)
  return {
    balance: balance.state,
    identity: identity.current,
    networks: computed(() => {
      const namespace = ctx.connections.active.value?.namespace
      return ctx.networks.value.filter((network) => network.namespace === namespace)
    }),
    refresh,
    async disconnect() {
      const active = ctx.connections.active.peek()
      ctx.router.close()
      await ctx.connections.disconnect(active?.namespace)
    },
    ...createNetworkSwitch(ctx),
    ...createHoldings(ctx),
  }
}
