import type { AssetRisk, BuiltTransaction, ExpectedAction, Network } from '@wallet-modal/kernel'
import { isTokenProgram } from '../../programs.js'
import { readMint, risksOf } from '../../tokens/token-layout.js'
import type { SolanaNode } from '../node.js'

interface Received {
  readonly network: Network
  readonly balanceChanges: BuiltTransaction['balanceChanges']
  /** The tokens of expected swaps are checked even if the balance changes are unavailable. */
  readonly expects?: readonly ExpectedAction[] | undefined
}

/** CAIP-19 ids of the tokens that the payer receives, by mint. */
function receivedTokens({ network, balanceChanges, expects = [] }: Received): ReadonlyMap<string, string> {
  const gains = balanceChanges === 'unavailable' ? [] : balanceChanges.filter(({ amount }) => amount > 0n)
  const swapped = expects.flatMap((one) => (one.type === 'swap' ? [one.receiveAtLeast] : []))
  const start = `${network.caipNetworkId}/`
  return new Map(
    [...gains, ...swapped].flatMap(({ assetId }) => {
      const [kind, mint] = assetId.startsWith(start) ? assetId.slice(start.length).split(':') : []
      return mint !== undefined && (kind === 'token' || kind === 'nft') ? [[mint, assetId] as const] : []
    }),
  )
}

/** Risks of the tokens that the payer receives, read from their mints. */
export async function readAssetRisks(node: SolanaNode, received: Received): Promise<readonly AssetRisk[]> {
  const tokens = [...receivedTokens(received)]
  if (tokens.length === 0) return []
  const accounts = await node.accounts(tokens.map(([mint]) => mint))
  return tokens.flatMap(([, assetId], at) => {
    const account = accounts[at]
    const mint = account && isTokenProgram(account.owner) ? readMint(account.owner, account.data) : undefined
    return mint ? risksOf(mint).map((code) => ({ assetId, code })) : []
  })
}
