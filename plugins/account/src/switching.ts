import {
  type Context,
  messageOf,
  networkChanged,
  type ReadonlySignal,
  signal,
  untracked,
  type WalletConnection,
} from '@wallet-modal/kernel'
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
  /**
   * Requests the switch and resolves with whether it succeeded. Resolves with `false` at once if a switch to the same network is pending. If no
   * wallet of the network's chain family is connected, opens the view that connects one and resolves with `false`.
   */
  switchNetwork(caipNetworkId: string): Promise<boolean>
}

/**
 * Active wallet of the network's chain family. Reads signals: an effect that calls this function runs again when the networks or connections change.
 */
function walletFor({ networks, connections }: Context, caipNetworkId: string): WalletConnection | undefined {
  const network = networks.value.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  return connections.all.value.find(({ namespace, isActive }) => isActive && namespace === network?.namespace)
}

/** Requests network switches from the wallet. `switching` contains the latest request. */
export function createNetworkSwitch(ctx: Context): NetworkSwitch {
  const switching = signal<Switching | null>(null)
  /** Provider of the wallet that received the last request. */
  let requestedProvider: unknown
  // clears the request when its wallet disconnects or is replaced, because the wallet may never reply
  ctx.effect(() => {
    const { caipNetworkId } = switching.value ?? {}
    if (caipNetworkId === undefined || walletFor(ctx, caipNetworkId)?.provider === requestedProvider) return
    switching.value = null
  })
  ctx.on(networkChanged, () => {
    switching.value = null
  })
  return {
    switching,
    isReachable: (caipNetworkId) => untracked(() => walletFor(ctx, caipNetworkId)) !== undefined,
    async switchNetwork(caipNetworkId) {
      const [pending, wallet] = [switching.peek(), untracked(() => walletFor(ctx, caipNetworkId))]
      if (!wallet) {
        void ctx.router.push(SwitchActiveChain, { network: caipNetworkId })
        return false
      }
      if (pending?.status === 'waiting' && pending.caipNetworkId === caipNetworkId) return false
      requestedProvider = wallet.provider
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
