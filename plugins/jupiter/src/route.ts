import type { SolanaInstruction } from '@wallet-modal/solana/contract'
import { JUPITER_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.js'

/** Terms of a swap, as its instruction contains them. */
export interface Route {
  /** Account that owns the tokens and signs the transaction. */
  readonly authority: string
  readonly source: Side
  readonly destination: Side
  /** In base units of the source token. */
  readonly amount: bigint
  /** Minimum output in base units of the destination token, see {@link minimumOf}. */
  readonly minimum: bigint
}

/** Token account, with the mint and the token program of its token. */
export interface Side {
  readonly account: string
  readonly mint: string
  readonly program: string
}

/** Positions in an instruction: indexes of its accounts, and the offset of the amounts in its data. */
interface Layout {
  /** Offset of the amounts in the data. */
  readonly amounts: number
  readonly authority: number
  /** Token account, mint and token program. */
  readonly source: readonly [number, number, number]
  readonly destination: readonly [number, number, number]
  /**
   * Index of an optional token account that receives the output instead of `destination`. Instructions that do not use this option have the address
   * of Jupiter's program at this index.
   */
  readonly otherDestination?: number
}

/**
 * Version 2 instructions for an exact input amount, by their Anchor discriminator (first 8 bytes): `route_v2` and `shared_accounts_route_v2`. Their
 * terms precede the steps of the route. Version 1 instructions are not decoded: their terms follow the steps, and trailing bytes that the program
 * ignores could imitate them.
 */
const layouts: Readonly<Record<string, Layout>> = {
  bb64facc31c4af14: { amounts: 8, authority: 0, source: [1, 3, 5], destination: [2, 4, 6], otherDestination: 7 },
  d19853937cfed8e9: { amounts: 9, authority: 1, source: [2, 6, 8], destination: [5, 7, 9] },
}
/** Length in bytes: amount, quoted output, slippage, platform fee, positive slippage, number of steps. */
const TERMS_LENGTH = 8 + 8 + 2 + 2 + 2 + 4
/** Minimum number of accounts, so that each index of both layouts exists. */
const MIN_ACCOUNTS = 10
const BASIS_POINTS = 10_000n

/**
 * Minimum output that the program certainly enforces, in base units: the quoted amount less slippage, rounded down. The API rounds its own minimum
 * (`otherAmountThreshold`) up. The source code of Jupiter's program is not public, but programs that call it expect the lower value.
 */
export const minimumOf = (quotedAmount: bigint, slippageBps: bigint): bigint =>
  (quotedAmount * (BASIS_POINTS - slippageBps)) / BASIS_POINTS

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Decodes a swap instruction. `undefined` for other instructions, and for a swap with a platform fee, another receiving account, or a slippage of
 * 100 % or more.
 */
export function readRoute({ program, accounts, data }: SolanaInstruction): Route | undefined {
  const layout = layouts[toHex(data.subarray(0, 8))]
  if (program !== JUPITER_PROGRAM || !layout) return undefined
  if (data.length < layout.amounts + TERMS_LENGTH || accounts.length < MIN_ACCOUNTS) return undefined
  const view = new DataView(data.buffer, data.byteOffset + layout.amounts)
  const [amount, quotedAmount] = [view.getBigUint64(0, true), view.getBigUint64(8, true)]
  const [slippage, fee, steps] = [BigInt(view.getUint16(16, true)), view.getUint16(18, true), view.getUint32(22, true)]
  const addressAt = (index: number): string => accounts[index]?.address ?? ''
  const sideOf = ([account, mint, tokenProgram]: Layout['source']): Side => ({
    ...{ account: addressAt(account), mint: addressAt(mint), program: addressAt(tokenProgram) },
  })
  const [source, destination] = [sideOf(layout.source), sideOf(layout.destination)]
  const isOfTokens = [source, destination].every((one) => [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].includes(one.program))
  const { otherDestination } = layout
  const hasOtherDestination = otherDestination !== undefined && addressAt(otherDestination) !== JUPITER_PROGRAM
  if (fee !== 0 || steps === 0 || slippage >= BASIS_POINTS || !isOfTokens || hasOtherDestination) return undefined
  const minimum = minimumOf(quotedAmount, slippage)
  return { authority: addressAt(layout.authority), source, destination, amount, minimum }
}
