import type { Context, NftBalance, TokenRequest, TokenSource } from '@wallet-modal/kernel'
import { shortenAddress } from '@wallet-modal/kernel/assets'
import { type ChainAccount, createNode } from '../node.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { metadataAccount } from '../transactions/sdk.js'
import { type IssuerNames, namesInAccount, namesInMint } from './metadata.js'
import { scaledAmountOf } from './scaled-amount.js'
import { type Mint, readMint, readTokenAccount } from './token-layout.js'

/** Maximum number of accounts per request (`getMultipleAccounts`). */
const MAX_ACCOUNTS = 100
/** Maximum lengths in characters. Longer texts are cut. */
const [MAX_NAME, MAX_SYMBOL] = [64, 24]

interface NamedMint extends Mint {
  /** Address of the mint. */
  readonly mint: string
  readonly names: IssuerNames
}

interface Holding extends NamedMint {
  readonly amount: bigint
  /** Whether the issuer froze all token accounts that hold the amount. */
  readonly isFrozen: boolean
}

type AccountRequest = Omit<TokenRequest, 'assetIds'>
type NodeRequest = Pick<AccountRequest, 'network' | 'signal'>

/** Metadata of a token's mint. */
export interface TokenMetadata {
  readonly name: string
  readonly symbol: string
  readonly isUnique: boolean
}

/** Balances of an account in both token programs, one for each mint. Includes every mint of `requestedMints`, also with amount 0. */
async function holdingsOf(
  ctx: Context,
  { account, network, signal }: AccountRequest,
  requestedMints: readonly string[] = [],
): Promise<readonly Holding[]> {
  const node = createNode(ctx, network.caipNetworkId, signal)
  const owned = await Promise.all(
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) => node.tokenAccounts(account.address, { programId })),
  )
  const sums = new Map<string, bigint>()
  const spendable = new Set<string>()
  for (const { owner, data } of owned.flat()) {
    const read = readTokenAccount(owner, data)
    if (!read || read.owner !== account.address || read.amount === 0n) continue
    sums.set(read.mint, (sums.get(read.mint) ?? 0n) + read.amount)
    if (!read.isFrozen) spendable.add(read.mint)
  }
  const mints = await readMints(ctx, { network, signal }, [...new Set([...sums.keys(), ...requestedMints])])
  return mints.map((one) => {
    const amount = sums.get(one.mint) ?? 0n
    return { ...one, amount, isFrozen: amount > 0n && !spendable.has(one.mint) }
  })
}

type Node = ReturnType<typeof createNode>

/** Reads any number of accounts, {@link MAX_ACCOUNTS} per request. */
async function readAccounts(node: Node, addresses: readonly string[]): Promise<readonly (ChainAccount | undefined)[]> {
  const pages = Array.from({ length: Math.ceil(addresses.length / MAX_ACCOUNTS) }, (_, at) =>
    addresses.slice(at * MAX_ACCOUNTS, (at + 1) * MAX_ACCOUNTS),
  )
  return (await Promise.all(pages.map((page) => node.accounts(page)))).flat()
}

/** Names read from metadata accounts, by network and mint. Cached until the page is left, because balances are polled and names rarely change. */
const cachedNames = new WeakMap<Context, Map<string, IssuerNames | undefined>>()

/** Mints with their names, in order. Omits addresses that are not mints. */
async function readMints(
  ctx: Context,
  request: NodeRequest,
  addresses: readonly string[],
): Promise<readonly NamedMint[]> {
  const { network, signal } = request
  const node = createNode(ctx, network.caipNetworkId, signal)
  const accounts = await readAccounts(node, addresses)
  const mints = addresses.flatMap((mint, at) => {
    const account = accounts[at]
    const read = account && readMint(account.owner, account.data)
    return read ? [{ ...read, mint, key: `${network.caipNetworkId}/${mint}`, own: namesInMint(mint, read) }] : []
  })
  const names = cachedNames.get(ctx) ?? new Map<string, IssuerNames | undefined>()
  cachedNames.set(ctx, names)
  const unknown = mints.filter(({ key, own }) => !own && !names.has(key))
  const metadata = await readAccounts(node, await Promise.all(unknown.map(({ mint }) => metadataAccount(mint))))
  for (const [at, { mint, key }] of unknown.entries()) names.set(key, namesInAccount(mint, metadata[at]))
  return mints.map(({ key, own, ...one }) => ({ ...one, names: displayNames(one.mint, own ?? names.get(key)) }))
}

/** NFT: no decimals and a supply of one. */
const isUnique = ({ decimals, supply }: Mint): boolean => decimals === 0 && supply === 1n

const plain = (text: string | undefined, length: number): string =>
  (text ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, length)

/** Name and symbol for display. The mint's shortened address replaces a missing symbol. The displayed symbol replaces a missing name. */
function displayNames(mint: string, issued?: IssuerNames): IssuerNames {
  const short = shortenAddress(mint, 4, 4)
  const [name, symbol] = [plain(issued?.name, MAX_NAME), plain(issued?.symbol, MAX_SYMBOL)]
  return { name: name || symbol || short, symbol: symbol || short }
}

/**
 * Reads the metadata of the first {@link MAX_ACCOUNTS} mints. Returns a function that looks up the metadata of a mint. Without metadata, its name and
 * symbol are the mint's shortened address.
 */
export async function readTokenMetadata(
  ctx: Context,
  request: NodeRequest,
  mints: readonly string[],
): Promise<(mint: string) => TokenMetadata> {
  const found = await readMints(ctx, request, mints.slice(0, MAX_ACCOUNTS))
  const metadataByMint = new Map(found.map((one) => [one.mint, { ...one.names, isUnique: isUnique(one) }]))
  return (mint) => metadataByMint.get(mint) ?? { ...displayNames(mint), isUnique: false }
}

/** See `TokenSource.tokens`: tokens of both programs, from the chain. */
export async function readTokens(ctx: Context, request: TokenRequest): ReturnType<TokenSource['tokens']> {
  const { caipNetworkId } = request.network
  const prefix = `${caipNetworkId}/token:`
  const mints = request.assetIds.flatMap((id) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []))
  const holdings = await holdingsOf(ctx, request, request.includeEmpty ? mints : [])
  const now = Date.now()
  return holdings
    .filter((one) => !isUnique(one) && one.decimals <= 36)
    .map((one) => {
      const scaledAmount = scaledAmountOf(one, one.amount, now)
      return {
        assetId: prefix + one.mint,
        caipNetworkId,
        address: one.mint,
        ...one.names,
        decimals: one.decimals,
        amount: one.amount,
        ...(scaledAmount !== undefined && { scaledAmount }),
        ...(one.isFrozen && ({ isFrozen: true } as const)),
      }
    })
}

/** See `TokenSource.nfts`. Without images, which are not on the chain. */
export async function readNfts(ctx: Context, request: AccountRequest): Promise<readonly NftBalance[]> {
  const { caipNetworkId } = request.network
  const holdings = await holdingsOf(ctx, request)
  return holdings.filter(isUnique).map((one) => ({
    assetId: `${caipNetworkId}/nft:${one.mint}`,
    caipNetworkId,
    name: one.names.name,
    amount: one.amount,
  }))
}
