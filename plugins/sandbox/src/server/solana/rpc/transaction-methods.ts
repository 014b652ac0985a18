import * as v from 'valibot'
import type { SolanaChain } from '../solana-chain.js'
import { type AccountEncoding, encodeAccount } from './account-methods.js'
import { invalidParams } from './fault.js'
import { addressParam, countSchema, inContext, type Methods, parseParam, type SolanaNode } from './method.js'
import { signaturesOf, transactionOf } from './record-methods.js'

const encoding = v.object({ encoding: v.optional(v.picklist(['base58', 'base64'])) })
const sendConfig = v.object({ ...encoding.entries, skipPreflight: v.optional(v.boolean(), false) })
const simulateConfig = v.object({
  ...encoding.entries,
  replaceRecentBlockhash: v.optional(v.boolean(), false),
  sigVerify: v.optional(v.boolean(), false),
  accounts: v.optional(
    v.object({ encoding: v.optional(v.picklist(['base64', 'jsonParsed']), 'base64'), addresses: v.array(v.string()) }),
  ),
})
const signaturesConfig = v.object({
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000))),
  before: v.optional(v.string()),
  until: v.optional(v.string()),
})
const transactionConfig = v.object({ encoding: v.optional(v.picklist(['json', 'base58', 'base64']), 'json') })
const statusesSchema = v.pipe(v.array(v.string()), v.maxLength(256))

/** Methods that simulate, send and look up transactions. */
export function transactionMethods(node: SolanaNode): Methods {
  const { chain } = node
  return {
    getFeeForMessage: ([message]) => inContext(chain, chain.fee(bytesParam(node, message, 'base64')) ?? null),
    // transactions never compete for space in a block on this chain, so the priority fee is 0
    getRecentPrioritizationFees: () => [{ slot: chain.slot(), prioritizationFee: 0 }],
    getSignaturesForAddress: ([address, config]) =>
      signaturesOf(chain, addressParam(node, address), parseParam(signaturesConfig, config ?? {}, 'config')),
    getTransaction([signatureParam, config]) {
      const signature = parseParam(v.string(), signatureParam, 'signature')
      const options = typeof config === 'string' ? { encoding: config } : (config ?? {})
      return transactionOf(node, signature, parseParam(transactionConfig, options, 'config').encoding)
    },
    requestAirdrop: ([address, lamports]) =>
      chain.airdrop(addressParam(node, address), BigInt(parseParam(countSchema, lamports, 'lamports'))),
    simulateTransaction([transaction, config]) {
      const options = parseParam(simulateConfig, config ?? {}, 'config')
      const { accounts: requested, replaceRecentBlockhash: replaceBlockhash, sigVerify: verify } = options
      const bytes = bytesParam(node, transaction, options.encoding)
      const { accounts, ...outcome } = chain.simulate(bytes, { replaceBlockhash, verify })
      const after = requested ? accountsAfter(node, accounts, requested) : null
      return inContext(chain, { ...outcome, accounts: after, returnData: null })
    },
    sendTransaction([transaction, config]) {
      const options = parseParam(sendConfig, config ?? {}, 'config')
      return chain.send(bytesParam(node, transaction, options.encoding), options.skipPreflight)
    },
    getSignatureStatuses([signatures]) {
      const statuses = parseParam(statusesSchema, signatures, 'signatures').map((one) => statusOf(chain, one))
      return inContext(chain, statuses)
    },
  }
}

function bytesParam({ kit }: SolanaNode, value: unknown, kind: 'base58' | 'base64' = 'base58'): Uint8Array {
  const text = parseParam(v.string(), value, 'encoded bytes')
  try {
    return new Uint8Array((kind === 'base64' ? kit.getBase64Encoder() : kit.getBase58Encoder()).encode(text))
  } catch {
    throw invalidParams(`the encoded bytes are not ${kind}`)
  }
}

/** States of the requested accounts after a simulated transaction. */
function accountsAfter(
  node: SolanaNode,
  accounts: ReturnType<SolanaChain['simulate']>['accounts'],
  requested: { readonly addresses: readonly string[]; readonly encoding: AccountEncoding },
): readonly (object | null)[] {
  const { addresses, encoding: kind } = requested
  if (addresses.length > accounts.size) throw invalidParams(`Too many accounts provided; max ${accounts.size}`)
  return addresses.map((address) => {
    const account = accounts.get(addressParam(node, address))
    return account ? encodeAccount(node, account, kind) : null
  })
}

function statusOf(chain: SolanaChain, signature: string): object | null {
  const known = chain.status(signature)
  if (!known) return null
  const { slot, err } = known
  const status = err === null ? { Ok: null } : { Err: err }
  return { slot, err, status, confirmations: null, confirmationStatus: 'finalized' }
}
