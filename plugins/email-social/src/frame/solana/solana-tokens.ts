import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/web3.js'
import { likeness } from '@wallet-modal/kernel/discovery'
import { isReadable } from '../messages/readable.js'
import { mintsOf, type TokenName, toBase58 } from './solana-calls.js'
import type { ReadAccounts, SolanaInstruction } from './solana-transaction.js'

const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s' as Address
/** Maximum lengths of a displayed name and symbol, in characters. */
const [MAX_NAME, MAX_SYMBOL] = [64, 20]
/** Tokens with built-in names, by mint. No other token is displayed under their symbols. */
const knownTokens: Readonly<Record<string, { readonly name: string; readonly symbol: string }>> = {
  So11111111111111111111111111111111111111112: { name: 'Wrapped SOL', symbol: 'WSOL' },
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: { name: 'USD Coin', symbol: 'USDC' },
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: { name: 'Tether USD', symbol: 'USDT' },
}
const knownSymbols = ['SOL', ...Object.values(knownTokens).map(({ symbol }) => symbol)]
const knownLikenesses: ReadonlySet<string> = new Set(knownSymbols.map(likeness))

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.length)
const addressAt = (data: Uint8Array, at: number): string => toBase58(data.slice(at, at + 32))

/**
 * Decodes name and symbol (Borsh strings: length as u32, then text). Removes the padding zeros of the metadata program. `undefined` if invalid.
 */
function readTexts(data: Uint8Array): readonly [string, string] | undefined {
  const texts: string[] = []
  for (let at = 0; texts.length < 2; ) {
    if (at + 4 > data.length) return undefined
    const end = at + 4 + viewOf(data).getUint32(at, true)
    if (end > data.length) return undefined
    texts.push(
      new TextDecoder()
        .decode(data.slice(at + 4, end))
        .replace(/\0+$/, '')
        .trim(),
    )
    at = end
  }
  const [name = '', symbol = ''] = texts
  return [name, symbol]
}

/** Offsets in the data of a Token-2022 mint: the account type (1 for mints), and the extensions. */
const [ACCOUNT_TYPE, EXTENSIONS] = [165, 166]
/** Types of the mint extensions MetadataPointer and TokenMetadata. */
const [METADATA_POINTER, METADATA] = [18, 19]

/** Name and symbol in the mint's metadata extension (Token-2022), if the mint's metadata pointer points to the mint itself. */
function textsOfMint(mint: string, data: Uint8Array): readonly [string, string] | undefined {
  if (data[ACCOUNT_TYPE] !== 1) return undefined
  const extensions = new Map<number, Uint8Array>()
  const view = viewOf(data)
  for (let at = EXTENSIONS; at + 4 <= data.length; at += 4 + view.getUint16(at + 2, true))
    extensions.set(view.getUint16(at, true), data.slice(at + 4, at + 4 + view.getUint16(at + 2, true)))
  const [pointer, metadata] = [extensions.get(METADATA_POINTER), extensions.get(METADATA)]
  if (!pointer || !metadata || addressAt(pointer, 32) !== mint || addressAt(metadata, 32) !== mint) return undefined
  return readTexts(metadata.slice(64))
}

/** Name and symbol in the mint's metadata account (Metaplex). Only the metadata program can write to this account. */
const textsOfMetadata = (mint: string, data: Uint8Array): readonly [string, string] | undefined =>
  data[0] === 4 && addressAt(data, 33) === mint ? readTexts(data.slice(65)) : undefined

const metadataAddress = async (mint: string): Promise<string> => {
  const { encode } = getAddressEncoder()
  const seeds = ['metadata', encode(METADATA_PROGRAM), encode(mint as Address)]
  return (await getProgramDerivedAddress({ programAddress: METADATA_PROGRAM, seeds }))[0]
}

/** Whether a text is short, readable and on one line, so that it cannot look like another line of the transaction summary. */
const isPlain = (text: string, maxLength: number): boolean =>
  text.length > 0 && text.length <= maxLength && isReadable(text) && !/[\r\n\t]/.test(text)

function nameOf(texts: readonly [string, string] | undefined): TokenName | undefined {
  const [name = '', symbol = ''] = texts ?? []
  // invisible joiners could make the symbol look like a known symbol
  if (!isPlain(symbol, MAX_SYMBOL) || /[\s\u200c\u200d]/.test(symbol)) return undefined
  const isImitation = knownLikenesses.has(likeness(symbol))
  return { name: isPlain(name, MAX_NAME) ? name : symbol, symbol, isImitation }
}

/** Reads the names of the tokens in the instructions, by mint. Omits tokens without a readable symbol. */
export async function readTokenNames(
  instructions: readonly SolanaInstruction[],
  readAccounts: ReadAccounts,
): Promise<ReadonlyMap<string, TokenName>> {
  const mints = mintsOf(instructions)
  const names = new Map<string, TokenName>(
    mints.flatMap((mint) => (knownTokens[mint] ? [[mint, { ...knownTokens[mint], isImitation: false }] as const] : [])),
  )
  const unknown = mints.filter((mint) => !names.has(mint))
  if (unknown.length === 0) return names
  const metadataAddresses = await Promise.all(unknown.map(metadataAddress))
  const accountData = await readAccounts([...unknown, ...metadataAddresses])
  unknown.forEach((mint, index) => {
    const [data, metadata] = [accountData[index], accountData[unknown.length + index]]
    const texts = (data && textsOfMint(mint, data)) ?? (metadata && textsOfMetadata(mint, metadata))
    const name = nameOf(texts)
    if (name) names.set(mint, name)
  })
  return names
}
