import type { NodeLog, NodeTraces } from './chain-records.js'
import { type EvmAddress, isEvmAddress } from './evm-address.js'

/** Transfer of native coins, of a fungible token, or of NFTs with the same id. */
export interface Transfer {
  readonly from: EvmAddress
  readonly to: EvmAddress
  /** In base units. For NFTs: the number of NFTs. */
  readonly amount: bigint
  /** Absent for the native coin. */
  readonly contract?: EvmAddress
  /** Token id of an NFT. */
  readonly id?: bigint
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const TRANSFER_CALL = '0xa9059cbb'
const TRANSFER_FROM_CALL = '0x23b872dd'
const APPROVE_CALLS = ['0x095ea7b3', '0xa22cb465']

/** Transfers in a log. Ignores logs that do not conform to ERC-20, ERC-721 or ERC-1155. */
export function transfersOf({ address: contract, topics, data }: NodeLog): readonly Transfer[] {
  const [event, ...indexed] = topics
  const words = wordsOf(data)
  if (event === TRANSFER) {
    const [from, to] = [toAddress(indexed[0]), toAddress(indexed[1])]
    if (!from || !to) return []
    if (indexed.length === 3) return [{ from, to, amount: 1n, contract, id: BigInt(indexed[2] ?? 0) }]
    return indexed.length === 2 && words.length === 1 ? [{ from, to, amount: words[0] ?? 0n, contract }] : []
  }
  if (event !== TRANSFER_SINGLE && event !== TRANSFER_BATCH) return []
  const [from, to] = [toAddress(indexed[1]), toAddress(indexed[2])]
  if (!from || !to) return []
  const [ids, amounts] = event === TRANSFER_SINGLE ? [words.slice(0, 1), words.slice(1, 2)] : listsOf(words)
  return ids.flatMap((id, at) => {
    const amount = amounts[at]
    return amount === undefined ? [] : [{ from, to, amount, contract, id }]
  })
}

/** Owner of the tokens in an approval log (`Approval` or `ApprovalForAll`); `undefined` for other logs. */
export const approverOf = ({ topics }: NodeLog): EvmAddress | undefined =>
  topics[0] === APPROVAL || topics[0] === APPROVAL_FOR_ALL ? toAddress(topics[1]) : undefined

/** Internal transfers of the native coin. Omits transfers of reverted calls. */
export function innerTransfers(traces: NodeTraces): readonly Transfer[] {
  const revertedPaths = traces.filter(({ error }) => error).map(({ traceAddress }) => traceAddress)
  const isReverted = (at: readonly number[]) =>
    revertedPaths.some((path) => path.every((step, depth) => at[depth] === step))
  return traces.flatMap(({ traceAddress, type, action: { from, to, value = 0n, callType = 'call' } }) => {
    const moves = type === 'call' && callType === 'call' && traceAddress.length > 0 && value > 0n
    return moves && from && to && !isReverted(traceAddress) ? [{ from, to, amount: value }] : []
  })
}

/** Purpose of a transaction, decoded from its calldata. */
export interface Intent {
  readonly kind: 'approve' | 'transfer' | 'call' | 'pay'
  /** Transfer that the call would make. */
  readonly transfer?: Transfer
}

/** Decodes the calldata of a pending or failed transaction, which has no logs. `contract`: receiver of the transaction. */
export function intentOf(input: string, from: EvmAddress, contract: EvmAddress): Intent {
  if (input === '0x') return { kind: 'pay' }
  const [selector, words] = [input.slice(0, 10), wordsOf(`0x${input.slice(10)}`)]
  if (APPROVE_CALLS.includes(selector)) return { kind: 'approve' }
  const addresses = words.map(toWordAddress)
  const [sender, receiver] = selector === TRANSFER_CALL ? [from, addresses[0]] : addresses
  const amount = selector === TRANSFER_CALL ? words[1] : words[2]
  if ((selector !== TRANSFER_CALL && selector !== TRANSFER_FROM_CALL) || amount === undefined) return { kind: 'call' }
  if (!sender || !receiver) return { kind: 'call' }
  return { kind: 'transfer', transfer: { from: sender, to: receiver, amount, contract } }
}

const wordsOf = (data: string): readonly bigint[] =>
  (data.slice(2).match(/[0-9a-f]{64}/gi) ?? []).map((word) => BigInt(`0x${word}`))

const toWordAddress = (word: bigint): EvmAddress | undefined => toAddress(`0x${word.toString(16).padStart(64, '0')}`)

function toAddress(topic: string | undefined): EvmAddress | undefined {
  const address = topic?.length === 66 && /^0x0{24}/.test(topic) ? `0x${topic.slice(26).toLowerCase()}` : ''
  return isEvmAddress(address) ? address : undefined
}

/** Decodes two ABI-encoded arrays: first the offsets of both arrays, then the length and the items of each array. */
function listsOf(words: readonly bigint[]): readonly [readonly bigint[], readonly bigint[]] {
  const list = (at: number): readonly bigint[] => {
    const start = Number(words[at] ?? 0n) / 32
    const length = Number(words[start] ?? 0n)
    return words.slice(start + 1, start + 1 + length)
  }
  return [list(0), list(1)]
}
