import { ed25519 } from '@noble/curves/ed25519'
import type { Network } from '@wallet-modal/kernel'
import { createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import type { IdentifierArray } from '@wallet-standard/base'
import networks from '../../../networks.json' with { type: 'json' }
import type { SolanaInstruction, SolanaWalletFeatures } from '../../contract.js'
import { addressOf, walletAccountOf, walletWith } from '../../wallet.test.fixtures.js'
import { transferCoins } from '../instructions.js'
import { readTransaction, writeTransaction } from '../sdk.js'
import { createWalletAccess } from '../wallet-access.js'
import { submit } from './submit.js'

const [network] = networks as readonly Network[] as readonly [Network]
export const [payer, receiver, stranger] = [addressOf(1), addressOf(2), addressOf(3)]
export const write = (...instructions: readonly SolanaInstruction[]) =>
  writeTransaction({ payer, blockhash: addressOf(9), instructions })
export const transfer = transferCoins({ from: payer, to: receiver, lamports: 5n })
export const transaction = write(transfer)
export const sign = (bytes: Uint8Array): Uint8Array => {
  const signed = bytes.slice()
  signed.set(ed25519.sign(readTransaction(bytes).messageBytes, new Uint8Array(32).fill(1)), 1)
  return signed
}
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export interface World {
  /** Signed bytes from the wallet, which may be another transaction. */
  readonly signed?: Uint8Array
  readonly sends?: boolean
  readonly throws?: unknown
  /** Error of the node for `sendTransaction`. */
  readonly refuses?: unknown
  readonly chains?: IdentifierArray
  /** Address of the wallet's only account. */
  readonly offered?: string
  /** Payloads sent before. */
  readonly payloads?: Set<string>
  /** Bytes that the node returns for the transaction, in place of `signed`. */
  readonly reads?: Uint8Array | null
  /** Bytes given to `submit` in place of the reviewed ones. */
  readonly tampered?: Uint8Array
  /** Modifies the wallet after it was connected, as a script of the page could. */
  readonly meddle?: (wallet: { features: object }, evil: object) => void
}

/** Submits the transfer to a wallet; records the requests to the wallet, and the transactions sent to the node (`sent`). */
export async function run(world: World) {
  const { signed = sign(transaction), sends = false, throws, refuses, chains } = world
  const { reads = signed, payloads = new Set(), offered = payer } = world
  const sent: unknown[] = []
  const warnings: unknown[] = []
  const walletRequests: unknown[] = []
  const rpc = createFakeRpc(({ params: [bytes], isWrite }) => {
    if (!isWrite) return reads && { transaction: [base64(reads), 'base64'] }
    sent.push(bytes)
    if (refuses !== undefined) throw refuses
    return 'done'
  })
  const ctx = createFakeContext({ api: { rpc }, log: { warn: (text) => warnings.push(text) } })
  const answer = async <T>(value: T, input: unknown): Promise<readonly T[]> => {
    walletRequests.push(input)
    if (throws !== undefined) throw throws
    return [value]
  }
  const features: Partial<SolanaWalletFeatures> = sends
    ? {
        'solana:signAndSendTransaction': {
          signAndSendTransaction: (input: unknown) => answer({ signature: signed.slice(1, 65) }, input),
        },
      }
    : {
        'solana:signTransaction': { signTransaction: (input: unknown) => answer({ signedTransaction: signed }, input) },
      }
  const provider = walletWith(features, [{ ...walletAccountOf(1, chains), address: offered }])
  const wallets = createWalletAccess()
  wallets.remember(provider)
  const caught: unknown[] = []
  const steal = async (input: unknown): Promise<never> => {
    caught.push(input)
    throw new Error('caught')
  }
  world.meddle?.(provider, {
    'solana:signTransaction': { signTransaction: steal },
    'solana:signAndSendTransaction': { signAndSendTransaction: steal },
  })
  const records = { lastBlocks: new Map<string, bigint>(), unverified: new Map<string, Uint8Array>(), payloads }
  const payload = base64(readTransaction(transaction).messageBytes)
  const outcome = submit({ ctx, wallets, records }, provider, {
    ...{ transaction: world.tampered ?? transaction, from: payer, caipNetworkId: network.caipNetworkId },
    ...{ payload, lastBlock: 7n },
  })
  const keysOf = (map: ReadonlyMap<string, unknown>) => [...map.keys()]
  await Promise.allSettled([outcome])
  return {
    ...{ outcome, sent, warnings, caught, walletRequests },
    lastBlocks: keysOf(records.lastBlocks),
    unverified: keysOf(records.unverified),
  }
}
