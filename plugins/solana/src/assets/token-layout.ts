import type { AssetRisk } from '@wallet-modal/kernel'
import { TOKEN_2022_PROGRAM } from '../programs.js'
import { toBase58 } from '../sdk.js'

/*
 * Reads the fields that sending needs, and the extensions of Token-2022 that forbid sending. Does not use the codecs of `@solana-program/token-2022`:
 * they need `@solana/kit`, a second SDK beside `@solana/web3.js`, and cannot decode a mint with an unknown extension.
 */

/** Sizes of a mint and of a token account without extensions of Token-2022, in bytes. */
const MINT_LENGTH = 82
export const TOKEN_ACCOUNT_LENGTH = 165
/** Values of the account type byte, which is at offset 165 in accounts with extensions. */
const [MINT, ACCOUNT] = [1, 2]

/** Numbers of Token-2022 extensions that affect sending, holding or displaying a token. */
export const extension = {
  transferFee: 1,
  defaultState: 6,
  memoTransfer: 8,
  nonTransferable: 9,
  interestBearing: 10,
  permanentDelegate: 12,
  transferHook: 14,
  metadataPointer: 18,
  metadata: 19,
  scaledAmount: 25,
  pausable: 26,
} as const

type Extensions = ReadonlyMap<number, Uint8Array>

export interface Mint {
  readonly supply: bigint
  readonly decimals: number
  readonly extensions: Extensions
}

export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly isFrozen: boolean
  readonly extensions: Extensions
}

export const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.length)
export const addressAt = (data: Uint8Array, at: number): string => toBase58(data.subarray(at, at + 32))

