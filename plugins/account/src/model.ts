import { type Account, type Context, computed, type Network, type ReadonlySignal } from '@wallet-modal/kernel'
import { pollWhileVisible } from '@wallet-modal/kernel/assets'
import { readOtherType } from './account-type.js'
import { activeKey, POLL_MS } from './balance.js'
import { createIdentity, type Identity } from './identity.js'
import type { AccountOptions } from './options.js'
import { createNetworkSwitch, type NetworkSwitch } from './switching.js'
import { createTabsAndActions, type TabsAndActions } from './tabs-and-actions.js'
import { createTotals, type Totals } from './totals.js'
import { createWallets, type Wallets } from './wallets.js'
import { readWithheldNetworks } from './withheld-networks.js'

/** Model of this plugin's views. */
export interface AccountModel extends Omit<Totals, 'refreshTotals'>, TabsAndActions, NetworkSwitch, Wallets {
  readonly identity: ReadonlySignal<Identity | null>
  /** Networks of the site. The networks of the active namespace come first. */
  readonly networks: ReadonlySignal<readonly Network[]>
  /** Networks of the active namespace. */
  readonly ownNetworks: ReadonlySignal<readonly Network[]>
  /** CAIP-2 ids of the networks to which the wallet cannot switch. */
  readonly withheldNetworks: ReadonlySignal<readonly string[]>
  /**
   * Account to which `switchType` switches: the smart account if the EOA is active, or the EOA if the smart account is active. `null` if the wallet
   * does not have both accounts.
   */
  readonly otherType: ReadonlySignal<Account | null>
  switchType(): void
  /** Reads balance and identity if the last results are too old; with `force`, reads the balance in any case. */
  refresh(force?: boolean): void
  /** Reads balance and identity now, and the balance again every 30 s while the page is visible, until the returned function is called. */
  watch(): () => void
  /** Disconnects the active wallet. Closes the modal, unless another wallet of the family becomes active. */
  disconnect(): Promise<void>
}

export function createAccountModel(ctx: Context, options: AccountOptions): AccountModel {
  const { refreshTotals, ...totals } = createTotals(ctx)
  const identity = createIdentity(ctx)
  const otherType = readOtherType(ctx)
  const readAll = async (force = false): Promise<void> => {
    await Promise.all([refreshTotals(force), identity.refresh()])
  }
  const refresh = (force = false): void => void readAll(force)
  const ownNetworks = computed(() => {
    const namespace = ctx.connections.active.value?.namespace
    return ctx.networks.value.filter((network) => network.namespace === namespace)
  })
  const currentKey = activeKey(ctx)
  let lastKey = currentKey.peek()
  ctx.onDispose(
    currentKey.subscribe((key) => {
      if (key === lastKey) return
      lastKey = key
      if (ctx.router.current.peek()) refresh()
    }),
  )
  return {
    ...totals,
    otherType,
    switchType() {
      const other = otherType.peek()
      if (other) ctx.connections.active.peek()?.adapter.switchAccount(other.address)
    },
    identity: identity.current,
    networks: computed(() => [
      ...ownNetworks.value,
      ...ctx.networks.value.filter((network) => !ownNetworks.value.includes(network)),
    ]),
    ownNetworks,
    withheldNetworks: readWithheldNetworks(ctx),
    refresh,
    watch() {
      void identity.refresh()
      return pollWhileVisible(() => refreshTotals(), POLL_MS)
    },
    async disconnect() {
      const { active, all } = ctx.connections
      const connection = active.peek()
      if (!connection) return // the wallet has disconnected itself; `disconnect()` without arguments would disconnect all other wallets
      const { namespace, connectorId } = connection
      const isLast = !all.peek().some((other) => other.namespace === namespace && other.connectorId !== connectorId)
      if (isLast) ctx.router.close()
      await ctx.connections.disconnect(namespace, connectorId)
    },
    ...createNetworkSwitch(ctx),
    ...createTabsAndActions(ctx, options),
    ...createWallets(ctx),
  }
}
