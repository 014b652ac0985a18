import { accountChanged, closed, type Context, computed, connected, messageOf, type Network, networkChanged, opened, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { InferOutput } from 'valibot'
import { type Balance, createBalance } from './balance.js'
import { Networks, UnsupportedChain } from './contract.js'
import { createIdentity, type Identity } from './identity.js'
import type { options } from './options.js'

export type AccountOptions = InferOutput<typeof options>

/** A network switch that was asked for. */
export interface Switching {
  readonly caipNetworkId: string
  readonly status: 'waiting' | 'rejected' | 'failed'
  readonly message?: string
}

export interface AccountModel {
  readonly balance: Balance['state']
  readonly identity: ReadonlySignal<Identity | null>
  /** True where the wallet is on a network that the site does not list and does not allow. */
  readonly isUnsupported: ReadonlySignal<boolean>
  readonly switching: ReadonlySignal<Switching | null>
  /** The site's networks in the namespace in use. */
  readonly networks: ReadonlySignal<readonly Network[]>
  refresh(): Promise<void>
  /** Leaves the view that asked, when the wallet has switched. */
  switchNetwork(caipNetworkId: string): Promise<void>
  disconnect(): Promise<void>
}

export function createAccountModel(ctx: Context, { allowUnsupportedChain = false }: AccountOptions): AccountModel {
  const balance = createBalance(ctx, { failed: () => ctx.toast.error(ctx.t('balance.failed')) })
  const identity = createIdentity(ctx)
  const switching = signal<Switching | null>(null)
  const isUnsupported = computed(() => {
    const { value } = ctx.connections.active
    return value !== null && value.network === undefined && !allowUnsupportedChain
  })
  let isOpen = false

  const refresh = async (): Promise<void> => {
    await Promise.all([balance.refresh(), identity.refresh()])
  }
  const isShown = (name: string): boolean => ctx.router.current.peek()?.view.name === name
  const follow = (): void => {
    switching.value = null
    if (isUnsupported.peek()) {
      if (!isShown(UnsupportedChain.name)) void ctx.router.reset(UnsupportedChain)
    } else if (isShown(UnsupportedChain.name)) ctx.router.back()
    if (isOpen) void refresh()
  }
  ctx.on(opened, () => {
    isOpen = true
    void refresh()
  })
  ctx.on(closed, () => {
    isOpen = false
    switching.value = null
  })
  ctx.on(networkChanged, follow)
  ctx.on(accountChanged, () => {
    if (isOpen) void refresh()
  })
  ctx.on(connected, ({ restored }) => {
    if (!restored) follow() // a page that comes back with an old connection does not throw a dialog at its visitor
  })
  return {
    balance: balance.state,
    identity: identity.current,
    isUnsupported,
    switching,
    networks: computed(() => {
      const namespace = ctx.connections.active.value?.namespace
      return ctx.networks.value.filter((network) => network.namespace === namespace)
    }),
    refresh: () => balance.refresh(true),
    async switchNetwork(caipNetworkId) {
      const now = switching.peek()
      if (now?.status === 'waiting' && now.caipNetworkId === caipNetworkId) return
      const asked: Switching = { caipNetworkId, status: 'waiting' }
      switching.value = asked
      const settle = (next: Switching | null): void => {
        if (switching.peek() === asked) switching.value = next
      }
      try {
        const { status } = await ctx.connections.switchNetwork(caipNetworkId)
        settle(status === 'rejected' ? { caipNetworkId, status } : null)
        if (status === 'switched' && isShown(Networks.name)) ctx.router.back()
      } catch (error) {
        settle({ caipNetworkId, status: 'failed', message: messageOf(error) })
      }
    },
    async disconnect() {
      const active = ctx.connections.active.peek()
      await ctx.connections.disconnect(active?.namespace)
      ctx.router.close()
    },
  }
}
