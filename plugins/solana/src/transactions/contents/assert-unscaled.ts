import { type ExpectedAction, type Network, WalletModalError } from '@wallet-modal/kernel'
import { hasScaledAmounts, readMint } from '../../assets/token-layout.js'
import type { SolanaNode } from '../../node.js'
import { isTokenProgram } from '../../programs.js'

/** Mints of the network that a displayed swap pays or receives. */
function swappedMints({ caipNetworkId }: Network, expects: readonly ExpectedAction[]): readonly string[] {
  const start = `${caipNetworkId}/token:`
  const amounts = expects.flatMap((one) => (one.type === 'swap' ? [one.pay, one.receiveAtLeast] : []))
  return amounts.flatMap(({ assetId }) => (assetId.startsWith(start) ? assetId.slice(start.length) : []))
}

/**
 * Throws `REFUSED` for a swap of a token whose amounts wallets scale: the wallet would display other amounts than the review. Transfers of such
 * tokens need no check here, because the send handler refuses them.
 */
export async function assertUnscaled(
  node: SolanaNode,
  network: Network,
  expects: readonly ExpectedAction[] = [],
): Promise<void> {
  const mints = swappedMints(network, expects)
  const accounts = mints.length > 0 ? await node.accounts(mints) : []
  const isScaled = accounts.some((account) => {
    const mint = account && isTokenProgram(account.owner) ? readMint(account.owner, account.data) : undefined
    return mint !== undefined && hasScaledAmounts(mint)
  })
  if (isScaled)
    throw new WalletModalError(
      'REFUSED',
      'Wallets display other amounts of a token of this swap than the chain does. Use the wallet itself for this swap. Nothing was sent.',
    )
}
