import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import type { SolanaChain } from '../solana-chain.js'
import { localMints } from '../tokens/local-mints.js'
import { ASSOCIATED_TOKEN_PROGRAM, findProgramAddress, TOKEN_PROGRAM, WRAPPED_COIN } from '../tokens/token-addresses.js'
import {
  withSupply,
  writeLookupTable,
  writeMint,
  writeTokenAccount,
  writeWrappedAccount,
} from '../tokens/token-layout.js'
import { marketProgram } from './market-program.js'

/** Address of Jupiter's program. On the local chain, the market's program has this address and accepts Jupiter's instruction `route_v2`. */
export const MARKET_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const LOOKUP_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'

/** Owner of the pools' token accounts. */
export const marketAuthority = findProgramAddress(MARKET_PROGRAM, [utf8ToBytes('pools')])

/** Pool of a token and the wrapped coin. */
export interface LocalPool {
  readonly mint: string
  readonly program: string
  /** Account of the pool for the token. */
  readonly tokens: string
  /** Account of the pool for wrapped SOL. */
  readonly coins: string
  /** Token reserve at genesis, in base units. */
  readonly amount: bigint
  /** SOL reserve at genesis. */
  readonly lamports: bigint
}

const SOL = 10n ** 9n
const reserves: Readonly<Record<string, { readonly amount: bigint; readonly lamports: bigint }>> = {
  SUSD: { amount: 300_000n * 10n ** 6n, lamports: 2_000n * SOL },
  SSHL: { amount: 25_000n * 10n ** 9n, lamports: 500n * SOL },
  SPRL: { amount: 4_000n * 10n ** 9n, lamports: 100n * SOL },
}
const addressOf = (key: string): string => base58.encode(sha256(utf8ToBytes(`wallet-modal sandbox pool ${key}`)))

/** One pool for each symbol in {@link reserves}. Look-alike tokens with the same symbol have no pool. */
export const localPools: readonly LocalPool[] = Object.entries(reserves).flatMap(([symbol, reserve]) => {
  const found = localMints.find((one) => one.symbol === symbol)
  if (!found) return []
  const { address: mint, program } = found
  return [{ mint, program, tokens: addressOf(`${symbol} tokens`), coins: addressOf(`${symbol} coins`), ...reserve }]
})

/** Address lookup table, which reduces the size of swap transactions. */
export const marketTable = {
  address: addressOf('table'),
  entries: [
    ...[MARKET_PROGRAM, marketAuthority.address, WRAPPED_COIN, TOKEN_PROGRAM, ASSOCIATED_TOKEN_PROGRAM],
    ...localPools.flatMap(({ mint, tokens, coins }) => [mint, tokens, coins]),
  ],
}

/** Writes the market's program and its pools to a new chain that has the local mints. */
export function addLocalMarket(chain: SolanaChain): void {
  chain.addProgram(MARKET_PROGRAM, Buffer.from(marketProgram, 'base64'))
  chain.setData(marketTable.address, LOOKUP_PROGRAM, writeLookupTable(marketTable.entries))
  chain.setData(WRAPPED_COIN, TOKEN_PROGRAM, writeMint({ supply: 0n, decimals: 9, authority: null }))
  const owner = marketAuthority.address
  for (const { mint, program, tokens, coins, amount, lamports } of localPools) {
    const kind = program === TOKEN_PROGRAM ? 'plain' : '2022'
    chain.setData(tokens, program, writeTokenAccount({ mint, owner, amount }, kind))
    const mintAccount = chain.account(mint)
    if (mintAccount) chain.setData(mint, program, withSupply(new Uint8Array(mintAccount.data), amount))
    const rent = chain.rentExemption(165n)
    const wrapped = { mint: WRAPPED_COIN, owner, amount: lamports }
    chain.setData(coins, TOKEN_PROGRAM, writeWrappedAccount(wrapped, rent))
    chain.setBalance(coins, rent + lamports)
  }
}
