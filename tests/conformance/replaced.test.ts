import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import {
  type Address,
  createTestClient,
  type Hex,
  http,
  parseEther,
  parseGwei,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode } from '../../plugins/eip155/src/node.js'
import { followStatus, type KnownTransactions } from '../../plugins/eip155/src/transactions/replacement.js'
import { toTransaction } from '../../plugins/eip155/src/transactions/request.js'
import { sendTransaction } from '../../plugins/eip155/src/transactions/send-transaction.js'
import { readStatus } from '../../plugins/eip155/src/transactions/status.js'

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { api: ['rpc:*'] },
  setup: (ctx) => ctx,
})

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox?.stop())

const fees = { gas: 21_000n, maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1') }
const higherFees = { gas: 21_000n, maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('100') }

/** Sends 1 ETH from a new account to another one, as the site does. The payment stays in the mempool. */
async function openPayment() {
  const url = `${sandbox.url}/v1/?chainId=eip155:31337&projectId=test`
  const client = createTestClient({ chain: anvil, mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
  const modal = createWalletModal({
    plugins: [host()],
    projectId: 'test',
    networks: [
      {
        ...{ caipNetworkId: 'eip155:31337', namespace: 'eip155', reference: '31337', name: 'Local' },
        ...{ nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: [url] },
      },
    ],
  })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  const node = createNode(ctx, 'eip155:31337')
  const account = privateKeyToAccount(generatePrivateKey())
  const { address: from } = account
  const to: Address = privateKeyToAddress(generatePrivateKey())
  await client.setBalance({ address: from, value: parseEther('5') })
  await client.mine({ blocks: 15 }) // readStatus first reads the state of 12 blocks ago
  await client.setAutomine(false)
  const call = { to, value: parseEther('1'), data: '0x' } as const
  const request = toTransaction(from, '31337', { call, gas: fees.gas, price: fees, fee: 0n, l1Fee: 0n })
  const outcome = await sendTransaction({
    node,
    request,
    requestWallet: () => client.sendTransaction({ account, to, value: parseEther('1'), nonce: 0, ...fees }),
    position: { nonce: 0n, block: await client.getBlockNumber() },
    onFound: () => {},
  })
  if (outcome.status !== 'sent' || outcome.hash === undefined)
    throw new Error(`The status is "${outcome.status}" instead of "sent", or the hash is absent.`)
  const nonce = await outcome.nonce
  expect(nonce).toBe(0n)
  const { hash, trace = '' } = outcome
  const sent = { hash, address: from, sentAt: Date.now(), nonce: nonce ?? 99n, trace }
  return { client, node, account, to, sent, [Symbol.dispose]: () => modal.dispose() }
}

/** Queries without results of earlier ones, as after a page load. */
const fresh = (): KnownTransactions => ({ nonces: new Map(), contents: new Map(), displaced: new Set() })

describe('B3: a transaction replaced by another one, on a real chain', () => {
  it('is reported as replaced once the replacement has enough confirmations; after a reload, only the nonce tells', async () => {
    using payment = await openPayment()
    const { client, node, account, to, sent } = payment
    expect(await readStatus(sent, node, new Map())).toBe('pending')
    const other: Hex = await client.sendTransaction({
      account,
      to: account.address,
      value: 1n,
      nonce: 0,
      ...higherFees,
    })
    await client.mine({ blocks: 1 })
    expect((await client.getTransactionReceipt({ hash: other })).status).toBe('success')
    expect(await followStatus(sent, node, fresh())).toEqual({ status: 'unknown' })
    await client.mine({ blocks: 13, interval: 12 })
    expect(await followStatus(sent, node, fresh())).toEqual({ status: 'replaced' })
    const { nonce: _, ...withoutNonce } = sent
    expect(await followStatus(withoutNonce, node, fresh())).toEqual({ status: 'unknown' })
    expect(await client.getBalance({ address: to })).toBe(0n)
  })

  it('is confirmed as soon as the same transaction with a higher fee is included, also some blocks later', async () => {
    using payment = await openPayment()
    const { client, node, account, to, sent } = payment
    const value = parseEther('1')
    const faster: Hex = await client.sendTransaction({ account, to, value, nonce: 0, ...higherFees })
    await client.mine({ blocks: 1 })
    expect(faster).not.toBe(sent.hash)
    const included = { status: 'confirmed', replacementHash: faster }
    expect(await followStatus(sent, node, fresh())).toEqual(included)
    await client.mine({ blocks: 40 })
    expect(await followStatus(sent, node, fresh())).toEqual(included)
    expect(await client.getBalance({ address: to })).toBe(value)
  })
})
