// @vitest-environment happy-dom
import {
  type AssetAmount,
  type Context,
  createWalletModal,
  definePlugin,
  type ExpectedAction,
  type TransactionDecoder,
  type TransactionPolicy,
  type TransactionReview,
  type Transactions,
  transactions,
} from '@wallet-modal/kernel'
import { decoders, transactionPolicies } from '@wallet-modal/kernel/transactions'
import { afterEach, expect, it, vi } from 'vitest'
import { mintWith, scaled } from '../assets/token-layout.test.fixtures.js'
import type { SolanaInstruction } from '../contract.js'
import { solana } from '../index.js'
import { accountOf, RpcError, stubNode } from '../node.test.fixtures.js'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { connect, live, mainnet, resetEachTest } from '../solana.test.fixtures.js'
import { addressOf, createTestWallet } from '../wallet.test.fixtures.js'
import { buildTransaction } from './build.js'
import { tokenAccount } from './chain-state.test.fixtures.js'
import { setBudget, transferCoins, writeMemo } from './instructions.js'
import * as sdk from './sdk.js'
import { createWalletAccess } from './wallet-access.js'

resetEachTest()

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const STAKE = 'Stake11111111111111111111111111111111111111'
const [payer, receiver, stranger] = [addressOf(1), addressOf(2), addressOf(3)]
const { signal } = new AbortController()
const coin = `${mainnet.caipNetworkId}/slip44:501`
/** Stakes with a validator (`DelegateStake`). */
const delegate: SolanaInstruction = {
  program: STAKE,
  accounts: [{ address: addressOf(7), isWritable: true }, { address: stranger }, { address: payer, isSigner: true }],
  data: new Uint8Array([2, 0, 0, 0]),
}
const transfer = transferCoins({ from: payer, to: receiver, lamports: 5n })

/** Records the last serialized transaction. The returned function modifies its bytes. */
function captureBytes(): () => void {
  let last = new Uint8Array()
  const write = sdk.writeTransaction
  vi.spyOn(sdk, 'writeTransaction').mockImplementation((message) => {
    last = write(message).slice()
    return last
  })
  return () => last.set([(last.at(-1) ?? 0) ^ 1], last.length - 1)
}

interface Contributions {
  readonly decoder?: TransactionDecoder
  readonly policy?: TransactionPolicy
}

/** Connects a wallet and returns the `Transactions` service of Solana. */
async function start({ decoder, policy }: Contributions = {}) {
  const client = definePlugin({
    name: 'client',
    kernel: '^0.1',
    requires: [transactions('solana')],
    permissions: { api: solana.spec.permissions?.api ?? [] },
    setup(ctx) {
      if (decoder) ctx.add(decoders, decoder)
      if (policy) ctx.add(transactionPolicies, policy)
      return ctx
    },
  })
  const modal = createWalletModal({
    id: 'transactions',
    plugins: [solana(), client()],
    networks: [mainnet],
    prefetch: 'never',
    logLevel: 'silent',
  })
  const wallet = createTestWallet()
  await connect(modal, wallet)
  const ctx = modal.use(client)
  const connection = live(modal)
  if (!ctx || !connection) throw new Error('not connected')
  const all: Transactions<SolanaInstruction> = ctx.get(transactions<SolanaInstruction>('solana'))
  const requestOf = (calls: readonly SolanaInstruction[], expects?: readonly ExpectedAction[]) => ({
    ...{ connection, network: mainnet, calls, ...(expects && { expects }) },
    summarize: () => ({ type: 'contractCall', target: STAKE, title: 'Stake' }) as const,
  })
  return {
    ...{ modal, wallet, ctx, requestOf },
    prepare: (calls: readonly SolanaInstruction[], expects?: readonly ExpectedAction[]) =>
      all.prepare(requestOf(calls, expects), signal),
    [Symbol.dispose]: () => modal.dispose(),
  }
}

it('an unknown instruction is shown as unknown, with its program and its first bytes', async () => {
  const node = stubNode()
  using page = await start()
  const { review } = await page.prepare([delegate])
  expect(review.actions).toEqual([{ type: 'unknown', target: STAKE, call: '0x02000000' }])
  expect(review).toMatchObject({ from: payer, call: '0x02000000', extras: [], balanceChanges: 'unavailable' })
  expect(node.requests('sendTransaction')).toEqual([])
})

