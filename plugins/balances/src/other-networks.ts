import {
  type Context,
  type Network,
  type ReadonlySignal,
  signal,
  type TokenBalance,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { isFresh, isWithin, type KnownBalances, keyOf, RETRY_MS } from './known-balances.js'
import type { createReadBalances } from './sources/read-balances.js'

/** Balances of the active account on other networks than the active one. */
export interface OtherNetworks {
  /** By CAIP-2 id. */
  readonly tokens: ReadonlySignal<Readonly<Record<string, readonly TokenBalance[]>>>
  /**
   * Reads the balances on `network`. Without `isForced`: waits for a running read, or reads nothing if the last complete result or failure is younger
   * than 30 s. With `isForced`: aborts a running read and always reads. Never rejects.
   */
  refresh(active: WalletConnection, network: Network, isForced: boolean): Promise<void>
  /** Aborts requests and removes the published balances. Called when another account or network becomes active. */
  clear(): void
}

export function createOtherNetworks(
  ctx: Context,
  known: KnownBalances,
  readBalances: ReturnType<typeof createReadBalances>,
): OtherNetworks {
  const tokens = signal<Readonly<Record<string, readonly TokenBalance[]>>>({})
  const running = new Map<string, { readonly controller: AbortController; readonly done: Promise<void> }>()
  const publish = (network: Network, balances: readonly TokenBalance[]): void => {
    tokens.value = { ...tokens.peek(), [network.caipNetworkId]: balances }
  }
  const read = async (
    connection: WalletConnection,
    network: Network,
    controller: AbortController,
    isForced: boolean,
  ) => {
    const key = keyOf(connection)
    const signal = AbortSignal.any([controller.signal, ctx.abortSignal])
    try {
      const result = await readBalances({
        active: connection,
        signal,
        onChainRead: () => {},
        isForced,
        before: known.read(key).reading,
      })
      if (signal.aborted) return
      known.keep(key, result)
      if (result.reading) publish(network, result.reading.tokens)
    } catch (error) {
      if (signal.aborted) return
      ctx.log.info(`the balances on ${network.caipNetworkId} could not be read`, error)
      known.keep(key, { ...known.read(key), failedAt: Date.now() })
    } finally {
      if (running.get(key)?.controller === controller) running.delete(key)
    }
  }
  return {
    tokens,
    refresh(active, network, isForced) {
      const connection = { ...active, network, caipNetworkId: network.caipNetworkId }
      const key = keyOf(connection)
      const before = known.read(key)
      const pending = running.get(key)
      if (before.reading && (before.isConfirmed || isFresh(before))) publish(network, before.reading.tokens)
      if (pending && !isForced) return pending.done
      if (!isForced && (isFresh(before) || isWithin(before.failedAt, RETRY_MS))) return Promise.resolve()
      pending?.controller.abort()
      const controller = new AbortController()
      const done = read(connection, network, controller, isForced)
      running.set(key, { controller, done })
      return done
    },
    clear() {
      for (const { controller } of running.values()) controller.abort()
      running.clear()
      tokens.value = {}
    },
  }
}
