import type { Action, UndecodedCall } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { type Address, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { toChecksum } from '../address.js'
import type { Call } from './call.js'

export type Erc20Call =
  | { readonly name: 'transfer'; readonly receiver: Address; readonly amount: bigint }
  | { readonly name: 'approve'; readonly spender: Address; readonly amount: bigint }

const signatures = { transfer: 'transfer(address,uint256)', approve: 'approve(address,uint256)' } as const

/** Decodes `transfer` and `approve` of ERC-20. `undefined` for any other calldata, and for calldata with extra bytes after the arguments. */
export function decodeErc20(data: Hex): Erc20Call | undefined {
  try {
    const { functionName: name, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (name !== 'transfer' && name !== 'approve') return undefined
    if (encodeFunctionData({ abi: erc20Abi, functionName: name, args }) !== data.toLowerCase()) return undefined
    const [account, amount] = args
    return name === 'transfer' ? { name, receiver: account, amount } : { name, spender: account, amount }
  } catch {
    return undefined // another function, or not a call
  }
}

const selectorOf = (data: Hex): string => data.slice(0, 10)

/** Function signature if known, else the selector; `—` for a plain transfer of coins. */
export function nameOf({ data }: Pick<Call, 'data'>): string {
  if (data === '0x') return '—'
  const erc20 = decodeErc20(data)
  return erc20 ? signatures[erc20.name] : selectorOf(data)
}

/** Action of a call, decoded from its bytes. */
export function readCall(call: Call, from: string, caipNetworkId: string): Action | UndecodedCall {
  const { to, value, data } = call
  const target = toChecksum(to)
  const assetId = `${caipNetworkId}/erc20:${target}`
  const erc20 = value === 0n ? decodeErc20(data) : undefined
  if (data === '0x') {
    const coin = coinAssetId({ caipNetworkId, namespace: 'eip155' })
    return { type: 'transfer', assetId: coin, amount: value, from, to: target }
  }
  if (erc20?.name === 'transfer') return { type: 'transfer', assetId, amount: erc20.amount, from, to: erc20.receiver }
  if (erc20?.name === 'approve') return { type: 'approval', assetId, amount: erc20.amount, spender: erc20.spender }
  return { type: 'undecoded', call: { to: target, value, data }, target, name: selectorOf(data), value }
}