it('the decoder of a plugin receives instructions as decoded from the bytes, and its action is in the review', async () => {
  stubNode()
  const decode = vi.fn((call: unknown) => {
    const { program, data } = call as SolanaInstruction
    if (program !== STAKE || data[0] !== 2) return undefined
    return { type: 'custom', kind: 'test#stake', title: 'Stake', facts: [], target: STAKE } as const
  })
  using page = await start({ decoder: { namespace: 'solana', decode } })
  const { review } = await page.prepare([writeMemo('hello'), delegate])
  expect(review.actions.map(({ type }) => type)).toEqual(['unknown', 'custom'])
  const [given] = decode.mock.calls.at(-1) ?? []
  expect(given).toMatchObject({ program: STAKE, data: delegate.data })
  expect((given as SolanaInstruction).accounts.map(({ address }) => address)).toEqual(
    delegate.accounts.map(({ address }) => address),
  )
})

it('a policy can refuse unknown instructions, and nothing is signed or sent', async () => {
  const node = stubNode()
  const policy = ({ actions }: TransactionReview) =>
    actions.some(({ type }) => type === 'unknown') ? 'Nobody can read this call.' : undefined
  using page = await start({ policy })
  await expect(page.prepare([delegate])).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('Nobody can read this call.'),
  })
  expect((await page.prepare([transfer])).review.actions).toMatchObject([{ type: 'transfer' }])
  expect([page.wallet.calls.includes('signTransaction'), node.requests('sendTransaction')]).toEqual([false, []])
})

it('I7: a transaction whose actions differ from the expected ones is refused', async () => {
  stubNode()
  using page = await start()
  const expected = { type: 'transfer', assetId: coin, amount: 5n, from: payer, to: receiver } as const
  expect((await page.prepare([transfer], [expected])).review.actions).toEqual([expected])
  const others = [
    [transferCoins({ from: payer, to: stranger, lamports: 5n })],
    [transferCoins({ from: payer, to: receiver, lamports: 6n })],
    [transfer, transfer],
    [transfer, delegate],
    [writeMemo('Order 7'), transfer],
    [transfer, writeMemo('Order 7')],
  ]
  for (const calls of others) await expect(page.prepare(calls, [expected])).rejects.toMatchObject({ code: 'REFUSED' })
})

