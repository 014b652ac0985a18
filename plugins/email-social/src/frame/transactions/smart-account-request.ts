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

/** Requested batch. */
export interface CallsRequest {
  /** Batch id chosen by the site. */
  readonly id: string | undefined
  readonly chainId: number
  readonly calls: readonly BatchCall[]
}

const asHex = (text: string): `0x${string}` => `0x${text.slice(2)}`
const isZero = (to: string): boolean => /^0x0{40}$/.test(to)
/** EIP-5792 requires refusing unknown capabilities unless they are optional. */
const isRequired = (capability: unknown): boolean => Reflect.get(Object(capability), 'optional') !== true

/**
 * Parses a batch for `account`. Refuses calls to the zero address, which the contract replaces by the account itself, and calls with data to the
 * account: the data could contain another batch, which the approval would not display.
 */
export function readCalls(params: unknown, account: string): CallsRequest {
  const parsed = v.safeParse(v.strictTuple([request]), params)
  if (!parsed.success) throw new FrameError(-32_602, 'The parameters are not those of "wallet_sendCalls" 2.0.0.')
  const [{ id, from, chainId, calls, capabilities: own }] = parsed.output
  if (from !== undefined && from.toLowerCase() !== account.toLowerCase())
    throw new FrameError(4100, 'The calls are for another account.')
  const needed = [own, ...calls.map((call) => call.capabilities)].flatMap((one) => Object.entries(one))
  const unknown = needed.find(([, capability]) => isRequired(capability))?.[0]
  if (unknown !== undefined) throw new FrameError(5700, `This wallet does not have the capability "${unknown}".`)
  const read = calls.map(({ to, data = '0x', value = '0x0' }) => ({
    to: asHex(to),
    data: asHex(data),
    value: BigInt(value),
  }))
  if (read.some(({ to, data }) => isZero(to) || (to.toLowerCase() === account.toLowerCase() && data !== '0x')))
    throw new FrameError(-32_602, 'A batch makes no calls to the account itself or to the zero address.')
  return { id, chainId: Number(BigInt(chainId)), calls: read }
}
