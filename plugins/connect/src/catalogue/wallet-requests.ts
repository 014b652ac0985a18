import { type Context, isWalletModalError, type Signal, signal, walletSources } from '@wallet-modal/kernel'
import type { CatalogueWallet } from '../contract.js'
import type { WalletImage } from './images.js'
import type { RequestWallets } from './reply.js'

/** Access to the catalogue service or, without one, to the local list of wallets. */
export interface WalletRequests {
  readonly requestWallets: RequestWallets
  /** Whether there is a service or a local list. */
  isOffered(): boolean
  /** Whether the wallets come from the local list, because there is no service. */
  isLocal(): boolean
  image(wallet: CatalogueWallet): Signal<WalletImage>
  /** Logs that the catalogue did not reply. Logs nothing if there is no service. */
  logFailure(error: unknown): void
}

const isWithoutService = (error: unknown): boolean => isWalletModalError(error) && error.code === 'NO_PROJECT_ID'

export function createWalletRequests(ctx: Context): WalletRequests {
  const service = ctx.api.service('catalogue')
  const sources = ctx.all(walletSources)
  let isLocal = false
  const images = new WeakMap<CatalogueWallet, Signal<WalletImage>>()
  const imageUrl = ({ image_id = '', image_url }: CatalogueWallet): WalletImage => {
    if (image_url !== undefined) return image_url
    if (isLocal) return null
    return /^[-\w]+$/.test(image_id) ? service.url(`/getWalletImage/${image_id}`) : undefined
  }
  const isOffered = (): boolean => {
    try {
      return sources.peek().length > 0 || service.url('/getWallets') !== ''
    } catch (error) {
      return !isWithoutService(error) // for any other error `true`, so that requests report the error
    }
  }
  return {
    async requestWallets(query, abortSignal = ctx.abortSignal) {
      const pageQuery = { page: 1, chains: ctx.networks.peek().map((network) => network.caipNetworkId), ...query }
      const { chains } = pageQuery
      if (!isOffered()) service.url('/getWallets') // throws, so that a page without a catalogue does not load the parser
      const { readPage, walletPage } = await import('./reply.js')
      const page = await service
        .get('/getWallets', { query: pageQuery, schema: walletPage, staleMs: 300_000, signal: abortSignal })
        .catch(async (error: unknown) => {
          const [source] = sources.peek()
          if (!source || !isWithoutService(error)) throw error
          isLocal = true
          return readPage(await source.find(pageQuery))
        })
      // some services match chain ids by prefix, so that eip155:1 finds eip155:137; other services lack some filters
      const isUsable = ({ id, badge_type, chains: walletChains = [] }: CatalogueWallet): boolean =>
        query.include?.includes(id) !== false &&
        (query.badge_type === undefined || query.badge_type === badge_type) &&
        (walletChains.length === 0 || chains.length === 0 || walletChains.some((chain) => chains.includes(chain)))
      return { ...page, wallets: page.wallets.filter(isUsable) }
    },
    isOffered,
    isLocal: () => isLocal,
    image(wallet) {
      const image = images.get(wallet) ?? signal(imageUrl(wallet))
      images.set(wallet, image)
      return image
    },
    logFailure(error) {
      if (!isWithoutService(error)) ctx.log.warn('the wallet catalogue did not answer', error)
    },
  }
}
