import { sessionEnded } from '../errors.js'
import { toCaip } from './eip155-request.js'
import { firstChain, notifyAll, type ProviderOptions } from './provider-factory.js'

export type Listener = (payload: unknown) => void

/** Active chain and accounts of a session, and the EIP-1193 events that report their changes. */
export interface Eip155State {
  chain(): string
  isApproved(caipNetworkId: string): boolean
  /** Addresses on the active chain, in lower case, in the wallet's order. */
  accounts(): readonly string[]
  switchTo(caipNetworkId: string): void
  /** Resolves when the wallet has added the network to the session, or after {@link UPDATE_MS}. */
  untilApproved(caipNetworkId: string): Promise<void>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

/** Maximum wait for the session update of a wallet that has added a network. */
const UPDATE_MS = 3000

export const toHexChain = (caipNetworkId: string): string =>
  `0x${BigInt(caipNetworkId.slice('eip155:'.length)).toString(16)}`

/** `until` resolves when `isDone` is true, now or after a session update; at the latest after {@link UPDATE_MS}. Call `updated` after each update. */
function createUpdates(): { updated(): void; until(isDone: () => boolean): Promise<void> } {
  const pendingChecks = new Set<() => void>()
  return {
    updated() {
      for (const check of [...pendingChecks]) check()
    },
    until: (isDone) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer)
          pendingChecks.delete(check)
          resolve()
        }
        const check = (): void => {
          if (isDone()) finish()
        }
        const timer = setTimeout(finish, UPDATE_MS)
        pendingChecks.add(check)
        check()
      }),
  }
}

export function createEip155State(options: ProviderOptions): Eip155State {
  const { session } = options
  const listeners = new Map<string, Set<Listener>>()
  const updates = createUpdates()
  let chain = firstChain(options)
  /** Address that the wallet listed first in its last `accountsChanged` event. */
  let firstAddress: string | undefined

  const isApproved = (caipNetworkId: string): boolean => session.approved().chains.includes(caipNetworkId)
  const emit = (event: string, payload: unknown): void =>
    notifyAll(listeners.get(event) ?? [], (listener) => listener(payload))
  const accounts = (): readonly string[] => {
    const onChain = session.approved().accounts.filter((account) => account.caipNetworkId === chain)
    const addresses = [...new Set(onChain.map((account) => account.address.toLowerCase()))]
    return addresses.toSorted((a, b) => Number(b === firstAddress) - Number(a === firstAddress))
  }
  const switchTo = (caipNetworkId: string): void => {
    if (caipNetworkId === chain) return
    const before = accounts().join()
    chain = caipNetworkId
    emit('chainChanged', toHexChain(chain))
    if (accounts().join() !== before) emit('accountsChanged', accounts())
  }
  session.listen({
    changed() {
      if (!isApproved(chain) && session.approved().chains.length > 0) switchTo(firstChain(options))
      emit('accountsChanged', accounts())
      updates.updated()
    },
    event(name, data, caipNetworkId) {
      if (name === 'chainChanged') {
        const reported = toCaip(data)
        const next = reported !== null && isApproved(reported) ? reported : caipNetworkId
        if (isApproved(next)) switchTo(next)
      } else if (name === 'accountsChanged' && Array.isArray(data)) {
        // the session determines the accounts; the event only determines which of them is the first
        const [reported]: readonly unknown[] = data
        firstAddress = typeof reported === 'string' ? reported.split(':').at(-1)?.toLowerCase() : undefined
        emit('accountsChanged', accounts())
      }
    },
    ended: () => emit('disconnect', sessionEnded()),
  })
  return {
    chain: () => chain,
    ...{ isApproved, accounts, switchTo },
    untilApproved: (caipNetworkId) => updates.until(() => isApproved(caipNetworkId)),
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}
