import type { Network } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import networks from '../../../networks.json' with { type: 'json' }
import type { ChainAccount } from '../../node.js'
import { SYSTEM_PROGRAM } from '../../programs.js'
import { addressOf } from '../../wallet.test.fixtures.js'
import { createAssetIds } from '../asset-ids.js'
import { tokenAccount } from '../chain-state.test.fixtures.js'
import { toBalanceChanges, watchedAddresses } from './balance-changes.js'

const [network] = networks as readonly Network[] as readonly [Network]
const [payer, other, mint, first, second] = [1, 2, 3, 4, 5].map(addressOf) as [string, string, string, string, string]
const coin = `${network.caipNetworkId}/slip44:501`
const token = `${network.caipNetworkId}/token:${mint}`
const wallet = (lamports: bigint): ChainAccount => ({
  ...{ lamports, owner: SYSTEM_PROGRAM, isProgram: false, data: new Uint8Array() },
})
const held = (amount: bigint, owner = payer) => tokenAccount({ mint, owner, amount })

type Accounts = Readonly<Record<string, ChainAccount | undefined>>

function changes(before: Accounts, after: Accounts | undefined, fee = 5_000n) {
  const addresses = Object.keys(before)
  return toBalanceChanges({
    ...{ payer, addresses, fee, assetIds: createAssetIds(network) },
    before: new Map(Object.entries(before)),
    after: after && addresses.map((address) => after[address]),
  })
}

it('balance changes include coins and tokens of the payer, but not the network fee', () => {
  const before = { [payer]: wallet(100_000n), [first]: held(7n), [second]: held(1n, other) }
  const after = { [payer]: wallet(90_000n), [first]: held(2n), [second]: held(6n, other) }
  expect(changes(before, after)).toEqual([
    { assetId: coin, amount: -5_000n },
    { assetId: token, amount: -5n },
  ])
})

it('a token’s change is the sum over all token accounts of the payer, including new ones', () => {
  const before = { [payer]: wallet(100_000n), [first]: held(7n), [second]: undefined }
  const after = { [payer]: wallet(95_000n), [first]: held(2n), [second]: held(9n) }
  expect(changes(before, after)).toEqual([{ assetId: token, amount: 4n }])
})

it('tokens of an account that was closed or got another owner count as lost', () => {
  const before = { [payer]: wallet(100_000n), [first]: held(7n), [second]: held(1n) }
  const after = { [payer]: wallet(95_000n), [first]: held(7n, other), [second]: undefined }
  expect(changes(before, after)).toEqual([{ assetId: token, amount: -8n }])
})

it('balance changes are unavailable if the node returns none or an amount is not a safe integer', () => {
  const before = { [payer]: wallet(100_000n) }
  expect(changes(before, undefined)).toBe('unavailable')
  expect(changes({ [payer]: wallet(2n ** 53n) }, before)).toBe('unavailable')
})

it('watchedAddresses omits accounts of other programs, which cannot hold tokens', () => {
  const pool: ChainAccount = { ...wallet(1n), owner: other, data: new Uint8Array(170) }
  const accounts = new Map([
    [payer, wallet(1n)],
    [first, held(1n)],
    [second, undefined],
    [other, pool],
  ])
  expect(watchedAddresses({ accounts, mints: new Map() }, payer)).toEqual([payer, first, second])
})
