import { toChecksum } from '../address.js'

/** Function selectors: the first four bytes of the keccak-256 of each signature. */
const TRANSFER = '0xa9059cbb'
const BALANCE_OF = '0x70a08231'
/** `decimals()` */
export const DECIMALS_CALL = '0x313ce567'
export const TRANSFER_SIGNATURE = 'transfer(address,uint256)'

const MAX_UINT256 = 2n ** 256n - 1n

const word = (digits: string): string => digits.padStart(64, '0')

export const toHex = (value: bigint): string => `0x${value.toString(16)}`

/** The ABI encoding of `transfer(address,uint256)`. Throws where the amount is no uint256. */
export function encodeTransfer(receiver: string, amount: bigint): string {
  if (amount < 0n || amount > MAX_UINT256) throw new RangeError('The amount is no uint256.')
  return TRANSFER + word(receiver.slice(2).toLowerCase()) + word(amount.toString(16))
}

/** Reads a call of `transfer(address,uint256)` back from its bytes; `undefined` for any other bytes, also with something added. */
export function decodeTransfer(data: string): { readonly receiver: string; readonly amount: bigint } | undefined {
  const [, receiver, amount] = /^0xa9059cbb0{24}([\da-f]{40})([\da-f]{64})$/.exec(data) ?? []
  if (receiver === undefined || amount === undefined) return undefined
  return { receiver: toChecksum(`0x${receiver}`), amount: BigInt(`0x${amount}`) }
}

const GET_L1_FEE = '0x49948e0e'
const GET_OPERATOR_FEE = '0x275aedd2'

/** The ABI encoding of `getL1Fee(bytes)`; the bytes as hex digits. */
export const encodeGetL1Fee = (digits: string): string =>
  GET_L1_FEE +
  word('20') +
  word((digits.length / 2).toString(16)) +
  digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')

/** The ABI encoding of `getOperatorFee(uint256)`. */
export const encodeGetOperatorFee = (gas: bigint): string => GET_OPERATOR_FEE + word(gas.toString(16))

/** The ABI encoding of `balanceOf(address)`. */
export const encodeBalanceOf = (owner: string): string => BALANCE_OF + word(owner.slice(2).toLowerCase())

/** A uint256 that a contract answered with; `undefined` for any other answer. */
export const decodeUint = (answer: string): bigint | undefined =>
  /^0x[\da-f]{64}$/i.test(answer) ? BigInt(answer) : undefined
