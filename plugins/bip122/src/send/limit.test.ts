import type { Context, SendDraft } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { toTransferRequest } from '@wallet-modal/kernel/transactions'
import { describe, expect, it } from 'vitest'
import type { BitcoinWallet } from '../contract.js'
import { draftOf, network } from '../node.test.fixtures.js'
import { buildTransaction } from '../transactions/build.js'
import { createProvider } from '../wallets/provider.js'
import { checkSession } from '../wallets/reported-session.js'
import { toSatsWallet } from '../wallets/sats-connect.js'
import { toUnisatWallet } from '../wallets/unisat.js'
import { toStandardWallet } from '../wallets/wallet-standard.js'
import { findLimit } from './limit.js'

const one = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const other = 'bc1pve739yap4uxjvfk0jrey69078u0gasm2nwvv483ec6zkzulgw9xqu4w9fd'
const receiver = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const signal = new AbortController().signal

/** A node that reports coins of these values, in satoshis, for the active account. */
const nodeWith = (...values: readonly number[]): Context => nodeAt(0.00001, values)

/** As {@link nodeWith}, for a node that estimates this fee rate, in bitcoins per 1,000 bytes. */
function nodeAt(feerate: number, values: readonly number[]): Context {
  const amounts = values.map((value) => value / 1e8)
  const unspents = amounts.map((amount, vout) => ({ txid: 'aa'.repeat(32), vout, amount, height: 1 }))
  const rpc = createFakeRpc(({ method, params: [, index] }) => {
    const answers: Readonly<Record<string, unknown>> = {
      scantxoutset: { success: true, height: 9, unspents },
      gettxout: { confirmations: 9, coinbase: false, value: amounts[Number(index)] },
      estimatesmartfee: { feerate },
      getmempoolinfo: { mempoolminfee: 0.00001, minrelaytxfee: 0.00001 },
    }
    return answers[method]
  })
  return createFakeContext({ api: { rpc } })
}

/** The draft of a maximum payment from a wallet that just connected. */
async function draftFrom(wallet: BitcoinWallet): Promise<SendDraft> {
  const provider = createProvider(wallet)
  const session = await provider.connect({ silent: false })
  if (!session) throw new Error('The wallet returned no session.')
  const { accounts } = checkSession(session)
  const connection = createFakeConnection({ network, provider, accounts })
  return draftOf(receiver, { connection, amount: 'max' })
}

const build = (ctx: Context, draft: SendDraft) =>
  buildTransaction(ctx, toTransferRequest(draft, [{ address: receiver, amount: draft.amount }]), new Map(), signal)

const unisat = toUnisatWallet({
  requestAccounts: async () => [one],
  getNetwork: async () => 'livenet',
})
const account = (address: string) => ({ address, chains: ['bitcoin:mainnet'] })
const accounts = ['bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7', one, other].map(account)
const standard = toStandardWallet({ features: { 'bitcoin:connect': { connect: async () => ({ accounts }) } } }, [])
const listing = (...addresses: readonly (readonly [string, string])[]): BitcoinWallet =>
  toSatsWallet(
    { request: async () => ({ result: { addresses: addresses.map(([address, purpose]) => ({ address, purpose })) } }) },
    [],
  )

describe('small coins that may carry an inscription or runes', () => {
  it.each<[string, BitcoinWallet]>([
    ["a wallet with UniSat's interface and one address", unisat],
    ['a wallet that lists one address for both payments and ordinals', listing([one, 'payment'], [one, 'ordinals'])],
    [
      'a wallet that lists one address for both payments and ordinals, and a second one for ordinals',
      listing([other, 'ordinals'], [one, 'ordinals'], [one, 'payment']),
    ],
    ['a wallet that reports taproot addresses without their purpose', standard],
  ])('are not spent from %s if their value is up to 20,000 satoshis', async (_, wallet) => {
    const draft = await draftFrom(wallet)
    const node = nodeWith(10_000, 20_000, 600)
    expect(await findLimit(node, draft, signal)).toEqual({
      max: 0n,
      fee: 0n,
      extras: [{ code: 'reserve', amount: 30_600n }],
    })
    await expect(build(node, draft)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    const { max, fee, extras } = await findLimit(nodeWith(10_000, 20_001), draft, signal)
    expect([max + fee, extras]).toEqual([20_001n, [{ code: 'reserve', amount: 10_000n }]])
  })

  it('are not spent if their value is up to 1,000 satoshis and the wallet has a separate address for ordinals', async () => {
    const draft = await draftFrom(listing([one, 'payment'], [other, 'ordinals']))
    const { max, fee, extras } = await findLimit(nodeWith(10_000, 1_001, 1_000), draft, signal)
    expect([max + fee, extras]).toEqual([11_001n, [{ code: 'reserve', amount: 1_000n }]])
  })
})

it('an account of type "ordinal" cannot send: neither a limit nor a transaction is returned, whatever its coins are worth', async () => {
  const draft = await draftFrom(unisat)
  const { connection } = draft
  const ordinals: SendDraft = {
    ...draft,
    connection: { ...connection, account: { ...connection.account, type: 'ordinal' } },
  }
  const refused = { code: 'INVALID_ARGUMENT', message: expect.stringContaining('holds ordinals') }
  await expect(findLimit(nodeWith(500_000), ordinals, signal)).rejects.toMatchObject(refused)
  await expect(build(nodeWith(500_000), ordinals)).rejects.toMatchObject(refused)
})

describe('the fee of a payment', () => {
  it('is rejected if it is above 0.1 BTC, whatever fee rate the node estimates', async () => {
    const draft = await draftFrom(unisat)
    const coins = Array.from({ length: 200 }, () => 100_000)
    await expect(build(nodeAt(0.01, coins), draft)).rejects.toMatchObject({
      code: 'NOT_SENT',
      message: 'Nothing was sent. The fee would be 0.11594 BTC, which is implausibly high.',
    })
    expect(await build(nodeAt(0.008, coins), draft)).toMatchObject({
      fee: 9_275_200n,
      contents: [{ type: 'transfer', to: receiver, amount: 10_724_800n }],
    })
  })
})
