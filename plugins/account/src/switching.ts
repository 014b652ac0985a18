import { type Context, messageOf, networkChanged, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { SwitchActiveChain } from './contract.js'

/** Requested network switch. */
export interface Switching {
  readonly caipNetworkId: string
  readonly status: 'waiting' | 'rejected' | 'failed'
  readonly message?: string
}

export interface NetworkSwitch {
  readonly switching: ReadonlySignal<Switching | null>
  /** Whether a wallet of the network's chain family is connected. */
  isReachable(caipNetworkId: string): boolean
  /** Requests the switch and returns whether it succeeded. If no wallet of the network's chain family is connected, opens the view that connects one. */
  switchNetwork(caipNetworkId: string): Promise<boolean>
}

function isReachable({ networks, connections }: Context, caipNetworkId: string): boolean {
  const network = networks.peek().find((candidate) => candidate.caipNetworkId === caipNetworkId)
  return connections.all.peek().some(({ namespace, isActive }) => isActive && namespace === network?.namespace)
}

/** Requests network switches from the wallet; only the latest request is shown. */
export function createNetworkSwitch(ctx: Context): NetworkSwitch {
  const switching = signal<Switching | null>(null)
  ctx.on(networkChanged, () => {
    switching.value = null
  })
  return {
    switching,
    isReachable: (caipNetworkId) => isReachable(ctx, caipNetworkId),
    async switchNetwork(caipNetworkId) {
      const pending = switching.peek()
      if (pending?.status === 'waiting' && pending.caipNetworkId === caipNetworkId) return false
      if (!isReachable(ctx, caipNetworkId)) {
        void ctx.router.push(SwitchActiveChain, { network: caipNetworkId })
        return false
      }
      const attempt: Switching = { caipNetworkId, status: 'waiting' }
      const isLatest = (): boolean => switching.peek() === attempt
      switching.value = attempt
      try {
        const { status } = await ctx.connections.switchNetwork(caipNetworkId)
        if (isLatest()) switching.value = status === 'rejected' ? { caipNetworkId, status } : null
        return status === 'switched'
      } catch (error) {
        if (isLatest()) switching.value = { caipNetworkId, status: 'failed', message: messageOf(error) }
        return false
      }
    },
  }
}
