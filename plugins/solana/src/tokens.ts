import type { Context, NftBalance, TokenRequest, TokenSource } from '@wallet-modal/kernel'
import { shortenAddress } from '@wallet-modal/kernel/assets'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.js'
import { type Mint, readMetadata, readMint, readTokenAccount } from './token-layout.js'
import { createNode } from './transactions/node.js'

/** Maximum number of accounts per request (`getMultipleAccounts`). */
const MAX_ACCOUNTS = 100
/** In characters; longer texts are cut. */
const [MAX_NAME, MAX_SYMBOL] = [64, 24]

interface Holding extends Mint {
  readonly mint: string
  readonly amount: bigint
}

type AccountRequest = Omit<TokenRequest, 'known'>

/** Metadata of a token's mint. */
export interface TokenMetadata {
  readonly name: string
  readonly symbol: string
  readonly isUnique: boolean
}

/** Balances of an account in both token programs, by mint. Includes the mints `others`, with amount 0 if the account has none. */
async function holdingsOf(
  ctx: Context,
  { account, network, signal }: AccountRequest,
  others: readonly string[] = [],
): Promise<readonly Holding[]> {
  const node = createNode(ctx, network.caipNetworkId, signal)
  const owned = await Promise.all(
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) => node.tokenAccounts(account.address, { programId })),
  )
  const sums = new Map<string, bigint>()
  for (const { owner, data } of owned.flat()) {
    const read = readTokenAccount(owner, data)
    if (read && read.owner === account.address && read.amount > 0n)
      sums.set(read.mint, (sums.get(read.mint) ?? 0n) + read.amount)
  }
  const mints = [...new Set([...sums.keys(), ...others])]
  const pages = Array.from({ length: Math.ceil(mints.length / MAX_ACCOUNTS) }, (_, at) =>
    mints.slice(at * MAX_ACCOUNTS, (at + 1) * MAX_ACCOUNTS),
  )
  const found = (await Promise.all(pages.map((page) => node.accounts(page)))).flat()
  return mints.flatMap((mint, at) => {
    const mintAccount = found[at]
    const read = mintAccount && readMint(mintAccount.owner, mintAccount.data)
    return read ? [{ ...read, mint, amount: sums.get(mint) ?? 0n }] : []
  })
}

/** NFT: no decimals and a supply of one. */
const isUnique = ({ decimals, supply }: Mint): boolean => decimals === 0 && supply === 1n

const plain = (text: string | undefined, length: number): string =>
  (text ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, length)

/** Name and symbol from the mint's metadata, else the shortened address of the mint. */
function namesOf(holding: Mint & Pick<Holding, 'mint'>): { readonly name: string; readonly symbol: string } {
  const metadata = readMetadata(holding.mint, holding)
  const short = shortenAddress(holding.mint, 4, 4)
  const [name, symbol] = [plain(metadata?.name, MAX_NAME), plain(metadata?.symbol, MAX_SYMBOL)]
  return { name: name || symbol || short, symbol: symbol || short }
}

/** Reads the metadata of mints. The returned function gives a shortened address as the name of a mint without metadata. */
export async function readTokenMetadata(
  ctx: Context,
  { network, signal }: Pick<AccountRequest, 'network' | 'signal'>,
  mints: readonly string[],
): Promise<(mint: string) => TokenMetadata> {
  const requestedMints = mints.slice(0, MAX_ACCOUNTS)
  const found =
    requestedMints.length > 0 ? await createNode(ctx, network.caipNetworkId, signal).accounts(requestedMints) : []
  const metadataByMint = new Map(
    requestedMints.map((mint, at) => {
      const account = found[at]
      const read = account && readMint(account.owner, account.data)
      return [mint, read && { ...namesOf({ ...read, mint }), isUnique: isUnique(read) }]
    }),
  )
  return (mint) => {
    const short = shortenAddress(mint, 4, 4)
    return metadataByMint.get(mint) ?? { name: short, symbol: short, isUnique: false }
  }
}

/** See `TokenSource.tokens`: tokens of both programs, from the chain. */
export async function readTokens(ctx: Context, request: TokenRequest): ReturnType<TokenSource['tokens']> {
  const { caipNetworkId } = request.network
  const prefix = `${caipNetworkId}/token:`
  const mints = request.known.flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []))
  const holdings = await holdingsOf(ctx, request, request.includeEmpty ? mints : [])
  return holdings
    .filter((one) => !isUnique(one) && one.decimals <= 36)
    .map((one) => ({
      assetId: prefix + one.mint,
      caipNetworkId,
      address: one.mint,
      ...namesOf(one),
      decimals: one.decimals,
      amount: one.amount,
    }))
}

/** See `TokenSource.nfts`. Without images, which are not on the chain. */
export async function readNfts(ctx: Context, request: AccountRequest): Promise<readonly NftBalance[]> {
  const { caipNetworkId } = request.network
  const holdings = await holdingsOf(ctx, request)
  return holdings.filter(isUnique).map((one) => ({
    assetId: `${caipNetworkId}/nft:${one.mint}`,
    caipNetworkId,
    name: namesOf(one).name,
    amount: one.amount,
  }))
}
