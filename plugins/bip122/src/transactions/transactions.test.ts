// @vitest-environment happy-dom
import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import {
  type Context,
  createWalletModal,
  definePlugin,
  type Network,
  type TransactionDecoder,
  type TransactionPolicy,
  type TransactionRequest,
  transactionSent,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { sendHandlers } from '@wallet-modal/kernel/assets'
import { createFakeApi, type FakeRequest } from '@wallet-modal/kernel/testing'
import { decoders, transactionPolicies } from '@wallet-modal/kernel/transactions'
import { crypto, initEccLib, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import { afterEach, describe, expect, it } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import type { BitcoinCall, BitcoinProvider } from '../contract.js'
import { bip122 } from '../index.js'

initEccLib(ecc)
const [network] = networks as readonly Network[] as readonly [Network]
const { caipNetworkId } = network
const assetId = `${caipNetworkId}/slip44:0`
const pair = ECPairFactory(ecc).fromPrivateKey(new Uint8Array(32).fill(9))
const internalPubkey = pair.publicKey.slice(1)
const { address: own = '' } = payments.p2tr({ internalPubkey })
const receiver = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const { signal } = new AbortController()
afterEach(() => localStorage.clear())

const value = 0.001
/** Answers of a node that knows one coin of 100,000 satoshis. */
const answers: Readonly<Record<string, unknown>> = {
  scantxoutset: { success: true, height: 9, unspents: [{ txid: 'aa'.repeat(32), vout: 0, amount: value, height: 1 }] },
  gettxout: { confirmations: 9, coinbase: false, value },
  estimatesmartfee: { feerate: 0.00001 },
  getmempoolinfo: { mempoolminfee: 0.00001, minrelaytxfee: 0.00001 },
  getblockcount: 9,
}

interface Contributions {
  readonly decoder?: TransactionDecoder
  readonly policy?: TransactionPolicy
}

/** Connects a wallet with a taproot key; records the wallet's signatures and the transactions that the node received. */
async function connect({ decoder, policy }: Contributions = {}) {
  const broadcast: Transaction[] = []
  let signCount = 0
  const broadcastHex = (hex: unknown): string => {
    const transaction = Transaction.fromHex(String(hex))
    broadcast.push(transaction)
    return transaction.getId()
  }
  const reply = (call: unknown): object => {
    const { id, method, params } = Object(call)
    return { jsonrpc: '2.0', id, result: method === 'sendrawtransaction' ? broadcastHex(params[0]) : answers[method] }
  }
  const api = createFakeApi({
    'rpc:/v1/': ({ body }: FakeRequest) => (Array.isArray(body) ? body.map(reply) : reply(body)),
  })
  const accounts = [{ address: own, type: 'payment' as const, publicKey: hex.encode(internalPubkey) }]
  const provider: BitcoinProvider = {
    connect: async () => ({ accounts, caipNetworkId }),
    getAccounts: async () => accounts,
    signMessage: async () => 'AA==',
    async signPsbt({ psbt }) {
      signCount++
      const tweaked = pair.tweak(crypto.taggedHash('TapTweak', internalPubkey))
      return { psbt: Psbt.fromBase64(psbt).signAllInputs(tweaked).toBase64() }
    },
    watch: () => () => undefined,
  }
  let context: Context | undefined
  const probe = definePlugin({
    name: 'probe',
    kernel: '^0.1',
    setup(ctx) {
      context = ctx
      if (decoder) ctx.add(decoders, decoder)
      if (policy) ctx.add(transactionPolicies, policy)
    },
  })
  const modal = createWalletModal({
    plugins: [bip122(), api.plugin, probe()],
    networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await modal.connections.connect({
    ...{ id: 'x', name: 'X', type: 'EXTERNAL', namespaces: ['bip122'] },
    provider: async () => provider,
  })
  const connection = modal.connections.active.value
  const transactions = connection?.adapter.transactions
  if (!connection || !transactions || !context) throw new Error('not connected')
  return {
    ...{ modal, connection, transactions, broadcast },
    handler: context.all(sendHandlers).value[0],
    signCount: () => signCount,
    [Symbol.dispose]() {
      modal[Symbol.dispose]()
      api.dispose()
    },
  }
}

const requestOf = (
  connection: WalletConnection,
  calls: readonly BitcoinCall[],
  more: Partial<TransactionRequest<BitcoinCall>> = {},
): TransactionRequest<BitcoinCall> => ({
  ...{ connection, network, calls },
  summarize: () => ({ type: 'custom', kind: 'test#note', title: 'Note' }),
  ...more,
})
const data = new TextEncoder().encode('hello')
const payment: BitcoinCall = { address: receiver, amount: 20_000n }
const unknown = { type: 'unknown', target: 'OP_RETURN', call: 'OP_RETURN 68656c6c6f' }
const transfer = { type: 'transfer', from: own, to: receiver, amount: 20_000n, assetId }

describe('a transaction with an OP_RETURN output', () => {
  it('shows the output as unknown next to the payment, and is sent as in the review', async () => {
    using page = await connect()
    const { connection, transactions, broadcast, modal } = page
    const events: unknown[] = []
    modal.on(transactionSent, (sent) => void events.push(sent))
    const { review, submit } = await transactions.prepare(requestOf(connection, [payment, { data }]), signal)
    expect(review).toMatchObject({ actions: [transfer, unknown], balanceChanges: [{ assetId, amount: -20_000n }] })
    const outcome = await submit()
    const [sent] = broadcast
    expect(sent?.outs.map(({ script, value }) => [script[0] === 0x6a, value])).toEqual([
      [false, 20_000n],
      [true, 0n],
      [false, 80_000n - BigInt(Number(review.fee))],
    ])
    expect(outcome).toMatchObject({ status: 'sent', sent: { type: 'custom', hash: sent?.getId() } })
    expect(events).toMatchObject([{ type: 'custom', kind: 'test#note', hash: sent?.getId(), address: own }])
  })

  it('can have several calls: supportsBatch resolves to true', async () => {
    using page = await connect()
    expect(await page.transactions.supportsBatch(page.connection, network)).toBe(true)
  })

  it('shows the action of a contributed decoder, or unknown if the decoder has none', async () => {
    const action = { type: 'custom', kind: 'test#note', title: 'Note', facts: [], target: 'OP_RETURN' } as const
    const decoder: TransactionDecoder = {
      namespace: 'bip122',
      decode: (call) => (new TextDecoder().decode(Object(call).data) === 'hello' ? action : undefined),
    }
    using page = await connect({ decoder })
    const { connection, transactions } = page
    const reviewOf = async (calls: readonly BitcoinCall[]) =>
      (await transactions.prepare(requestOf(connection, calls), signal)).review.actions
    expect(await reviewOf([{ data }])).toEqual([action])
    expect(await reviewOf([{ data: Uint8Array.of(1) }])).toMatchObject([{ type: 'unknown' }])
  })

  it('is rejected by a policy before the wallet shows a prompt', async () => {
    const policy: TransactionPolicy = ({ actions }) =>
      actions.some(({ type }) => type === 'unknown') ? 'This site allows no unknown calls.' : undefined
    using page = await connect({ policy })
    const { connection, transactions, broadcast, signCount } = page
    await expect(transactions.prepare(requestOf(connection, [payment, { data }]), signal)).rejects.toMatchObject({
      code: 'REFUSED',
      message: 'This site allows no unknown calls. Nothing was sent.',
    })
    expect([signCount(), broadcast]).toEqual([0, []])
    await expect(transactions.prepare(requestOf(connection, [payment]), signal)).resolves.toBeDefined()
  })

  it('is rejected if its actions differ from the expected ones', async () => {
    using page = await connect()
    const { connection, transactions } = page
    const expects = [{ ...transfer, type: 'transfer' } as const]
    const prepare = (calls: readonly BitcoinCall[]) =>
      transactions.prepare(requestOf(connection, calls, { expects }), signal)
    await expect(prepare([payment])).resolves.toBeDefined()
    for (const calls of [[payment, { data }], [payment, payment], [{ ...payment, amount: 20_001n }]])
      await expect(prepare(calls)).rejects.toMatchObject({ code: 'REFUSED' })
  })
})

describe('a Bitcoin transfer', () => {
  it('of the maximum has one output without change, and can be submitted only once', async () => {
    using page = await connect()
    const { connection, handler, broadcast } = page
    const token = { assetId, caipNetworkId, name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
    const draft = { connection, network, token, receiver, amount: 'max' } as const
    const prepared = await handler?.prepare(draft, signal)
    expect(await prepared?.submit()).toMatchObject({ status: 'sent', sent: { type: 'transfer', token, receiver } })
    expect(broadcast.map(({ outs }) => outs.map(({ value }) => value))).toEqual([
      [100_000n - BigInt(Number(prepared?.review.fee))],
    ])
    await expect(prepared?.submit()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(broadcast).toHaveLength(1)
  })

  it("to the account's own address shows the amount and no balance change", async () => {
    using page = await connect()
    const calls = [{ address: own, amount: 20_000n }]
    const { review } = await page.transactions.prepare(requestOf(page.connection, calls), signal)
    expect(review).toMatchObject({ actions: [{ ...transfer, to: own }], balanceChanges: [] })
  })
})
