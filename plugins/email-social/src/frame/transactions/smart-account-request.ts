import * as v from 'valibot'
import { FrameError } from '../gateway.js'
import type { BatchCall } from './smart-account.js'

const hex = v.pipe(v.string(), v.regex(/^0x([\da-fA-F]{2})*$/))
const quantity = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{1,64}$/))
const address = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))
const capabilities = v.optional(v.record(v.string(), v.unknown()), {})

/** Parameter of `wallet_sendCalls` (EIP-5792, version 2.0.0). */
const request = v.strictObject({
  version: v.literal('2.0.0'),
  id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(4096))),
  from: v.optional(address),
  chainId: quantity,
  atomicRequired: v.boolean(),
  calls: v.pipe(
    v.array(v.strictObject({ to: address, data: v.optional(hex), value: v.optional(quantity), capabilities })),
    v.minLength(1),
    v.maxLength(50),
  ),
  capabilities,
})

export interface CallsRequest {
  /** Batch id chosen by the site. */
  readonly id: string | undefined
  readonly chainId: number
  readonly calls: readonly BatchCall[]
}

const asHex = (text: string): `0x${string}` => `0x${text.slice(2)}`
const isZero = (to: string): boolean => /^0x0{40}$/.test(to)
/** False for capabilities that the site marks as optional (EIP-5792). */
const isRequired = (capability: unknown): boolean => Reflect.get(Object(capability), 'optional') !== true

/**
 * Parses the parameters of `wallet_sendCalls` for `account`. Throws -32602 for invalid parameters, 4100 for another account, and 5700 for an
 * unsupported capability. Two kinds of calls are invalid parameters:
 * - Calls to the zero address: the smart account contract would execute them as calls to the account.
 * - Calls to the account with data: the data could contain another batch, which the approval would not display.
 */
export function readCalls(params: unknown, account: string): CallsRequest {
  const parsed = v.safeParse(v.strictTuple([request]), params)
  if (!parsed.success) throw new FrameError(-32_602, 'The parameters do not match "wallet_sendCalls" 2.0.0.')
  const [{ id, from, chainId, calls, capabilities: batchCapabilities }] = parsed.output
  if (from !== undefined && from.toLowerCase() !== account.toLowerCase())
    throw new FrameError(4100, 'The calls are for another account.')
  const requested = [batchCapabilities, ...calls.map((call) => call.capabilities)].flatMap(Object.entries)
  const unsupported = requested.find(([, capability]) => isRequired(capability))?.[0]
  if (unsupported !== undefined)
    throw new FrameError(5700, `This wallet does not have the capability "${unsupported}".`)
  const batchCalls = calls.map(({ to, data = '0x', value = '0x0' }) => ({
    to: asHex(to),
    data: asHex(data),
    value: BigInt(value),
  }))
  if (batchCalls.some(({ to, data }) => isZero(to) || (to.toLowerCase() === account.toLowerCase() && data !== '0x')))
    throw new FrameError(-32_602, 'A batch cannot call the zero address, or the account itself with data.')
  return { id, chainId: Number(BigInt(chainId)), calls: batchCalls }
}
