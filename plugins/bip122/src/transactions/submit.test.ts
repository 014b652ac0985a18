import * as ecc from '@bitcoinerlab/secp256k1'
import { type Account, WalletModalError } from '@wallet-modal/kernel'
import { createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { initEccLib, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import { describe, expect, it } from 'vitest'
import type { BitcoinProvider } from '../contract.js'
import type { SentInputs } from './sent-inputs.js'
import { assertAccount, signAndBroadcast } from './submit.js'

initEccLib(ecc)
const keyOf = (fill: number) => {
  const pair = ECPairFactory(ecc).fromPrivateKey(new Uint8Array(32).fill(fill))
  const { address = '', output = new Uint8Array() } = payments.p2wpkh({ pubkey: pair.publicKey })
  return { pair, address, script: output }
}
const [me, friend, stranger] = [keyOf(5), keyOf(6), keyOf(7)]
const coin = { txid: 'aa'.repeat(32), index: 0, value: 100_000n, height: 1 }
const caipNetworkId = 'bip122:000000000019d6689c085ae165831e93'

function payment(to: Uint8Array): Psbt {
  const witnessUtxo = { script: me.script, value: coin.value }
  return new Psbt()
    .addInput({ hash: coin.txid, index: coin.index, witnessUtxo })
    .addOutput({ script: to, value: 99_000n })
}
const shown = payment(friend.script).toBase64()
const signed = (psbt: Psbt): string => psbt.signAllInputs(me.pair).toBase64()

const account = { address: me.address, type: 'payment' } as const
/** A wallet with one account. {@link run} replaces its `signPsbt`. */
const wallet: BitcoinProvider = {
  connect: async () => null,
  getAccounts: async () => [account],
  signMessage: async () => '',
  signPsbt: async ({ psbt }) => ({ psbt }),
  watch: () => () => undefined,
}

/** A node whose `getmempoolentry` finds no transaction. It has unspent outputs only of the transactions that `isThere` accepts. */
const nodeWithUnspent = (isThere: (id: unknown) => boolean) => (method: string, id: unknown) => {
  if (method === 'getmempoolentry') throw new WalletModalError('RPC_ERROR', 'not there', { status: -5 })
  if (method !== 'gettxout') return 7
  return isThere(id) ? { confirmations: 0, coinbase: false, value: 0.00000001 } : null
}

/**
 * Signs the payment with this `signPsbt`, and records the transactions that the node receives. `read` answers read requests to the node; by default, its
 * coins are unspent. `failure` is the node's answer to the transaction.
 */
async function run(
  signPsbt: BitcoinProvider['signPsbt'],
  read: (method: string, id: unknown) => unknown = nodeWithUnspent(() => true),
  failure?: WalletModalError,
) {
  const provider: BitcoinProvider = { ...wallet, signPsbt }
  const sent: string[] = []
  const rpc = createFakeRpc(({ method, params: [first], isWrite }) => {
    if (!isWrite) return read(method, first)
    sent.push(String(first))
    if (failure) throw failure
    return Transaction.fromHex(String(first)).getId()
  })
  const ctx = createFakeContext({ api: { rpc } })
  const sentInputs: SentInputs = new Map()
  const outcome = signAndBroadcast(ctx, { provider, account, psbt: shown, caipNetworkId, coins: [coin], sentInputs })
  return { outcome, sent, sentInputs }
}

describe('the signed PSBT of a wallet', () => {
  it('is broadcast if it matches the PSBT in the review', async () => {
    const { outcome, sent, sentInputs } = await run(async ({ psbt }) => ({ psbt: signed(Psbt.fromBase64(psbt)) }))
    const answer = await outcome
    expect(sent).toHaveLength(1)
    const transaction = Transaction.fromHex(sent[0] ?? '')
    expect(answer).toEqual({
      status: 'sent',
      hash: transaction.getId(),
      trace: expect.stringMatching(/^\d+( [\da-f]{64}:\d+)+$/),
    })
    expect(transaction.outs[0]?.script).toEqual(friend.script)
    expect(sentInputs.get(transaction.getId())).toEqual({ coins: [coin], height: 7 })
  })

  it.each<[string, () => string, string]>([
    ['pays another receiver', () => signed(payment(stranger.script)), 'its outputs differ'],
    [
      'pays an additional receiver',
      () => signed(payment(friend.script).addOutput({ script: stranger.script, value: 1n })),
      'outputs differ',
    ],
    ['is not signed', () => shown, 'not signed'],
    ['has a signature that does not commit to the outputs (SIGHASH_NONE)', openEnded, 'sighash type'],
    ['is not a PSBT', () => 'AAAA', 'not a PSBT'],
  ])('I7: is not broadcast if it %s', async (_, answer, reason) => {
    const { outcome, sent, sentInputs } = await run(async () => ({ psbt: answer() }))
    await expect(outcome).rejects.toMatchObject({ code: 'NOT_SENT', message: expect.stringContaining(reason) })
    await expect(outcome).rejects.toThrow('Nothing was sent.')
    expect([sent, sentInputs.size]).toEqual([[], 0])
  })
})

describe('a wallet that does not sign', () => {
  const throwing = (error: unknown) =>
    run(async () => {
      throw error
    })

  it('sends nothing: the status is "rejected" if the visitor rejected, else the submission fails with the reason', async () => {
    const rejected = await throwing({ code: 4001 })
    expect([await rejected.outcome, rejected.sent, rejected.sentInputs.size]).toEqual([{ status: 'rejected' }, [], 0])
    const failed = await throwing(new Error('the wallet is locked'))
    await expect(failed.outcome).rejects.toMatchObject({
      code: 'NOT_SENT',
      message: 'Nothing was sent. The wallet could not sign the transaction: the wallet is locked',
    })
    const unsupported = await throwing(new WalletModalError('UNSUPPORTED_METHOD', 'It cannot sign.'))
    await expect(unsupported.outcome).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    expect([failed.sent, unsupported.sent]).toEqual([[], []])
  })
})

describe('a coin that is spent while the wallet shows its prompt', () => {
  const sign = async ({ psbt }: { readonly psbt: string }) => ({ psbt: signed(Psbt.fromBase64(psbt)) })
  it('makes the submission fail, so that a pending payment of the same coin is not replaced', async () => {
    const { outcome, sent, sentInputs } = await run(
      sign,
      nodeWithUnspent(() => false),
    )
    await expect(outcome).rejects.toMatchObject({
      code: 'NOT_SENT',
      message: expect.stringMatching(/^Nothing was sent.*spent in the meantime/),
    })
    expect([sent, sentInputs.size]).toEqual([[], 0])
  })

  it('makes the submission fail if the node does not answer whether the coin is spent', async () => {
    const { outcome, sent } = await run(sign, () => {
      throw new WalletModalError('TIMEOUT', 'The node did not answer in time.')
    })
    await expect(outcome).rejects.toMatchObject({ code: 'NOT_SENT', message: expect.stringMatching(/in time\.$/) })
    expect(sent).toEqual([])
  })

  it('does not make the submission fail if the wallet already broadcast this payment itself', async () => {
    const { outcome, sent } = await run(
      sign,
      nodeWithUnspent((id) => id !== coin.txid),
    )
    expect(await outcome).toMatchObject({ status: 'sent', hash: Transaction.fromHex(sent[0] ?? '').getId() })
  })
})

describe('the answer of the node to the transaction', () => {
  const sign: BitcoinProvider['signPsbt'] = async ({ psbt }) => ({ psbt: signed(Psbt.fromBase64(psbt)) })
  const answered = (failure: WalletModalError) => run(sign, undefined, failure)

  it.each([-25, -26, -22])(
    'makes the submission fail with NOT_SENT if the node rejected the transaction: %i',
    async (status) => {
      const { outcome } = await answered(new WalletModalError('RPC_ERROR', 'dust', { status }))
      await expect(outcome).rejects.toMatchObject({
        code: 'NOT_SENT',
        message: expect.stringMatching(/^Nothing was sent.*smaller than the network allows/),
      })
    },
  )

  it('is "unknown" with the hash if it was lost, or if it does not prove that nothing was sent', async () => {
    for (const cause of [
      new WalletModalError('TIMEOUT', 'The node did not answer in time.'),
      new WalletModalError('RPC_ERROR', 'busy', { status: -32603 }),
    ]) {
      const { outcome, sent } = await answered(cause)
      const answer = await outcome
      const hash = Transaction.fromHex(sent[0] ?? '').getId()
      expect(answer).toMatchObject({ status: 'unknown', hash, cause })
    }
  })

  it('is "sent" if the transaction is already in a block', async () => {
    const { outcome } = await answered(new WalletModalError('RPC_ERROR', 'already in chain', { status: -27 }))
    expect(await outcome).toMatchObject({ status: 'sent' })
  })
})

it('assertAccount rejects if the wallet no longer has the account, or is disconnected', async () => {
  const providerOf = (...accounts: readonly Account[]) => ({ ...wallet, getAccounts: async () => accounts })
  await expect(assertAccount(providerOf(account), account)).resolves.toBeUndefined()
  const ordinal: Account = { ...account, type: 'ordinal' }
  for (const provider of [providerOf(), providerOf(ordinal), providerOf({ ...account, address: friend.address })])
    await expect(assertAccount(provider, account)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  await expect(assertAccount({}, account)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

/** A payment signed with SIGHASH_NONE, so that anybody can replace its outputs. */
function openEnded(): string {
  const psbt = payment(friend.script).updateInput(0, { sighashType: Transaction.SIGHASH_NONE })
  return psbt.signInput(0, me.pair, [Transaction.SIGHASH_NONE]).toBase64()
}
