import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/*
 * Layouts of the token programs' accounts. `@wallet-modal/solana` has a separate reader on purpose: its tests run against this sandbox, and a mistake
 * in shared code would stay unnoticed. `@solana-program/token` and `@solana-program/token-2022` are not used, because they would install
 * `@solana/kit` on every site with the sandbox.
 */

const MINT_LENGTH = 82
const ACCOUNT_LENGTH = 165
/** Numbers of token-2022's extensions. */
const TRANSFER_FEE = 1
const TRANSFER_FEE_HELD = 2
const IMMUTABLE_OWNER = 7
const METADATA_POINTER = 18
const METADATA = 19
/** Account types of token-2022: the byte after the base data. */
const IS_MINT = 1
const IS_ACCOUNT = 2

/** Fields of a mint account. */
export interface Mint {
  readonly supply: bigint
  readonly decimals: number
  /** Mint authority; `null` if there is none. */
  readonly authority: string | null
}

/** Fields of a token account. */
export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly state: 'initialized' | 'frozen'
  readonly delegate: { readonly address: string; readonly amount: bigint } | null
  readonly isNative: boolean
}

export interface OnChainMetadata {
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength)
const keyAt = (data: Uint8Array, at: number): string => base58.encode(data.subarray(at, at + 32))
const accountTypeOf = (data: Uint8Array): number | undefined =>
  data.length > ACCOUNT_LENGTH ? data[ACCOUNT_LENGTH] : undefined

/** Decodes a mint of either token program; `undefined` if the data is not an initialized mint. */
export function readMint(data: Uint8Array): Mint | undefined {
  const isMint = data.length === MINT_LENGTH || accountTypeOf(data) === IS_MINT
  if (!isMint || data[45] !== 1) return undefined
  const view = viewOf(data)
  const authority = view.getUint32(0, true) === 1 ? keyAt(data, 4) : null
  return { supply: view.getBigUint64(36, true), decimals: view.getUint8(44), authority }
}

/** Decodes a token account of either token program; `undefined` if the data is not an initialized token account. */
export function readTokenAccount(data: Uint8Array): TokenAccount | undefined {
  const isAccount = data.length === ACCOUNT_LENGTH || accountTypeOf(data) === IS_ACCOUNT
  const state = data[108]
  if (!isAccount || (state !== 1 && state !== 2)) return undefined
  const view = viewOf(data)
  const delegated = view.getUint32(72, true) === 1
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    amount: view.getBigUint64(64, true),
    state: state === 1 ? 'initialized' : 'frozen',
    delegate: delegated ? { address: keyAt(data, 76), amount: view.getBigUint64(121, true) } : null,
    isNative: view.getUint32(109, true) === 1,
  }
}

/** Name, symbol and URI in the mint itself (token-2022's metadata extension); `undefined` if it has none. */
export function readOwnMetadata(data: Uint8Array): OnChainMetadata | undefined {
  const view = viewOf(data)
  let at = ACCOUNT_LENGTH + 1
  while (accountTypeOf(data) === IS_MINT && at + 4 <= data.length) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (kind === METADATA) return readTexts(data.subarray(at + 4 + 64, at + 4 + length))
    if (kind === 0) return undefined
    at += 4 + length
  }
  return undefined
}

/** Name, symbol and URI in an account of the metadata program, which pads them with zeros. */
export const readMetadataAccount = (data: Uint8Array): OnChainMetadata | undefined =>
  data[0] === 4 ? readTexts(data.subarray(65)) : undefined

function readTexts(data: Uint8Array): OnChainMetadata | undefined {
  const view = viewOf(data)
  const texts: string[] = []
  let at = 0
  while (texts.length < 3) {
    const length = at + 4 <= data.length ? view.getUint32(at, true) : data.length
    if (at + 4 + length > data.length) return undefined
    texts.push(
      Buffer.from(data.subarray(at + 4, at + 4 + length))
        .toString('utf8')
        .replace(/\0+$/, ''),
    )
    at += 4 + length
  }
  const [name = '', symbol = '', uri = ''] = texts
  return { name, symbol, uri }
}

/** Data of a mint of the SPL Token program. */
export const writeMint = ({ supply, decimals, authority }: Mint): Uint8Array =>
  concatBytes(optionalKey(authority), u64(supply), Uint8Array.of(decimals, 1), optionalKey(null))

