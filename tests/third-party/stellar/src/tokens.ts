import {
  type Context,
  isWalletModalError,
  parseAmount,
  readWith,
  type TokenBalance,
  type TokenSource,
} from '@wallet-modal/kernel'
import { parseAddress } from './address.js'

const DECIMALS = 7

interface Trustline {
  readonly code: string
  readonly issuer: string
  readonly amount: bigint
  readonly isFrozen: boolean
}

/** Code and issuer of an asset, as in `USDC-GA5Z…` (CAIP-19); `undefined` for anything else. */
function parseAsset(text: string): string | undefined {
  const [code = '', issuer = '', ...more] = text.split('-')
  if (!/^[a-zA-Z\d]{1,12}$/.test(code) || more.length > 0) return undefined
  try {
    return `${code}-${parseAddress(issuer)}`
  } catch {
    return undefined // not an address
  }
}

/** Schema of Horizon's reply for an account: reads its assets, without lumens. */
const trustlines = readWith((answer): readonly Trustline[] => {
  const { balances }: { readonly balances?: unknown } = Object(answer)
  if (!Array.isArray(balances)) throw new Error('has no list of balances')
  return balances.flatMap((one: unknown): readonly Trustline[] => {
    const { asset_code, asset_issuer, balance, is_authorized }: Readonly<Record<string, unknown>> = Object(one)
    if (typeof balance !== 'string' || !/^\d+\.\d{7}$/.test(balance)) return []
    const [code, issuer] = [String(asset_code), String(asset_issuer)]
    if (parseAsset(`${code}-${issuer}`) === undefined) return []
    return [{ code, issuer, amount: parseAmount(balance, DECIMALS), isFrozen: is_authorized === false }]
  })
})

/** Reads the assets to which an account has a trustline, from Horizon. */
export const createTokenSource = ({ api }: Context): TokenSource => ({
  namespace: 'stellar',
  assetNamespace: 'asset',
  parseTokenAddress: parseAsset,
  async tokens({ account, network, signal }) {
    const { caipNetworkId, reference } = network
    const toToken = ({ code, issuer, amount, isFrozen }: Trustline): TokenBalance => ({
      ...{ assetId: `${caipNetworkId}/asset:${code}-${issuer}`, caipNetworkId, address: `${code}-${issuer}` },
      ...{ name: code, symbol: code, decimals: DECIMALS, amount },
      ...(isFrozen && { isFrozen }),
    })
    try {
      const service = api.service(`horizon-${reference}`)
      return (await service.get(`/accounts/${account.address}`, { schema: trustlines, signal })).map(toToken)
    } catch (error) {
      // an unfunded account does not exist and has no assets
      if (isWalletModalError(error) && error.code === 'HTTP_STATUS' && error.status === 404) return []
      throw error
    }
  },
})
