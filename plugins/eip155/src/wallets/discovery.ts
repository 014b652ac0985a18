import { type Connector, type Context, computed, connectors, type Signal, signal } from '@wallet-modal/kernel'
import type { Eip1193Provider } from '../contract.js'
import type { Eip155Options } from '../options.js'
import { type Announcement, isProvider, parseAnnouncement } from './announcement.js'

export const MAX_ANNOUNCED = 100

interface ListedWallet extends Announcement {
  readonly connector: Signal<Connector>
}

function toConnector({ uuid, name, icon, rdns, provider }: Announcement, isTaken: (id: string) => boolean): Connector {
  let id = rdns ?? `eip6963:${name}`
  while (isTaken(id)) id += `#${uuid}`
  return {
    id,
    name,
    type: 'ANNOUNCED',
    isInstalled: true,
    namespaces: ['eip155'],
    ...(icon === undefined ? {} : { icon }),
    ...(rdns === undefined ? {} : { rdns }),
    provider: async () => provider,
  }
}

/**
 * Lists wallets that announce themselves (EIP-6963) before or after this code is loaded. A listed wallet is never removed. Returns the providers of
 * the listed wallets.
 */
function discoverAnnounced(ctx: Context): Signal<readonly Eip1193Provider[]> {
  const providers = signal<readonly Eip1193Provider[]>([])
  const listedWallets: ListedWallet[] = []

  const onAnnounce = (event: Event): void => {
    const announcement = parseAnnouncement('detail' in event ? event.detail : undefined)
    if (!announcement || listedWallets.length >= MAX_ANNOUNCED) return
    const { uuid, rdns, provider } = announcement
    if (listedWallets.some((one) => one.provider === provider && one.rdns === rdns)) return
    const connector = signal(
      toConnector(announcement, (id) => listedWallets.some((one) => one.connector.peek().id === id)),
    )
    // of two announcements with the same `uuid`, provider or `rdns`, one may be an imitation: all of them are marked as suspicious
    const duplicates = listedWallets.filter(
      (one) => one.uuid === uuid || one.provider === provider || (rdns !== undefined && one.rdns === rdns),
    )
    for (const suspect of duplicates.length > 0 ? [...duplicates.map((one) => one.connector), connector] : []) {
      suspect.value = { ...suspect.peek(), suspicious: true }
    }
    listedWallets.push({ ...announcement, connector })
    ctx.add(connectors, connector)
    providers.value = [...providers.peek(), provider]
  }
  ctx.effect(() => {
    addEventListener('eip6963:announceProvider', onAnnounce)
    dispatchEvent(new Event('eip6963:requestProvider'))
    return () => removeEventListener('eip6963:announceProvider', onAnnounce)
  })
  return providers
}

declare global {
  interface Window {
    /** Global variable of wallets before EIP-6963. */
    readonly ethereum?: unknown
  }
}

/** Lists `window.ethereum` only while no wallet has announced itself. Announced wallets usually set this variable as well. */
function discoverLegacy(ctx: Context, announced: Signal<readonly Eip1193Provider[]>): void {
  const injected = signal<Eip1193Provider | null>(null)
  const readGlobal = (): void => {
    try {
      const { ethereum } = window
      if (isProvider(ethereum)) injected.value = ethereum
    } catch (error) {
      ctx.log.warn('window.ethereum throws', error)
    }
  }
  ctx.effect(() => {
    readGlobal()
    addEventListener('ethereum#initialized', readGlobal)
    addEventListener('load', readGlobal)
    return () => {
      removeEventListener('ethereum#initialized', readGlobal)
      removeEventListener('load', readGlobal)
    }
  })
  ctx.add(
    connectors,
    computed((): Connector | null => {
      const provider = injected.value
      if (!provider || announced.value.length > 0) return null
      return {
        id: 'injected',
        name: 'Browser Wallet',
        type: 'INJECTED',
        isInstalled: true,
        namespaces: ['eip155'],
        provider: async () => provider,
      }
    }),
  )
}

/** Discovers wallets of this browser, including those injected later. */
export function discoverWallets(ctx: Context, { announced = true, injected = true }: Eip155Options): void {
  const providers = announced ? discoverAnnounced(ctx) : signal<readonly Eip1193Provider[]>([])
  if (injected) discoverLegacy(ctx, providers)
}
