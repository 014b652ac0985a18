import { batch, type Connector, type Context, connectors, type Signal, signal } from '@wallet-modal/kernel'
import { likeness, standardWallets } from '@wallet-modal/kernel/discovery'
import type { SolanaOptions } from '../options.js'
import { parseRegistration, type Registration } from './registration.js'

/** Maximum number of listed wallets. Any script can register wallets. */
export const MAX_WALLETS = 100

interface ListedWallet {
  /** `null` while the wallet object is invalid or supports no Solana chain. */
  readonly connector: Signal<Connector | null>
  remove(): void
}
type ListedWallets = ReadonlyMap<unknown, ListedWallet>

/** Calls the listener when the wallet reports a change. Wallets without `standard:events` never report changes. */
function onChange(ctx: Context, wallet: unknown, listener: () => void): () => void {
  try {
    const { features }: Registration['wallet'] = Object(wallet)
    const unsubscribe = features['standard:events']?.on('change', listener)
    return typeof unsubscribe === 'function' ? unsubscribe : () => undefined
  } catch (error) {
    ctx.log.warn('cannot subscribe to the events of a wallet', error)
    return () => undefined
  }
}

/** `solana:Name`, with a number if another wallet has the same name. */
function idFor(listed: ListedWallets, name: string): string {
  const taken = [...listed.values()].flatMap(({ connector }) => connector.peek()?.id ?? [])
  const ids = [`solana:${name}`, ...Array.from({ length: MAX_WALLETS }, (_, at) => `solana:${name}#${at + 2}`)]
  return ids.find((id) => !taken.includes(id)) ?? `solana:${name}`
}

const toConnector = ({ name, icon }: Registration, wallet: unknown, id: string): Connector => ({
  id,
  name,
  type: 'ANNOUNCED',
  isInstalled: true,
  namespaces: ['solana'],
  ...(icon === undefined ? {} : { icon }),
  identity: Object(wallet),
  provider: async () => wallet,
})

/**
 * Returns a function to call when a wallet with this name is listed. Marks wallets with look-alike names as suspicious if two of them are, or were,
 * listed at the same time.
 */
function createDuplicateCheck(listed: ListedWallets): (name: string) => void {
  /**
   * Names, converted by `likeness`, that two wallets had at the same time. A name stays in this set after one of the wallets unregisters, because the
   * remaining wallet may be the imitation.
   */
  const ambiguous = new Set<string>()
  return (name) => {
    const identity = likeness(name)
    const duplicates = [...listed.values()].filter(
      ({ connector }) => likeness(connector.peek()?.name ?? '') === identity,
    )
    if (duplicates.length > 1) ambiguous.add(identity)
    if (!ambiguous.has(identity)) return
    for (const { connector } of duplicates) {
      const one = connector.peek()
      if (one && !one.suspicious) connector.value = { ...one, suspicious: true }
    }
  }
}

/** Lists wallets that register with the Wallet Standard, whether they load before or after this code. Wallets stay listed until they unregister. */
export function discoverWallets(ctx: Context, { announced = true }: SolanaOptions): void {
  if (!announced) return
  const listed = new Map<unknown, ListedWallet>()
  const checkDuplicates = createDuplicateCheck(listed)
  const allConnectors = ctx.all(connectors)
  /** Whether another plugin already lists this wallet object for Solana. */
  const isListedElsewhere = (wallet: unknown): boolean =>
    allConnectors.peek().some(({ identity, namespaces }) => identity === wallet && namespaces.includes('solana'))

  const update = (wallet: unknown, connector: Signal<Connector | null>): void => {
    const registration = parseRegistration(wallet)
    connector.value =
      registration && toConnector(registration, wallet, connector.peek()?.id ?? idFor(listed, registration.name))
    if (registration) checkDuplicates(registration.name)
  }
  const add = (wallet: unknown): void => {
    if (listed.size >= MAX_WALLETS || listed.has(wallet) || isListedElsewhere(wallet)) return
    const connector = signal<Connector | null>(null)
    const refresh = (): void => batch(() => update(wallet, connector)) // one batch: a suspicious wallet is never listed without its mark
    const unsubscribe = onChange(ctx, wallet, refresh)
    const removeConnector = ctx.add(connectors, connector)
    const remove = (): void => {
      listed.delete(wallet)
      removeConnector()
      try {
        unsubscribe()
      } catch (error) {
        ctx.log.warn('cannot unsubscribe from the events of a wallet', error)
      }
    }
    listed.set(wallet, { connector, remove })
    refresh()
  }
  ctx.effect(() => {
    const { get, on } = standardWallets()
    const stops = [
      on('register', (...wallets) => wallets.forEach(add)),
      on('unregister', (...wallets) => {
        for (const wallet of wallets) listed.get(wallet)?.remove()
      }),
    ]
    get().forEach(add)
    return () => {
      for (const unsubscribe of stops) unsubscribe()
      for (const { remove } of [...listed.values()]) remove()
    }
  })
}
