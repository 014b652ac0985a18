import { bytesToHex } from '@noble/hashes/utils'
import type { ApiPromise } from '@polkadot/api'
import type { CallGroupAction, Network } from '@wallet-modal/kernel'
import { accountIdOf, addressBytes, assertEncoding, encodedBytes, isKnownChain } from './call-encoding.js'
import { BATCH, type ReadCall, readCall } from './calls.js'
import { compactBytes } from './codec.js'

/** Calls that a batch or a proxy call contains. */
export interface CallGroup extends Pick<CallGroupAction, 'onFailure'> {
  readonly calls: readonly ReadCall[]
  /** Account id for which a proxy call acts. */
  readonly account?: Uint8Array
}

/** Effect of a failed call in a batch, by name of the batch call. `undefined`: the calls succeed or fail together. */
const batches: ReadonlyMap<string, CallGroupAction['onFailure']> = new Map([
  [BATCH, undefined],
  ['Utility.batch', 'stop'],
  ['Utility.force_batch', 'continue'],
])

function readBatch(api: ApiPromise, call: ReadCall, network: Network): CallGroup {
  const inner = Array.from(call.codecs[0] as Iterable<unknown>, (one) => encodedBytes(one) ?? new Uint8Array()) // `Vec<Call>`
  assertEncoding(call, { kind: 'batch', args: [compactBytes(BigInt(inner.length)), ...inner], network })
  const onFailure = batches.get(call.name)
  return { calls: inner.map((bytes) => readCall(api, `0x${bytesToHex(bytes)}`)), ...(onFailure && { onFailure }) }
}

/**
 * Account of a proxy call, with its encoding. Old runtimes encode the account id without `MultiAddress`; the chains in `call-encoding.ts` always
 * encode a `MultiAddress`.
 */
function readAccount(real: unknown, network: Network) {
  const id = accountIdOf(real)
  if (id) return { id, bytes: addressBytes(id) }
  const bytes = 'type' in Object(real) || isKnownChain(network) ? undefined : encodedBytes(real)
  return bytes?.length === 32 ? { id: bytes, bytes } : undefined
}

/** `undefined` if the account is not given by its id. */
function readProxy(api: ApiPromise, call: ReadCall, network: Network): CallGroup | undefined {
  const [real, proxyType, inner] = call.codecs
  const account = readAccount(real, network)
  const [type, bytes] = [encodedBytes(proxyType), encodedBytes(inner)]
  // `Option<ProxyType>`: 0, or 1 and the index of the type
  if (!account || !bytes || !type || type.length !== (type[0] === 0 ? 1 : 2)) return undefined
  assertEncoding(call, { kind: 'proxy call', args: [account.bytes, type, bytes], network })
  return { calls: [readCall(api, `0x${bytesToHex(bytes)}`)], account: account.id }
}

/** Calls in a batch or a proxy call; `undefined` for any other call. */
export function readGroup(api: ApiPromise, call: ReadCall, network: Network): CallGroup | undefined {
  if (batches.has(call.name)) return readBatch(api, call, network)
  return call.name === 'Proxy.proxy' ? readProxy(api, call, network) : undefined
}
