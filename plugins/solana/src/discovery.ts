import { batch, type Connector, type Context, connectors, type Signal, signal } from '@wallet-modal/kernel'
import { likeness, standardWallets } from '@wallet-modal/kernel/discovery'
import type { SolanaOptions } from './options.js'
import { parseRegistration, type Registration } from './registration.js'

export const MAX_REGISTERED = 100

interface Known {
  /** Not listed while the wallet supports none of the site's networks. */
  readonly connector: Signal<Connector | null>
  forget(): void
}

/** Calls the listener when the wallet's chains or features change; wallets without `standard:events` never report it. */
function onChange({ features }: Registration['wallet'], run: () => void): () => void {
  const stop = features['standard:events']?.on('change', run)
  return typeof stop === 'function' ? stop : () => undefined
}

/** Lists wallets that register with the Wallet Standard, before or after this page's code is loaded, until they unregister. */
export function discoverWallets(ctx: Context, { announced = true }: SolanaOptions): void {
  if (!announced) return
  const known = new Map<unknown, Known>()
  /** Names that two wallets had at the same time. They stay ambiguous: the remaining wallet may be the imitation. */
  const doubted = new Set<string>()

  const idFor = (name: string, own: Signal<Connector | null>): string => {
    const taken = [...known.values()].flatMap(({ connector }) =>
      connector === own ? [] : (connector.peek()?.id ?? []),
    )
    const ids = [`solana:${name}`, ...Array.from({ length: MAX_REGISTERED }, (_, at) => `solana:${name}#${at + 2}`)]
    return ids.find((id) => !taken.includes(id)) ?? `solana:${name}`
  }
  const doubt = (identity: string): void => {
    const twins = [...known.values()].filter(({ connector }) => likeness(connector.peek()?.name ?? '') === identity)
    if (twins.length > 1) doubted.add(identity)
    if (!doubted.has(identity)) return
    for (const { connector } of twins) {
      const one = connector.peek()
      if (one && !one.suspicious) connector.value = { ...one, suspicious: true }
    }
  }
  const show = (wallet: unknown, connector: Signal<Connector | null>): void => {
    const registration = parseRegistration(wallet)
    if (!registration) {
      connector.value = null
      return
    }
    const { name, icon } = registration
    connector.value = {
      id: connector.peek()?.id ?? idFor(name, connector),
      name,
      type: 'ANNOUNCED',
      isInstalled: true,
      namespaces: ['solana'],
      ...(icon === undefined ? {} : { icon }),
      identity: Object(wallet),
      provider: async () => wallet,
    }
    doubt(likeness(name))
  }
  const listen = (wallet: unknown, update: () => void): (() => void) => {
    try {
      return onChange(Object(wallet), update)
    } catch (error) {
      ctx.log.warn('a wallet does not take listeners', error)
      return () => undefined
    }
  }
  const offered = ctx.all(connectors)
  /** Whether another plugin already lists this wallet object for Solana. */
  const isListed = (wallet: unknown): boolean =>
    offered.peek().some(({ identity, namespaces }) => identity === wallet && namespaces.includes('solana'))
  const take = (wallet: unknown): void => {
    if (known.size >= MAX_REGISTERED || known.has(wallet) || isListed(wallet)) return
    const connector = signal<Connector | null>(null)
    const update = (): void => batch(() => show(wallet, connector)) // marked before the second wallet is listed
    const stop = listen(wallet, update)
    const hide = ctx.add(connectors, connector)
    known.set(wallet, {
      connector,
      forget() {
        known.delete(wallet)
        hide()
        try {
          stop()
        } catch (error) {
          ctx.log.warn('a wallet does not let go', error)
        }
      },
    })
    update()
  }
  ctx.effect(() => {
    const { get, on } = standardWallets()
    const stops = [
      on('register', (...wallets) => wallets.forEach(take)),
      on('unregister', (...wallets) => {
        for (const wallet of wallets) known.get(wallet)?.forget()
      }),
    ]
    get().forEach(take)
    return () => {
      for (const stop of stops) stop()
      for (const { forget } of [...known.values()]) forget()
    }
  })
}
