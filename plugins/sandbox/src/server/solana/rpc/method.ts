import * as v from 'valibot'
import type { SolanaModules } from '../litesvm.js'
import type { SolanaChain } from '../solana-chain.js'
import { invalidParams } from './fault.js'

/** Dependencies of the JSON-RPC methods: the chain and the codecs. */
export interface SolanaNode {
  readonly chain: SolanaChain
  readonly kit: SolanaModules['kit']
}

/** JSON-RPC methods by name. They throw `RpcFault`. */
export type Methods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/** Result with the slot in which it was read (`RpcResponse`). */
export const inContext = (chain: SolanaChain, value: unknown) => ({ context: { slot: chain.slot() }, value })

/** Safe integer of 0 or more. */
export const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Parses a parameter. Throws an `RpcFault` whose message contains `name`. */
export function parseParam<S extends v.GenericSchema>(schema: S, value: unknown, name: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  throw invalidParams(`${name}: ${result.issues[0].message}`)
}

/** Parses an address in base58. Throws an `RpcFault`. */
export function addressParam({ kit }: SolanaNode, value: unknown): string {
  if (typeof value === 'string' && kit.isAddress(value)) return value
  throw invalidParams('an address must be 32 bytes in base58')
}
