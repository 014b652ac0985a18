import { colorFor, monogram } from '../catalogue/monogram.js'
import type { CataloguePicture, CatalogueSource } from '../catalogue/routes.js'
import { loadOptional } from '../optional-package.js'
import { splitCaip10 } from '../request-account.js'

const currencyColor = '#0f766e'

export interface WalletsCatalogueOptions {
  /** Ids of wallets that you have reviewed: they get the badge `certified`. Default: none. */
  readonly certified?: readonly string[] | undefined
}

/**
 * Source of the catalogue's routes: the wallets of `@wallet-modal/wallets` and its logos of networks and popular tokens. Rejects if `certified`
 * contains an unknown id.
 */
export async function walletsCatalogue({ certified = [] }: WalletsCatalogueOptions = {}): Promise<CatalogueSource> {
  const { readWallets, readCaipMarks } = await loadOptional(
    '@wallet-modal/wallets',
    'The source "wallets"',
    () => import('@wallet-modal/wallets/list'),
  )
  const wallets = await readWallets()
  const marks = new Map([...(await readCaipMarks())].map(([id, svg]) => [keyOf(id), svg]))
  const unknown = certified.filter((id) => !wallets.some(({ record }) => record.id === id))
  if (unknown.length > 0) throw new Error(`@wallet-modal/wallets has no wallet with the id ${unknown.join(', ')}.`)
  const badgeOf = (id: string) => (certified.includes(id) ? ('certified' as const) : ('none' as const))
  const records = wallets.map(({ record, addsNetworks }, at) => ({
    ...{ ...record, addsNetworks, image_id: record.id, order: at + 1, badge_type: badgeOf(record.id) },
  }))
  const pictures = new Map(
    wallets.map(({ record: { id, name }, mark, color = colorFor(id) }) => [id, mark ?? monogram(name, color)]),
  )
  return {
    wallets: async () => records,
    walletImage: async (id) => toPicture(pictures.get(id)),
    assetImage: async (id) => toPicture(marks.get(keyOf(id))),
    async tokenImage(id) {
      const token = splitCaip10(id)
      if (!token) return undefined
      const standard = token.caipNetworkId.startsWith('eip155:') ? 'erc20' : 'token'
      return toPicture(marks.get(keyOf(`${token.caipNetworkId}/${standard}:${token.address}`)))
    },
    currencyImage: async (code) => toPicture(/^[A-Z]{3}$/.test(code) ? monogram(code, currencyColor) : undefined),
  }
}

/** Converts ids of EVM networks and tokens to lower case, because EVM addresses are case-insensitive. */
const keyOf = (id: string): string => (id.startsWith('eip155:') ? id.toLowerCase() : id)

const toPicture = (svg: string | undefined): CataloguePicture | undefined =>
  svg === undefined ? undefined : { mediaType: 'image/svg+xml', data: svg }
