import type { AssetRisk, BuiltTransaction, ExpectedAction, Network } from '@wallet-modal/kernel'
import { readMint, risksOf } from '../../assets/token-layout.js'
import type { ChainAccount, SolanaNode } from '../../node.js'
import { isTokenProgram } from '../../programs.js'

interface ReceivedAssets {
  readonly network: Network
  readonly balanceChanges: BuiltTransaction['balanceChanges']
  /** The tokens of expected swaps are checked even if the balance changes are unavailable. */
  readonly expects?: readonly ExpectedAction[] | undefined
  /** Accounts after the simulation, by address. The transaction can create or change a mint. */
  readonly simulated?: ReadonlyMap<string, ChainAccount | undefined>
}

/** CAIP-19 ids of the tokens that the payer receives, by mint. */
function receivedTokens({ network, balanceChanges, expects = [] }: ReceivedAssets): ReadonlyMap<string, string> {
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

/** Accounts of the mints after the transaction. Only mints that the transaction does not write are read from the node. */
async function readMints(
  node: SolanaNode,
  mints: readonly string[],
  simulated: ReadonlyMap<string, ChainAccount | undefined>,
): Promise<ReadonlyMap<string, ChainAccount | undefined>> {
  const unwritten = mints.filter((mint) => !simulated.get(mint))
  const accounts = unwritten.length > 0 ? await node.accounts(unwritten) : []
  return new Map([...simulated, ...unwritten.map((mint, at) => [mint, accounts[at]] as const)])
}

function risksIn(account: ChainAccount | undefined): readonly AssetRisk['code'][] {
  const mint = account && isTokenProgram(account.owner) ? readMint(account.owner, account.data) : undefined
  return mint ? risksOf(mint) : ['unknown']
}

/** Risks of the tokens that the payer receives, read from their mints. */
export async function readAssetRisks(node: SolanaNode, received: ReceivedAssets): Promise<readonly AssetRisk[]> {
  const tokens = receivedTokens(received)
  const mints = await readMints(node, [...tokens.keys()], received.simulated ?? new Map())
  return [...tokens].flatMap(([mint, assetId]) => risksIn(mints.get(mint)).map((code) => ({ assetId, code })))
}
