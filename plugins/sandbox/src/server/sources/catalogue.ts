import { type CataloguePicture, type CatalogueSource, colorFor, monogram } from '@wallet-modal/gateway/server'
import type { CatalogueWallet } from '../catalogue/wallet.js'
import type { Engine } from '../engines/engine.js'
import { tokenOf } from '../engines/engine-lookup.js'

const networkColor = '#5b5bd6'
const currencyColor = '#0f766e'

/** Wallets with their logos. Networks, tokens, currencies, and wallets without a logo get a generated picture with their initials. */
export function catalogueSource(wallets: readonly CatalogueWallet[], engines: readonly Engine[]): CatalogueSource {
  const records = wallets.map((wallet) => withLocalNetworks(wallet, engines))
  const walletImages = new Map(
    wallets.map(({ image_id, name, color, mark }) => [image_id, mark ?? monogram(name, color)]),
  )
  const assetImages = new Map(
    engines.map(({ network }) => [network.caipNetworkId, monogram(network.name, networkColor)]),
  )
  return {
    wallets: async () => records,
    walletImage: async (id) => toPicture(walletImages.get(id)),
    assetImage: async (id) => toPicture(assetImages.get(id)),
    async tokenImage(caip10) {
      const { engine, address } = tokenOf(engines, caip10) ?? {}
      const [token] = address === undefined ? [] : ((await engine?.assets?.metadata([address])) ?? [])
      return toPicture(token && monogram(token.name, colorFor(token.address)))
    },
    currencyImage: async (code) => toPicture(/^[A-Z]{3}$/.test(code) ? monogram(code, currencyColor) : undefined),
  }
}

const toPicture = (svg: string | undefined): CataloguePicture | undefined =>
  svg === undefined ? undefined : { mediaType: 'image/svg+xml', data: svg }

/** Catalogue record of a wallet. It lists the sandbox's networks if users can add networks to the wallet. */
function withLocalNetworks(
  { addsNetworks, color: _, mark: __, ...record }: CatalogueWallet,
  engines: readonly Engine[],
) {
  const local = engines
    .filter(({ namespace }) => addsNetworks?.includes(namespace))
    .map(({ network }) => network.caipNetworkId)
  return { ...record, chains: [...record.chains, ...local] }
}