/** Reads the extensions, which follow the account type byte. Accounts of the first token program are too short to have extensions. */
function readExtensions(data: Uint8Array): Extensions {
  const extensions = new Map<number, Uint8Array>()
  const view = viewOf(data)
  for (let at = TOKEN_ACCOUNT_LENGTH + 1; at + 4 <= data.length; ) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (kind === 0) break
    extensions.set(kind, data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return extensions
}

const isAccountOfType = (program: string, data: Uint8Array, length: number, kind: number): boolean =>
  data.length === length || (program === TOKEN_2022_PROGRAM && data[TOKEN_ACCOUNT_LENGTH] === kind)

/** Decodes a mint; `undefined` if `data` is something else. `program` is the owner of the account, which must be a token program. */
export function readMint(program: string, data: Uint8Array): Mint | undefined {
  if (!isAccountOfType(program, data, MINT_LENGTH, MINT) || data[45] !== 1) return undefined
  return {
    supply: viewOf(data).getBigUint64(36, true),
    decimals: data[44] ?? 0,
    extensions: readExtensions(data),
  }
}

/** Decodes a token account; `undefined` if `data` is something else. `program` is the owner of the account, which must be a token program. */
export function readTokenAccount(program: string, data: Uint8Array): TokenAccount | undefined {
  if (!isAccountOfType(program, data, TOKEN_ACCOUNT_LENGTH, ACCOUNT)) return undefined
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: viewOf(data).getBigUint64(64, true),
    isFrozen: data[108] === 2,
    extensions: readExtensions(data),
  }
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

/**
 * Whether wallets multiply displayed amounts by a factor other than 1 (scaled UI amount), now or after an announced change. `true` if the data cannot
 * be read.
 */
function isScaled({ extensions }: Mint): boolean {
  const data = extensions.get(extension.scaledAmount)
  if (!data) return false
  const view = viewOf(data)
  return data.length < 56 || [32, 48].some((at) => view.getFloat64(at, true) !== 1)
}

/** Whether displayed amounts include interest, now or before the last change of the rate. `true` if the data cannot be read. */
function hasInterest({ extensions }: Mint): boolean {
  const data = extensions.get(extension.interestBearing)
  if (!data) return false
  const view = viewOf(data)
  return data.length < 52 || [40, 50].some((at) => view.getInt16(at, true) !== 0)
}

/** Whether displayed amounts differ, have differed or will differ from the amounts on the chain. */
export const hasScaledAmounts = (mint: Mint): boolean => isScaled(mint) || hasInterest(mint)

const FROZEN = 2

/** Whether a mint has a transfer hook: a program that every transfer calls. */
const hasTransferHook = ({ extensions }: Mint): boolean =>
  !isZero(extensions.get(extension.transferHook)?.subarray(32, 64) ?? new Uint8Array())

/** Whether an extension has an authority. The first field of the extension is the authority's address. */
const hasAuthority = (extensionData: Uint8Array | undefined): boolean =>
  !isZero(extensionData?.subarray(0, 32) ?? new Uint8Array())

/** Risks for the holders of a token: what the issuer, or a program chosen by the issuer, can do with tokens in other accounts. */
export function risksOf(mint: Mint): readonly AssetRisk['code'][] {
  const { extensions } = mint
  const pausable = extensions.get(extension.pausable)
  const canHaveFee = hasTransferFee(mint) || hasAuthority(extensions.get(extension.transferFee))
  return [
    ...(hasAuthority(extensions.get(extension.permanentDelegate)) ? (['permanentDelegate'] as const) : []),
    ...(canHaveFee ? (['transferFee'] as const) : []),
    ...(hasAuthority(pausable) || pausable?.[32] === 1 ? (['pausable'] as const) : []),
    ...(hasTransferHook(mint) || hasAuthority(extensions.get(extension.transferHook))
      ? (['transferHook'] as const)
      : []),
    ...(extensions.get(extension.defaultState)?.[0] === FROZEN ? (['frozenByDefault'] as const) : []),
  ]
}

/** Reason why this site cannot send a mint's tokens, as a sentence for visitors. `undefined` if the tokens can be sent. */
export function unsendableReason(mint: Mint): string | undefined {
  const { extensions } = mint
  if (extensions.has(extension.nonTransferable)) return 'This token is bound to its account and cannot be sent.'
  if (hasTransferHook(mint))
    return 'A program takes part in each transfer of this token (transfer hook), which this site does not support. Send it with the wallet.'
  // the entered amount would differ from the amount that wallets display and receivers request
  if (hasScaledAmounts(mint))
    return 'Wallets display amounts of this token that differ from those on the chain. Send it with the wallet.'
  return undefined
}

interface TransferFee {
  readonly fromEpoch: bigint
  /** In base units. */
  readonly maxFee: bigint
  readonly bps: bigint
}

/** Transfer fees of a mint, before and after the last change; empty for a mint without the extension. */
function readFees({ extensions }: Mint): readonly TransferFee[] {
  const data = extensions.get(extension.transferFee)
  if (!data || data.length < 108) return []
  const view = viewOf(data)
  return [72, 90].map((at) => ({
    fromEpoch: view.getBigUint64(at, true),
    maxFee: view.getBigUint64(at + 8, true),
    bps: BigInt(view.getUint16(at + 16, true)),
  }))
}

/** Whether a mint has a transfer fee, had one, or will have one in a later epoch. */
export const hasTransferFee = (mint: Mint): boolean => readFees(mint).some(({ bps }) => bps > 0n)

/** Fee that a mint withholds from a transfer in an epoch, in base units. Rounded up, as the token program does. */
export function transferFeeOf(mint: Mint, amount: bigint, epoch: bigint): bigint {
  const [before, since] = readFees(mint)
  const fee = since && epoch >= since.fromEpoch ? since : before
  if (!fee) return 0n
  const withheldFee = (amount * fee.bps + 9_999n) / 10_000n
  return withheldFee > fee.maxFee ? fee.maxFee : withheldFee
}

/** Whether an account requires a memo with incoming transfers. */
export const needsMemo = ({ extensions }: TokenAccount): boolean => extensions.get(extension.memoTransfer)?.[0] === 1

/** Size of an associated token account of a mint, in bytes. */
export function associatedLength(program: string, { extensions }: Mint): number {
  if (program !== TOKEN_2022_PROGRAM) return TOKEN_ACCOUNT_LENGTH
  const base = TOKEN_ACCOUNT_LENGTH + 1 + 4 // extension "immutable owner"
  const forFee = extensions.has(extension.transferFee) ? 4 + 8 : 0
  const forHook = extensions.has(extension.transferHook) ? 4 + 1 : 0
  const forPause = extensions.has(extension.pausable) ? 4 : 0
  return base + forFee + forHook + forPause
}
