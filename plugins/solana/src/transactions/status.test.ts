import type { SentTransaction, SentTransfer } from '@wallet-modal/kernel'
import { createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import type { SolanaInstruction } from '../contract.js'
import { TOKEN_PROGRAM } from '../programs.js'
import { addressOf } from '../wallet.test.fixtures.js'
import { setBudget, transferCoins } from './instructions.js'
import { associatedAccount, writeTransaction } from './sdk.js'
import { readStatus } from './status.js'
import type { SubmissionRecords } from './submit/submit.js'
import { traceOf } from './submit/trace.js'
import { transferTokens } from './token-instructions.js'

const LAST = 1_000n
const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const token = { assetId: `${caipNetworkId}/slip44:501`, caipNetworkId, name: 'SOL', symbol: 'SOL', decimals: 9 }
const sent: SentTransfer & { readonly hash: string } = {
  ...{ type: 'transfer', hash: 'signature', caipNetworkId, address: '' },
  ...{ token, amount: 1n, receiver: '', sentAt: 0 },
}

/** Slot of the node that reports the block height. */
const SLOT = 1_500

interface World {
  readonly height?: bigint
  /** Slot of the node that reports the status. */
  readonly slot?: number
  /** Status in the node's answer. `null`: the transaction is unknown to the node. `'nothing'`: the answer has no status. */
  readonly known?: object | null | 'nothing'
  /** The bytes on the chain. */
  readonly found?: Uint8Array | null
  /** The transaction whose status is requested. */
  readonly of?: SentTransaction
}

/** Reads the status from nodes in this state. Records the warnings. */
function look(
  { height = LAST, slot = SLOT, known = null, found = null, of = sent }: World,
  recorded: Partial<SubmissionRecords> = {},
) {
  const answers: Readonly<Record<string, unknown>> = {
    getEpochInfo: { epoch: 0, absoluteSlot: SLOT, blockHeight: Number(height) },
    getSignatureStatuses: { context: { slot }, value: known === 'nothing' ? [] : [known] },
    getTransaction: found && { transaction: [Buffer.from(found).toString('base64'), 'base64'] },
  }
  const rpc = createFakeRpc(({ method }) => answers[method])
  const warnings: unknown[] = []
  const ctx = createFakeContext({ api: { rpc }, log: { warn: (text) => warnings.push(text) } })
  const records = { lastBlocks: new Map(), unverified: new Map(), ...recorded }
  return { warnings, status: readStatus(ctx, of, records, new AbortController().signal) }
}

describe('a transaction that is unknown to the node', () => {
  it.each([
    [LAST, 'pending'],
    [LAST + 150n, 'pending'],
    [LAST + 151n, 'failed'],
  ])('at block height %i is %s, with a margin of 150 blocks after its last block', async (height, status) => {
    expect(await look({ height }, { lastBlocks: new Map([[sent.hash, LAST]]) }).status).toBe(status)
  })

  const lastBlocks = new Map([[sent.hash, LAST]])

  it('B3: stays pending if the node of the status is behind the node of the block height', async () => {
    expect(await look({ height: LAST + 151n, slot: SLOT - 1 }, { lastBlocks }).status).toBe('pending')
  })

  it('B3: is unknown, not failed, once nodes may have pruned it', async () => {
    expect(await look({ height: LAST + 50_001n }, { lastBlocks }).status).toBe('unknown')
  })

  it('B3: is not reported as failed if the node returns no status', async () => {
    await expect(look({ height: LAST + 151n, known: 'nothing' }, { lastBlocks }).status).rejects.toThrow('no status')
  })

  it('is failed after its last block also after a reload, because the trace contains this block', async () => {
    const of = { ...sent, trace: String(LAST) }
    expect(await look({ height: LAST + 151n, of }).status).toBe('failed')
    expect(await look({ height: LAST + 150n, of }).status).toBe('pending')
    expect(await look({ height: LAST + 151n, of: { ...sent, trace: 'soon' } }).status).toBe('unknown')
  })

  it('is unknown if its last block is unknown', async () => {
    expect(await look({ height: LAST + 1_000n }).status).toBe('unknown')
  })
})

describe('a transaction that failed', () => {
  const failed = (confirmationStatus: string): object => ({ err: 'AccountInUse', confirmationStatus })

  it('B3: is pending while the failure is only "processed", and failed once it is "confirmed"', async () => {
    expect(await look({ known: failed('processed') }).status).toBe('pending')
    expect(await look({ known: failed('confirmed') }).status).toBe('failed')
  })
})

describe('a transaction that may differ from the reviewed one', () => {
  const [payer, receiver, stranger] = [addressOf(1), addressOf(2), addressOf(3)]
  const write = (...instructions: readonly SolanaInstruction[]) =>
    writeTransaction({ payer, blockhash: addressOf(9), instructions })
  const transfer = transferCoins({ from: payer, to: receiver, lamports: 5n })
  const other = write(transferCoins({ from: payer, to: stranger, lamports: 5n }))
  const confirmed = { err: null, confirmationStatus: 'confirmed' }
  const unverified = () => new Map<string, Uint8Array | null>([[sent.hash, write(transfer)]])

  it.each([
    [
      'confirmed if it contains the reviewed transfer',
      write(...setBudget({ units: 9, price: 9n }), transfer),
      'confirmed',
    ],
    ['pending if its bytes cannot be read from the chain yet', null, 'pending'],
    ['unknown if it does something else', other, 'unknown'],
    ['unknown if its bytes cannot be parsed', new Uint8Array(3), 'unknown'],
  ])('I7: is %s', async (_, found, status) => {
    expect(await look({ known: confirmed, found }, { unverified: unverified() }).status).toBe(status)
  })

  it('causes one warning with its hash if it differs, and is never confirmed afterwards', async () => {
    const records = { unverified: unverified() }
    const first = look({ known: confirmed, found: other }, records)
    expect(await first.status).toBe('unknown')
    expect(first.warnings).toEqual([expect.stringContaining(sent.hash)])
    const second = look({ known: confirmed, found: other }, records)
    expect(await second.status).toBe('unknown')
    expect(second.warnings).toEqual([])
  })

  it('is failed if it failed, even if it differs', async () => {
    const known = { err: 'AccountInUse', confirmationStatus: 'confirmed' }
    expect(await look({ known, found: other }, { unverified: unverified() }).status).toBe('failed')
  })
})

describe('I7: a transaction that was signed before a reload or in another tab', () => {
  const [payer, receiver, stranger, mint] = [addressOf(1), addressOf(2), addressOf(3), addressOf(7)]
  const known = { err: null, confirmationStatus: 'confirmed' }
  const coins = { ...sent, address: payer, receiver, amount: 5n }
  const tokens = { ...coins, token: { ...token, assetId: `${caipNetworkId}/token:${mint}`, address: mint } }
  const write = (...instructions: readonly SolanaInstruction[]) =>
    writeTransaction({ payer, blockhash: addressOf(9), instructions })
  const transfer = transferCoins({ from: payer, to: receiver, lamports: 5n })
  const tokenTransfer = async (to: string, amount: bigint): Promise<SolanaInstruction> =>
    transferTokens({
      ...{ program: TOKEN_PROGRAM, from: addressOf(4), mint, owner: payer, amount, decimals: 9 },
      to: await associatedAccount(to, mint, TOKEN_PROGRAM),
    })

  it.each<[string, SentTransaction, () => Promise<Uint8Array>, string]>([
    ['confirmed if coins went to the receiver', coins, async () => write(transfer), 'confirmed'],
    [
      'unknown if coins went to another account',
      coins,
      async () => write(transferCoins({ from: payer, to: stranger, lamports: 5n })),
      'unknown',
    ],
    [
      'unknown if the amount differs',
      coins,
      async () => write(transferCoins({ from: payer, to: receiver, lamports: 6n })),
      'unknown',
    ],
    ['unknown if it paid twice', coins, async () => write(transfer, transfer), 'unknown'],
    ['unknown if its bytes cannot be parsed', coins, async () => new Uint8Array(3), 'unknown'],
    [
      'confirmed if tokens went to the receiver from several accounts',
      tokens,
      async () => write(await tokenTransfer(receiver, 2n), await tokenTransfer(receiver, 3n)),
      'confirmed',
    ],
    [
      'unknown if tokens went to another account',
      tokens,
      async () => write(await tokenTransfer(stranger, 5n)),
      'unknown',
    ],
    ['unknown if it sent coins instead of tokens', tokens, async () => write(transfer), 'unknown'],
  ])('is %s', async (_, of, found, status) => {
    expect(await look({ known, of, found: await found() }).status).toBe(status)
  })

  it('is verified by the digests of its calls if it is no transfer', async () => {
    const approve = { program: TOKEN_PROGRAM, accounts: [{ address: stranger }], data: new Uint8Array([4, 1, 2]) }
    const trace = await traceOf(write(...setBudget({ units: 1, price: 1n }), approve, approve))
    const of: SentTransaction = {
      ...{ type: 'contractCall', target: TOKEN_PROGRAM, title: 'Approve', hash: 'signature', caipNetworkId },
      ...{ address: payer, sentAt: 0, ...(trace !== undefined && { trace }) },
    }
    const statusOf = (found: Uint8Array) => look({ known, of, found }).status
    expect(await statusOf(write(...setBudget({ units: 9, price: 9n }), approve, approve, transfer))).toBe('confirmed')
    expect(await statusOf(write(approve))).toBe('unknown')
    expect(await statusOf(write(approve, approve, approve))).toBe('unknown')
    expect(await statusOf(write(approve, { ...approve, data: new Uint8Array([4, 1, 3]) }))).toBe('unknown')
    const { trace: _, ...without } = of
    expect(await look({ known, of: without, found: write(approve, approve) }).status).toBe('unknown')
  })

  it('is confirmed without reading its bytes if the site itself sent it', async () => {
    const of: SentTransaction = {
      ...{
        type: 'custom',
        kind: 'site#mint',
        title: 'Mint',
        hash: 'signature',
        caipNetworkId,
        address: payer,
        sentAt: 0,
      },
      isSentBySite: true,
    }
    expect(await look({ known, of, found: null }).status).toBe('confirmed')
    expect(await look({ known: null, of }).status).toBe('unknown')
  })

  it('is confirmed without reading its bytes if it was signed on this page', async () => {
    expect(await look({ known, of: coins }, { lastBlocks: new Map([[sent.hash, LAST]]) }).status).toBe('confirmed')
  })
})
