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
import type { AccountOptions } from './options.js'
import { createNetworkSwitch, type NetworkSwitch } from './switching.js'
import { createWallets, type Wallets } from './wallets.js'
import { readWithheldNetworks } from './withheld-networks.js'

/** What the views of this plugin draw from. */
export interface AccountModel extends Holdings, NetworkSwitch, Wallets {
  readonly balance: Balance['state']
  readonly identity: ReadonlySignal<Identity | null>
  /** The site's networks: those of the namespace in use first. */
  readonly networks: ReadonlySignal<readonly Network[]>
  /** Those in the namespace in use. */
  readonly ownNetworks: ReadonlySignal<readonly Network[]>
  /** Those that cannot be switched to. */
  readonly withheldNetworks: ReadonlySignal<readonly string[]>
  /** Reads balance and identity where what is known is too old; `force` is the visitor's own wish. */
  refresh(force?: boolean): void
  /** The wallet that is shown. Closes the modal, unless another wallet of the family comes into use: that one is shown. */
  disconnect(): Promise<void>
}

export function createAccountModel(ctx: Context, options: AccountOptions): AccountModel {
  const balance = createBalance(ctx, { failed: () => ctx.toast.error(ctx.t('balance.failed')) })
  const identity = createIdentity(ctx)
  const refresh = (force = false): void => {
    void balance.refresh(force)
    void identity.refresh()
  }
  const refreshIfOpen = (): void => {
    if (ctx.router.current.peek()) refresh()
  }
  const ownNetworks = computed(() => {
    const namespace = ctx.connections.active.value?.namespace
    return ctx.networks.value.filter((network) => network.namespace === namespace)
  })
  ctx.on(networkChanged, refreshIfOpen)
  ctx.on(accountChanged, refreshIfOpen)
  return {
    balance: balance.state,
    identity: identity.current,
    networks: computed(() => [
      ...ownNetworks.value,
      ...ctx.networks.value.filter((one) => !ownNetworks.value.includes(one)),
    ]),
    ownNetworks,
    withheldNetworks: readWithheldNetworks(ctx),
    refresh,
    async disconnect() {
      const { active, all } = ctx.connections
      const now = active.peek()
      const isLast = !all.peek().some((one) => one.namespace === now?.namespace && one.connectorId !== now.connectorId)
      if (isLast) ctx.router.close()
      await ctx.connections.disconnect(now?.namespace, now?.connectorId)
    },
    ...createNetworkSwitch(ctx),
    ...createHoldings(ctx, options),
    ...createWallets(ctx),
  }
}