/** Data of a mint of token-2022 with a metadata extension, and a transfer fee if `feeBps` is set. */
export function write2022Mint(
  mint: Mint,
  address: string,
  metadata: OnChainMetadata & { readonly feeBps?: number },
): Uint8Array {
  const authority = mint.authority === null ? new Uint8Array(32) : base58.decode(mint.authority)
  const self = base58.decode(address)
  const texts = [metadata.name, metadata.symbol, metadata.uri].map(text)
  const fee = concatBytes(u64(0n), u64(2n ** 64n - 1n), u16(metadata.feeBps ?? 0))
  return concatBytes(
    writeMint(mint),
    new Uint8Array(ACCOUNT_LENGTH - MINT_LENGTH),
    Uint8Array.of(IS_MINT),
    ...(metadata.feeBps === undefined ? [] : [extension(TRANSFER_FEE, authority, authority, u64(0n), fee, fee)]),
    extension(METADATA_POINTER, authority, self),
    extension(METADATA, authority, self, ...texts, new Uint8Array(4)),
  )
}

/** Data of a token account. `kind` depends on the token program and the extensions of the mint. */
export function writeTokenAccount(
  { mint, owner, amount }: Pick<TokenAccount, 'mint' | 'owner' | 'amount'>,
  kind: 'plain' | '2022' | '2022 with a fee',
): Uint8Array {
  const keys = concatBytes(base58.decode(mint), base58.decode(owner))
  const remaining = concatBytes(optionalKey(null), Uint8Array.of(1), new Uint8Array(12), u64(0n), optionalKey(null))
  const account = concatBytes(keys, u64(amount), remaining)
  if (kind === 'plain') return account
  const withheldFees = kind === '2022 with a fee' ? [extension(TRANSFER_FEE_HELD, u64(0n))] : []
  return concatBytes(account, Uint8Array.of(IS_ACCOUNT), extension(IMMUTABLE_OWNER), ...withheldFees)
}

/** Token account with wrapped SOL. The account's lamports must be `amount` plus `rent`. */
export function writeWrappedAccount(
  account: Pick<TokenAccount, 'mint' | 'owner' | 'amount'>,
  rent: bigint,
): Uint8Array {
  const data = writeTokenAccount(account, 'plain')
  data.set(concatBytes(u32(1), u64(rent)), 109)
  return data
}

/** Copy of a mint's data with a higher supply. `added`: in base units. */
export function withSupply(data: Uint8Array, added: bigint): Uint8Array {
  const changed = data.slice()
  const view = viewOf(changed)
  view.setBigUint64(36, view.getBigUint64(36, true) + added, true)
  return changed
}

/** Data of a frozen address lookup table. */
export const writeLookupTable = (addresses: readonly string[]): Uint8Array =>
  concatBytes(
    ...[u32(1), u64(2n ** 64n - 1n), u64(0n), new Uint8Array(36)],
    ...addresses.map((one) => base58.decode(one)),
  )

/** Data of an immutable account of the metadata program. */
export const writeMetadataAccount = (
  mint: string,
  authority: string,
  { name, symbol, uri }: OnChainMetadata,
): Uint8Array =>
  concatBytes(
    Uint8Array.of(4),
    base58.decode(authority),
    base58.decode(mint),
    ...[text(name.padEnd(32, '\0')), text(symbol.padEnd(10, '\0')), text(uri.padEnd(200, '\0'))],
    u16(0), // no royalties
    new Uint8Array(360), // no creators, no primary sale, immutable, no edition; then padding
  )

const text = (value: string): Uint8Array => {
  const bytes = utf8ToBytes(value)
  return concatBytes(u32(bytes.length), bytes)
}
const extension = (kind: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const data = concatBytes(...parts)
  return concatBytes(u16(kind), u16(data.length), data)
}
const optionalKey = (key: string | null): Uint8Array =>
  key === null ? new Uint8Array(36) : concatBytes(u32(1), base58.decode(key))

const u16 = (value: number): Uint8Array => encodeNumber(2, (view) => view.setUint16(0, value, true))
const u32 = (value: number): Uint8Array => encodeNumber(4, (view) => view.setUint32(0, value, true))
const u64 = (value: bigint): Uint8Array => encodeNumber(8, (view) => view.setBigUint64(0, value, true))
function encodeNumber(length: number, write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length)
  write(new DataView(bytes.buffer))
  return bytes
}
