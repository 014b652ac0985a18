import type { Currency, FoundToken, HistoryPage, Network, ServiceApi } from '@wallet-modal/kernel'
import { publicInstances } from './instances.js'
import { readPage } from './page.js'
import { readTokens } from './tokens.js'

/** URLs of the public instances by EIP-155 chain id. */
export const instances: Readonly<Record<string, string>> = publicInstances

/** Account to read on an EVM network. Needs no modal, so that a server can use it. */
export interface BlockscoutQuery {
  /** Checksummed (EIP-55). */
  readonly address: string
  /** EIP-155 chain id, in decimal digits. */
  readonly reference: string
  readonly coin: Currency
  /** Canonical form of an address; `undefined` if it is invalid. */
  readonly parseAddress: (text: string) => string | undefined
}

const networkOf = ({ reference, coin }: BlockscoutQuery): Network => ({
  ...{ caipNetworkId: `eip155:${reference}`, namespace: 'eip155', reference, name: reference, rpcUrls: [] },
  nativeCurrency: coin,
})
const accountOf = ({ address }: BlockscoutQuery) => ({ address, type: 'eoa' }) as const

/** ERC-20 tokens of an account, sorted by value, highest first. `service`: the Blockscout instance of the network. */
export const readAccountTokens = (
  service: Pick<ServiceApi, 'get'>,
  query: BlockscoutQuery,
  signal: AbortSignal,
): Promise<readonly FoundToken[]> =>
  readTokens(service, {
    ...{ account: accountOf(query), network: networkOf(query), signal },
    parseAddress: async (text) => query.parseAddress(text),
  })

/** Page of past transactions, newest first. Rejects with a `SyntaxError` if the cursor is not JSON. */
export const readAccountPage = (
  service: Pick<ServiceApi, 'get'>,
  { cursor, ...query }: BlockscoutQuery & { readonly cursor?: string },
  signal: AbortSignal,
): Promise<HistoryPage> =>
  readPage(service, {
    ...{ account: accountOf(query), network: networkOf(query), signal },
    ...(cursor !== undefined && { cursor }),
  })
