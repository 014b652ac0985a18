import type { EngineAssets } from '../../engines/engine.js'
import { activityOf } from '../solana-activity.js'
import type { SolanaChain } from '../solana-chain.js'
import { metadataOf } from './mint-metadata.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './token-addresses.js'
import { readTokenAccount } from './token-layout.js'

/** Token balances and past transactions of the Solana chain, read from LiteSVM. There are no prices. */
export function createSolanaAssets(chain: () => SolanaChain): EngineAssets {
  return {
    async tokens(account, also) {
      const balances = new Map<string, bigint>(also.map((mint) => [mint, 0n]))
      for (const program of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM])
        for (const { data } of chain().programAccounts(program)) {
          const token = readTokenAccount(data)
          if (token?.owner === account && (token.amount > 0n || balances.has(token.mint)))
            balances.set(token.mint, (balances.get(token.mint) ?? 0n) + token.amount)
        }
      return [...balances].sort(byMint).flatMap(([mint, amountBase]) => {
        const metadata = metadataOf(chain(), mint)
        return metadata ? [{ ...metadata, amountBase }] : []
      })
    },
    metadata: async (addresses) => addresses.map((mint) => metadataOf(chain(), mint)),
    pricesUsd: async (addresses) => addresses.map(() => undefined),
    setPriceUsd: async () => false,
    activity: async (account, page) => activityOf(chain(), account, page),
  }
}

const byMint = ([a]: readonly [string, bigint], [b]: readonly [string, bigint]): number => (a < b ? -1 : 1)