it('a transaction is signed and sent once, with the status `sent`', async () => {
  const node = stubNode()
  using page = await start()
  const { submit } = await page.prepare([delegate])
  const outcome = await submit()
  expect(outcome).toMatchObject({ status: 'sent', sent: { type: 'contractCall', trace: '100', address: payer } })
  await expect(submit()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(node.requests('sendTransaction')).toHaveLength(1)
})

it('I7: bytes that were changed after the review never reach the wallet', async () => {
  const node = stubNode()
  const tamper = captureBytes()
  using page = await start()
  const { submit } = await page.prepare([transfer])
  tamper()
  await expect(submit()).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect([page.wallet.calls.includes('signTransaction'), node.requests('sendTransaction')]).toEqual([false, []])
})

it('I7: buildTransaction() reports changed bytes as its current payload and refuses to send them', async () => {
  stubNode()
  const tamper = captureBytes()
  using page = await start()
  const records = { lastBlocks: new Map(), unverified: new Map(), payloads: new Set<string>() }
  const state = { ctx: page.ctx as Context, wallets: createWalletAccess(), records }
  const built = await buildTransaction(state, page.requestOf([transfer]), signal)
  expect(built.currentPayload()).toBe(built.payload)
  tamper()
  expect(built.currentPayload()).not.toBe(built.payload)
  await expect(built.send()).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect(page.wallet.calls).not.toContain('signTransaction')
})

it('a compute budget is added to instructions without one; an existing one is kept', async () => {
  const node = stubNode()
  using page = await start()
  const budgetsOf = ({ payload }: TransactionReview) => {
    const message = Buffer.from(payload, 'base64')
    const { instructions } = sdk.readTransaction(Buffer.concat([Buffer.from([1]), Buffer.alloc(64), message]))
    return instructions.filter(({ program }) => program.startsWith('ComputeBudget')).map(({ data }) => [...data])
  }
  expect(budgetsOf((await page.prepare([delegate])).review)).toHaveLength(2)
  expect(node.requests('simulateTransaction')).toHaveLength(2)
  const own = setBudget({ units: 777, price: 1_000_000n })
  const { review } = await page.prepare([...own, delegate])
  expect(budgetsOf(review)).toEqual(own.map(({ data }) => [...data]))
  expect(review.fee).toBe(5_000n + 777n)
  expect(node.requests('simulateTransaction')).toHaveLength(3)
})

it('balance changes come from the simulation, without the network fee', async () => {
  const mint = addressOf(8)
  const held = (amount: bigint) =>
    accountOf(2_039_280, tokenAccount({ mint, owner: payer, amount }).data, TOKEN_PROGRAM)
  const node = stubNode({
    getMultipleAccounts: ([addresses]: readonly unknown[]) => ({
      context: { slot: 1 },
      value: (addresses as string[]).map((one) => (one === payer ? accountOf(1_000_000) : held(3n))),
    }),
    simulateTransaction: ([, config]: readonly unknown[]) => {
      const { accounts } = Object(config)
      const value = { err: null, logs: [], unitsConsumed: 300, accounts: null as unknown }
      if (accounts)
        value.accounts = accounts.addresses.map((one: string) => (one === payer ? accountOf(895_000) : held(10n)))
      return { context: { slot: 1 }, value }
    },
  })
  using page = await start()
  const { review } = await page.prepare([delegate])
  expect(review.balanceChanges).toEqual([
    { assetId: coin, amount: -100_000n },
    { assetId: `${mainnet.caipNetworkId}/token:${mint}`, amount: 7n },
  ])
  expect(node.requests('simulateTransaction').at(-1)?.[1]).toMatchObject({
    accounts: { encoding: 'base64', addresses: [payer, addressOf(7)] },
  })
})

it('balance changes are unavailable if the node cannot return accounts from a simulation', async () => {
  stubNode({
    simulateTransaction: ([, config]: readonly unknown[]) => {
      if (Object(config).accounts) throw new RpcError(-32602)
      return { context: { slot: 1 }, value: { err: null, logs: [], unitsConsumed: 300 } }
    },
  })
  using page = await start()
  expect((await page.prepare([delegate])).review.balanceChanges).toBe('unavailable')
})

it('a transaction whose simulation fails is refused', async () => {
  const failing = (err: unknown) =>
    stubNode({ simulateTransaction: { context: { slot: 1 }, value: { err, logs: ['because'], unitsConsumed: 1 } } })
  using page = await start()
  failing({ InstructionError: [0, 'InvalidAccountData'] })
  await expect(page.prepare([delegate])).rejects.toMatchObject({ code: 'NOT_SENT' })
  failing('InsufficientFundsForFee')
  await expect(page.prepare([delegate])).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
})

it.each<[string, readonly SolanaInstruction[]]>([
  ['another signer', [{ ...delegate, accounts: [{ address: stranger, isSigner: true }] }]],
  ['an invalid address', [{ ...delegate, program: 'I' }]],
  ['more bytes than a transaction can have', [{ ...delegate, data: new Uint8Array(1_300) }]],
  ['no call', []],
])('a transaction with %s is refused before the simulation', async (_, calls) => {
  const node = stubNode()
  using page = await start()
  await expect(page.prepare(calls)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(node.requests('simulateTransaction')).toEqual([])
})

it.each(['paid', 'received'])('a swap is refused if wallets scale the amounts of the %s token', async (side) => {
  const [scaledMint, mint] = [addressOf(8), addressOf(9)]
  const accountAt = (address: string, multiplier: number) =>
    address === scaledMint
      ? accountOf(1, mintWith(25, scaled(multiplier, multiplier)), TOKEN_2022_PROGRAM)
      : accountOf(1_000_000_000)
  const answerWith = (multiplier: number) =>
    stubNode({
      getMultipleAccounts: ([addresses]: readonly unknown[]) => ({
        context: { slot: 1 },
        value: (addresses as string[]).map((one) => accountAt(one, multiplier)),
      }),
    })
  const [pay, receiveAtLeast] = (side === 'paid' ? [scaledMint, mint] : [mint, scaledMint]).map((one) => ({
    ...{ assetId: `${mainnet.caipNetworkId}/token:${one}`, amount: 1n },
  })) as [AssetAmount, AssetAmount]
  const swap = { type: 'swap', pay, receiveAtLeast, receiver: payer, target: STAKE } as const
  using page = await start({ decoder: { namespace: 'solana', decode: () => swap } })
  answerWith(1)
  expect((await page.prepare([delegate], [swap])).review.actions).toEqual([swap])
  const node = answerWith(5)
  await expect(page.prepare([delegate], [swap])).rejects.toMatchObject({
    code: 'REFUSED',
    message: expect.stringContaining('Wallets display other amounts of a token of this swap'),
  })
  expect([page.wallet.calls.includes('signTransaction'), node.requests('sendTransaction')]).toEqual([false, []])
})
