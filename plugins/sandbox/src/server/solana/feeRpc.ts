import { Buffer } from 'node:buffer'
import * as v from 'valibot'
import { invalidParams } from './fault.js'
import type { SolanaModules } from './litesvm.js'
import type { SolanaChain } from './solanaChain.js'

const LAMPORTS_PER_SIGNATURE = 5000n
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const DEFAULT_UNITS = 200_000n
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const
const ownedSchema = v.tuple([
  v.string(),
  v.union([v.object({ mint: v.string() }), v.object({ programId: v.picklist(tokenPrograms) })]),
])

/** What a wallet or a page asks before it sends: fees, and the token accounts of an owner. */
export function feeMethods(chain: SolanaChain, kit: SolanaModules['kit']) {
  const readFee = (base64: string): bigint => {
    try {
      const message = kit.getCompiledTransactionMessageDecoder().decode(kit.getBase64Encoder().encode(base64))
      if (!('instructions' in message)) throw new Error('unknown version')
      let [units, price] = [DEFAULT_UNITS, 0n]
      for (const { programAddressIndex, data } of message.instructions) {
        if (message.staticAccounts[programAddressIndex] !== COMPUTE_BUDGET || !data) continue
        const view = Buffer.from(data)
        if (view[0] === 2) units = BigInt(view.readUInt32LE(1))
        if (view[0] === 3) price = view.readBigUInt64LE(1)
      }
      const extra = (units * price + 999_999n) / 1_000_000n
      return BigInt(message.header.numSignerAccounts) * LAMPORTS_PER_SIGNATURE + extra
    } catch (error) {
      throw invalidParams(`failed to deserialize the message: ${String(error).slice(0, 200)}`)
    }
  }
  return {
    getEpochInfo: () => ({ epoch: chain.epoch(), absoluteSlot: chain.slot(), blockHeight: chain.slot() }),
    getFeeForMessage: ([message]: readonly unknown[]) => readFee(v.parse(v.string(), message)),
    /** Nobody waits on this chain, so nobody pays to be faster. */
    getRecentPrioritizationFees: () => [{ slot: chain.slot(), prioritizationFee: 0 }],
    getTokenAccountsByOwner(params: readonly unknown[]) {
      const [owner, of] = v.parse(ownedSchema, params.slice(0, 2))
      const [mine, mint] = [owner, 'mint' in of ? of.mint : undefined].map(
        (one) => one && Buffer.from(kit.getBase58Encoder().encode(one)),
      )
      const programs = 'programId' in of ? [of.programId] : tokenPrograms
      return programs
        .flatMap((program) => chain.accountsOf(program))
        .filter(({ data }) => data.length >= 165 && (data.length === 165 || data[165] === 2))
        .filter(({ data }) => mine && Buffer.from(data.subarray(32, 64)).equals(mine as Buffer))
        .filter(({ data }) => !mint || Buffer.from(data.subarray(0, 32)).equals(mint as Buffer))
        .map(({ address, data, lamports, programAddress, executable, space }) => ({
          pubkey: address,
          account: {
            lamports,
            owner: programAddress,
            executable,
            rentEpoch: 18446744073709551615n,
            space,
            data: [Buffer.from(data).toString('base64'), 'base64'],
          },
        }))
    },
  }
}
